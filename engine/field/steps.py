"""Every kind of step on a ground: by direction, mode and features, the anchors that it enters."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...components.position import Mode
from ..board.board import Board
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.directions import FLAT, SOLID
from ..rules.ruleset import Ruleset
from ..rules.step_costs import (
    BARRIER,
    BODY,
    DARK,
    DIFFICULT,
    EXTRA,
    FACTOR,
    IMPEDED,
    MOST_EXTRA,
    NARROW,
    OBSTACLE,
    SLANT,
    STAIR,
    STEEP,
)
from ..search.bitboard_search import sum_of
from .corners import barriers, corner_cells, edge_anchors, slant_anchors
from .mover_ground import DirectionSteps, Ground
from .mover_kind import MoverKind


def steps_of(board: Board, rules: Ruleset, ground: Ground, open_cells: Bitboard) -> list[DirectionSteps]:
    """Every kind of step, direction by direction."""
    layout, layers, kind = ground.layout, ground.layers, ground.kind
    side, modes = kind.side, dict(kind.modes)
    layered = layout.high > layout.low
    filled = layers.filled
    for box in kind.corners:
        filled |= layout.box(*box)
    found: list[DirectionSteps] = []
    dear = [*tagged(board, layout, kind), *surcharged(layout, kind)]
    walled = bool(layers.walls_west or layers.walls_north)
    on_carrier = 0
    if kind.carrier is not None:
        x0, y0, z0, x1, y1, z1 = kind.carrier
        on_carrier = layout.box(x0 - side + 1, y0 - side + 1, z0 - side + 1, x1, y1, z1 + 1)
    for step in SOLID if layered else FLAT:
        dx, dy, dz = step
        level_axes = (dx != 0) + (dy != 0)
        through = ground.room.between(layout, layers, kind, step) if ground.room.runs else -1
        closed = 0
        if level_axes == 2 and (filled or walled) and not kind.phasing:
            bad = corner_cells(rules, layout, layers, step, filled) & open_cells & layout.shift(open_cells, step)
            closed = layout.any_over(bad, side)
        elif level_axes == 1 and walled and not kind.phasing and not ground.room.runs:
            closed = edge_anchors(layout, layers.walls_west, layers.walls_north, step, side)
        # A mover off its carrier is not on it any more.
        back_on = on_carrier & ~layout.shift(on_carrier, step) if on_carrier else 0
        for mode, listed, into, stair, flat in _ways(rules, ground, step, modes):
            into &= through & ~back_on
            if mode == "burrow" and level_axes == 2 and not kind.phasing:
                # Earth that a burrower digs through has no corners for it.
                bad = corner_cells(rules, layout, layers, step, filled & ~open_cells)
                into &= ~layout.any_over(bad & open_cells & layout.shift(open_cells, step), side)
            else:
                into &= ~closed
            if not into:
                continue
            if mode in ("fly", "swim", "climb") and dz and level_axes and rules.grid.corner_axes == 3 and not stair:
                cut = 0 if kind.phasing else slant_anchors(rules, layout, filled, step, side)
                if mode != "fly" and dz < 0:
                    cut &= ~layout.shift(ground.walk, step)  # down over the edge of the floor below it
                into &= ~cut
            slant = bool(level_axes and dz) and not flat
            diagonal = level_axes == 2 or (slant and rules.grid.vertical_diagonal)
            traits = STAIR if stair else 0
            if rules.grid.slant_per_axis and slant:
                traits |= SLANT if level_axes == 1 else STEEP
            found += _by_features(rules, ground, step, mode, listed, diagonal, into, traits, open_cells, dear)
    return found


Dear = tuple[int, bool, Bitboard]
"""(the features of a step, True if they are those of the ground, the cubes that have them); the dearest first."""


def tagged(board: Board, layout: BitboardLayout, kind: MoverKind) -> list[Dear]:
    """The cubes on terrain that a game has defined; of several tags of a square the dearest counts."""
    if not kind.going:
        return []
    factors = dict(kind.going)
    cells: dict[int, Bitboard] = {}
    for y, row in enumerate(board.tiles):
        for x, tile in enumerate(row):
            factor = max((factors.get(tag, 1) for tag in tile.tags), default=1)
            if factor > 1:
                box = layout.box(x, y, tile.floor, x, y, tile.floor + max(tile.water, 1) - 1)
                cells[factor] = cells.get(factor, 0) | box
    return [((factor - 1) << FACTOR, True, cells[factor]) for factor in sorted(cells, reverse=True)]


def surcharged(layout: BitboardLayout, kind: MoverKind) -> list[Dear]:
    """The cubes of squares that cost further squares to enter."""
    cells: dict[int, Bitboard] = {}
    for (x, y), extra in kind.surcharges:
        most = min(extra, MOST_EXTRA)
        if most > 0:
            cells[most] = cells.get(most, 0) | layout.box(x, y, layout.low, x, y, layout.high + kind.side - 1)
    return [(extra << EXTRA, False, cells[extra]) for extra in sorted(cells, reverse=True)]


def _ways(
    rules: Ruleset, ground: Ground, step: Offset, modes: dict[Mode, bool]
) -> list[tuple[Mode, bool, Bitboard, bool, bool]]:
    """(mode, listed, anchors to enter, onto a higher floor, counted as level) for one direction."""
    layout, layers, side = ground.layout, ground.layers, ground.kind.side
    dx, dy, dz = step
    level = (dx, dy) != (0, 0)
    dry = ground.walk | ground.air
    # A burrower comes out of the earth by every way that leads into it, onto what can hold it.
    outward = ground.burrow if dz == 0 or rules.terrain.burrow_vertical or ground.kind.delves else 0
    clear = (ground.enterable & ~ground.burrow) | (outward if "burrow" in modes else 0)
    found: list[tuple[Mode, bool, Bitboard, bool, bool]] = []
    by = layout.offset(step)

    def after(bitboard: Bitboard) -> Bitboard:
        return bitboard << by if by >= 0 else bitboard >> -by

    if "walk" in modes and level:
        listed = modes["walk"]
        walk = ground.walk & ~(ground.shut & ~after(ground.shut))
        if dz == 0:
            found.append(("walk", listed, walk & after(ground.enterable), False, True))
        elif dz < 0:
            found.append(("walk", listed, walk & after(ground.walk | ground.burrow), False, True))
        else:
            ramps = layout.any_over(layers.ramp, side)
            ashore = walk & after(ground.swim & layout.any_over(layers.surface, side))
            up = walk & after(ground.walk) & (ramps | after(ramps))
            found.append(("walk", listed, ashore | up, False, True))
    if "swim" in modes:
        swum = ground.swim & after(clear)
        # The surface lies level with the floor around it: wading in and going ashore are level steps.
        waded = swum & after(ground.walk) & layout.any_over(layers.surface, side) if dz == -1 and level else 0
        found.append(("swim", modes["swim"], waded, False, True))
        found.append(("swim", modes["swim"], swum & ~waded, False, False))
    if "fly" in modes:
        aloft = (ground.air | ground.walk) & after(clear)
        found.append(("fly", modes["fly"], aloft, False, False))
    if "climb" in modes:
        listed = modes["climb"]
        found.append(("climb", listed, ground.grip & after(clear), False, False))
        if dz > 0 and level:
            ramps = layout.any_over(layers.ramp, side)
            onto = ground.walk & after(dry)
            onto &= ~(after(ground.walk) & (ramps | after(ramps)))
            found.append(("climb", listed, onto, True, True))
        if dz < 0:
            found.append(("climb", listed, ground.walk & after(ground.grip), False, False))
    if "burrow" in modes and (dz == 0 or rules.terrain.burrow_vertical or ground.kind.delves):
        listed = modes["burrow"]
        out = ground.walk & after(ground.burrow) if dz else 0
        found.append(("burrow", listed, (ground.burrow & after(ground.enterable)) | out, False, False))
    return found


def _by_features(
    rules: Ruleset,
    ground: Ground,
    step: Offset,
    mode: Mode,
    listed: bool,
    diagonal: bool,
    into: Bitboard,
    traits: int,
    open_cells: Bitboard,
    dear: Sequence[Dear] = (),
) -> list[DirectionSteps]:
    """The steps of one mode, split by their features."""
    layout, layers, kind = ground.layout, ground.layers, ground.kind
    parts: dict[int, Bitboard] = {traits: into}

    def split(flag: int, bitboard: Bitboard) -> None:
        if not bitboard:
            return
        for features, members in list(parts.items()):
            both = members & bitboard
            if both:
                rest = members & ~bitboard
                parts[features | flag] = parts.get(features | flag, 0) | both
                if rest:
                    parts[features] = rest
                else:
                    del parts[features]

    off_ground = kind.ghostly or (mode == "fly" and rules.terrain.fly_over_ground)
    hardest = rules.terrain.hardest_square and kind.side > 1
    dark = (0 if kind.sees_in_dark else layers.dark) if kind.sees else open_cells
    if hardest and mode != "burrow":
        # Only features of one and the same square add up; of several squares the hardest counts.
        rest = into
        for flags, cells in _hard_squares(layers, off_ground, dark):
            met = rest & _met(rules, layout, cells & open_cells, step, kind.side)
            rest &= ~met
            for flag in flags:
                split(flag, met)
        split(BARRIER, 0 if off_ground else barriers(rules, layout, layers, step, kind.side))
    elif not off_ground and mode != "burrow":
        for flag, cells in (
            # By majority, harder ground counts towards the hard half.
            (DIFFICULT, layers.difficult | (layers.impeded if rules.terrain.counted_under == "majority" else 0)),
            (IMPEDED, layers.impeded),
            (OBSTACLE, layers.obstacle),
        ):
            if cells:
                split(flag, _met(rules, layout, cells & open_cells, step, kind.side))
        if layers.barriers_west or layers.barriers_north:
            split(BARRIER, barriers(rules, layout, layers, step, kind.side))
    for ground_only in (True, False):
        left = 0 if ground_only and (off_ground or mode == "burrow") else into
        for flag, of_ground, cells in dear:
            if of_ground == ground_only and left:
                met = left & _met(rules, layout, cells & open_cells, step, kind.side)
                left &= ~met
                split(flag, met)
    if kind.rough:
        going = 0 if off_ground else layers.difficult | layers.impeded
        boxes = ((x0, y0, z0 - kind.side + 1, x1, y1, z1) for x0, y0, z0, x1, y1, z1 in kind.rough)
        squares = sum_of(layout.box(*box) for box in boxes)
        alone = _met(rules, layout, going & open_cells, step, kind.side)
        split(BODY, _met(rules, layout, (going | squares) & open_cells, step, kind.side) & ~alone)
    if dark and not hardest:
        split(DARK, _met(rules, layout, dark, step, kind.side))
    if ground.tight:
        split(NARROW, ground.tight)
    return [
        DirectionSteps(step, mode, listed, features, diagonal, members) for features, members in sorted(parts.items())
    ]


def _hard_squares(
    layers: TerrainLayers, off_ground: bool, dark: Bitboard
) -> Iterator[tuple[tuple[int, ...], Bitboard]]:
    """(features of a square, the cubes that have all of them), the most hampering first."""
    rough = 0 if off_ground else layers.difficult | layers.impeded
    kinds = [
        (DIFFICULT, rough),
        (OBSTACLE, 0 if off_ground else layers.obstacle),
        (DARK, dark),
    ]
    for count in (3, 2, 1):
        for chosen in combinations(kinds, count):
            cells = -1
            for _, bitboard in chosen:
                cells &= bitboard
            if cells:
                yield tuple(flag for flag, _ in chosen), cells


def _met(rules: Ruleset, layout: BitboardLayout, cells: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors at which a step of a direction meets one of the cells.

    (srd.terrain.worst-of-footprint, asc.terrain.worst-of-footprint)
    """
    arrived = layout.any_over(cells, side)
    if side == 1 or rules.terrain.counted_under == "arrival":
        if rules.terrain.counted_under == "either":
            return arrived | layout.shift(arrived, step)
        return arrived
    if rules.terrain.counted_under == "either":
        return arrived | layout.shift(arrived, step)
    dx, dy, dz = step
    entered = [
        layout.shift(cells, (-i, -j, 0))
        for i in range(side)
        for j in range(side)
        if not (0 <= i + dx < side and 0 <= j + dy < side and dz == 0)
    ]
    return _at_least(entered, len(entered) // 2 + 1 if rules.terrain.counted_under == "majority" else 1)


def _at_least(layers: list[Bitboard], count: int) -> Bitboard:
    """Members of at least `count` of the bitboards."""
    held = [-1] + [0] * count
    for bitboard in layers:
        for number in range(count, 0, -1):
            held[number] |= held[number - 1] & bitboard
    return held[count]

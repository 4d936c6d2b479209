"""Every kind of step on a nav grid: by direction, mode and features, the anchors that it enters."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ...components.position import Mode
from ..board.board import Board
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.directions import FLAT, SOLID
from ..rules.ruleset import Ruleset
from ..rules.step_costs import BARRIER, BODY, DARK, DIFFICULT, IMPEDED, NARROW, OBSTACLE, SLANT, STAIR, STEEP
from ..search.bitboard_search import sum_of
from .corners_and_edges import barriers, corner_cells, edge_anchors, slant_anchors
from .footholds import Footholds


@dataclass(frozen=True, slots=True)
class DirectionSteps:
    """All steps of one direction, mode and set of features, with the anchors that they may enter."""

    step: Offset
    mode: Mode
    listed: bool
    features: int
    diagonal: bool
    into: Bitboard


def steps_of(board: Board, rules: Ruleset, footholds: Footholds, open_cells: Bitboard) -> list[DirectionSteps]:
    """Every kind of step, direction by direction."""
    layout, layers, profile = footholds.layout, footholds.layers, footholds.profile
    side, modes = profile.side, dict(profile.modes)
    layered = layout.high > layout.low
    filled = layers.filled
    for box in profile.corners:
        filled |= layout.box(*box)
    found: list[DirectionSteps] = []
    walled = bool(layers.walls_west or layers.walls_north)
    on_carrier = 0
    if profile.carrier is not None:
        x0, y0, z0, x1, y1, z1 = profile.carrier
        on_carrier = layout.box(x0 - side + 1, y0 - side + 1, z0 - side + 1, x1, y1, z1 + 1)
    for step in SOLID if layered else FLAT:
        dx, dy, dz = step
        level_axes = (dx != 0) + (dy != 0)
        through = footholds.room.between(layout, layers, profile, step) if footholds.room.runs else -1
        closed = 0
        if level_axes == 2 and (filled or walled) and not profile.phasing:
            bad = corner_cells(rules, layout, layers, step, filled) & open_cells & layout.shift(open_cells, step)
            closed = layout.any_over(bad, side)
        elif level_axes == 1 and walled and not profile.phasing and not footholds.room.runs:
            closed = edge_anchors(layout, layers.walls_west, layers.walls_north, step, side)
        # A mover off its carrier is not on it any more.
        back_on = on_carrier & ~layout.shift(on_carrier, step) if on_carrier else 0
        for mode, listed, into, stair, flat in _ways(rules, footholds, step, modes):
            into &= through & ~back_on
            if mode == "burrow" and level_axes == 2 and not profile.phasing:
                # Earth that a burrower digs through has no corners for it.
                bad = corner_cells(rules, layout, layers, step, filled & ~open_cells)
                into &= ~layout.any_over(bad & open_cells & layout.shift(open_cells, step), side)
            else:
                into &= ~closed
            if not into:
                continue
            if mode in ("fly", "swim", "climb") and dz and level_axes and rules.grid.corner_axes == 3 and not stair:
                cut = 0 if profile.phasing else slant_anchors(rules, layout, filled, step, side)
                if mode != "fly" and dz < 0:
                    cut &= ~layout.shift(footholds.walk, step)  # down over the edge of the floor below it
                into &= ~cut
            slant = bool(level_axes and dz) and not flat
            diagonal = level_axes == 2 or (slant and rules.grid.vertical_diagonal)
            traits = STAIR if stair else 0
            if rules.grid.slant_per_axis and slant:
                traits |= SLANT if level_axes == 1 else STEEP
            found += _by_features(rules, footholds, step, mode, listed, diagonal, into, traits, open_cells)
    return found


def _ways(
    rules: Ruleset, footholds: Footholds, step: Offset, modes: dict[Mode, bool]
) -> list[tuple[Mode, bool, Bitboard, bool, bool]]:
    """(mode, listed, anchors to enter, onto a higher floor, counted as level) for one direction."""
    layout, layers, side = footholds.layout, footholds.layers, footholds.profile.side
    dx, dy, dz = step
    level = (dx, dy) != (0, 0)
    dry = footholds.walk | footholds.air
    found: list[tuple[Mode, bool, Bitboard, bool, bool]] = []
    by = layout.offset(step)

    def after(bitboard: Bitboard) -> Bitboard:
        return bitboard << by if by >= 0 else bitboard >> -by

    if "walk" in modes and level:
        listed = modes["walk"]
        walk = footholds.walk & ~(footholds.shut & ~after(footholds.shut))
        if dz == 0:
            found.append(("walk", listed, walk & after(footholds.enterable), False, True))
        elif dz < 0:
            found.append(("walk", listed, walk & after(footholds.walk), False, True))
        else:
            ramps = layout.any_over(layers.ramp, side)
            ashore = walk & after(footholds.swim & layout.any_over(layers.surface, side))
            up = walk & after(footholds.walk) & (ramps | after(ramps))
            found.append(("walk", listed, ashore | up, False, True))
    if "swim" in modes:
        swum = footholds.swim & after(footholds.enterable & ~footholds.burrow)
        # The surface lies level with the floor around it: wading in and going ashore are level steps.
        waded = swum & after(footholds.walk) & layout.any_over(layers.surface, side) if dz == -1 and level else 0
        found.append(("swim", modes["swim"], waded, False, True))
        found.append(("swim", modes["swim"], swum & ~waded, False, False))
    if "fly" in modes:
        aloft = (footholds.air | footholds.walk) & after(footholds.enterable & ~footholds.burrow)
        found.append(("fly", modes["fly"], aloft, False, False))
    if "climb" in modes:
        listed = modes["climb"]
        found.append(("climb", listed, footholds.grip & after(dry | footholds.swim), False, False))
        if dz > 0 and level:
            ramps = layout.any_over(layers.ramp, side)
            onto = footholds.walk & after(dry)
            onto &= ~(after(footholds.walk) & (ramps | after(ramps)))
            found.append(("climb", listed, onto, True, True))
        if dz < 0:
            found.append(("climb", listed, footholds.walk & after(footholds.grip), False, False))
    if "burrow" in modes and (dz == 0 or rules.terrain.burrow_vertical or footholds.profile.delves):
        listed = modes["burrow"]
        out = footholds.walk & after(footholds.burrow) if dz else 0
        found.append(("burrow", listed, (footholds.burrow & after(footholds.enterable)) | out, False, False))
    return found


def _by_features(
    rules: Ruleset,
    footholds: Footholds,
    step: Offset,
    mode: Mode,
    listed: bool,
    diagonal: bool,
    into: Bitboard,
    traits: int,
    open_cells: Bitboard,
) -> list[DirectionSteps]:
    """The steps of one mode, split by their features."""
    layout, layers, profile = footholds.layout, footholds.layers, footholds.profile
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

    off_ground = profile.ghostly or (mode == "fly" and rules.terrain.fly_over_ground)
    hardest = rules.terrain.hardest_square and profile.side > 1
    dark = (0 if profile.sees_in_dark else layers.dark) if profile.sees else open_cells
    if hardest and mode != "burrow":
        # Only features of one and the same square add up; of several squares the hardest counts.
        rest = into
        for flags, cells in _hard_squares(layers, off_ground, dark):
            met = rest & _met(rules, layout, cells & open_cells, step, profile.side)
            rest &= ~met
            for flag in flags:
                split(flag, met)
        split(BARRIER, 0 if off_ground else barriers(rules, layout, layers, step, profile.side))
    elif not off_ground and mode != "burrow":
        for flag, cells in (
            # By majority, harder ground counts towards the hard half.
            (DIFFICULT, layers.difficult | (layers.impeded if rules.terrain.counted_under == "majority" else 0)),
            (IMPEDED, layers.impeded),
            (OBSTACLE, layers.obstacle),
        ):
            if cells:
                split(flag, _met(rules, layout, cells & open_cells, step, profile.side))
        if layers.barriers_west or layers.barriers_north:
            split(BARRIER, barriers(rules, layout, layers, step, profile.side))
    if profile.rough:
        ground = 0 if off_ground else layers.difficult | layers.impeded
        boxes = ((x0, y0, z0 - profile.side + 1, x1, y1, z1) for x0, y0, z0, x1, y1, z1 in profile.rough)
        squares = sum_of(layout.box(*box) for box in boxes)
        alone = _met(rules, layout, ground & open_cells, step, profile.side)
        split(BODY, _met(rules, layout, (ground | squares) & open_cells, step, profile.side) & ~alone)
    if dark and not hardest:
        split(DARK, _met(rules, layout, dark, step, profile.side))
    if footholds.tight:
        split(NARROW, footholds.tight)
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

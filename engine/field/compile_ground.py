"""Compiles the ground of a board for a kind of mover."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, groupby, permutations
from operator import attrgetter

from ...components.position import Mode
from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import TerrainLayers, layers_of
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset, sum_of
from ..geometry.boxes import FLAT, SOLID
from ..memo import Memo
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
from .ground import DirectionSteps, Ground, MoverKind, clearance_for, crossing_edges


def steps_of(board: Board, rules: Ruleset, ground: Ground, open_cells: Bitboard) -> list[list[DirectionSteps]]:
    """Returns the steps of each way to go, by features."""
    layout, layers, kind = ground.layout, ground.layers, ground.kind
    side, modes = kind.side, dict(kind.modes)
    layered = layout.high > layout.low
    filled = layers.filled
    for box in kind.corners:
        filled |= layout.box(*box)
    found: list[list[DirectionSteps]] = []
    dear = tagged(board, layout, kind) if kind.going else []
    if kind.surcharges:
        dear += surcharged(layout, kind)
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
            found.append(_by_features(rules, ground, step, mode, listed, diagonal, into, traits, open_cells, dear))
    return found


Dear = tuple[int, bool, Bitboard]
"""(features, True if the game's own terrain, cubes) of costly squares."""


def tagged(board: Board, layout: BitboardLayout, kind: MoverKind) -> list[Dear]:
    """Returns the cubes that a scenario's own terrain rules make more expensive to enter."""
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
    cells: dict[int, Bitboard] = {}
    for (x, y), extra in kind.surcharges:
        most = min(extra, MOST_EXTRA)
        if most > 0:
            cells[most] = cells.get(most, 0) | layout.box(x, y, layout.low, x, y, layout.high + kind.side - 1)
    return [(extra << EXTRA, False, cells[extra]) for extra in sorted(cells, reverse=True)]


def _ways(
    rules: Ruleset, ground: Ground, step: Offset, modes: dict[Mode, bool]
) -> list[tuple[Mode, bool, Bitboard, bool, bool]]:
    layout, layers, side = ground.layout, ground.layers, ground.kind.side
    dx, dy, dz = step
    level = (dx, dy) != (0, 0)
    dry = ground.walk | ground.air
    # A burrower comes out of the earth by every way that leads into it, onto what can hold it.
    outward = ground.burrow if dz == 0 or rules.terrain.burrow_vertical or ground.kind.delves else 0
    clear = (ground.enterable & ~ground.burrow) | (outward if "burrow" in modes else 0)
    found: list[tuple[Mode, bool, Bitboard, bool, bool]] = []
    by = dx + dy * layout.block + dz * layout.row

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
        split(BARRIER, 0 if off_ground else barriers(rules, ground, step))
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
            split(BARRIER, barriers(rules, ground, step))
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
    """Returns the places where a mover with this step counts as on `cells`. The ruleset decides.

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
    held = [-1] + [0] * count
    for bitboard in layers:
        for number in range(count, 0, -1):
            held[number] |= held[number - 1] & bitboard
    return held[count]


# --- what bars or hampers a step: walls, corners, slants and barriers on edges


def corner_cells(
    rules: Ruleset, layout: BitboardLayout, layers: TerrainLayers, step: Offset, filled: Bitboard
) -> Bitboard:
    """Returns the cubes where the diagonal `step` may not end because it would cut a corner.

    (srd.corner.past-creature, asc.diagonal.past-creature, srd.step.corner)
    """
    dx, dy, dz = step
    if rules.grid.corners == "free":
        beside_x = beside_y = 0
    else:
        # A step that changes height passes what stands beside the upper of its two cubes.
        lift = 1 if dz < 0 else 0
        beside_x = layout.shift(filled, (0, dy, -lift))
        beside_y = layout.shift(filled, (dx, 0, -lift))
    walls_x, walls_y = _ways_round(layout, layers.walls_west, layers.walls_north, step)
    # A filled cube closes a way round like a wall on its edges.
    closed_x, closed_y = beside_x | walls_x, beside_y | walls_y
    return closed_x | closed_y if rules.grid.corners == "any" else closed_x & closed_y


def _ways_round(layout: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset) -> tuple[Bitboard, Bitboard]:
    if not west and not north:
        return 0, 0
    dx, dy, dz = step

    def crossing(bitboard: Bitboard, go: int, axis: int) -> Bitboard:
        if go > 0:
            return bitboard
        return layout.shift(bitboard, (-1, 0, 0) if axis == 0 else (0, -1, 0))

    into_x, into_y = crossing(west, dx, 0), crossing(north, dy, 1)
    # All four edges meet at the point passed.
    x_first = layout.shift(into_x, (0, dy, 0))
    y_then = into_y
    y_first = layout.shift(into_y, (dx, 0, 0))
    x_then = into_x
    if dz:
        x_first, y_first = (layout.shift(p, (0, 0, dz)) for p in (x_first, y_first))
    return x_first | y_then, y_first | x_then


@lru_cache(maxsize=64)
def slant_anchors(rules: Ruleset, layout: BitboardLayout, filled: Bitboard, step: Offset, side: int) -> Bitboard:
    if rules.grid.corners == "free":
        return 0
    axes = [axis for axis in (0, 1, 2) if step[axis]]

    def filled_after(passed: Sequence[int]) -> Bitboard:
        rest = (0 if axis in passed else step[axis] for axis in (0, 1, 2))
        dx, dy, dz = rest
        return layout.shift(filled, (dx, dy, dz))

    ways: list[Bitboard] = []
    for order in permutations(axes):
        barred = 0
        for count in range(1, len(order)):
            barred |= filled_after(order[:count])
        ways.append(barred)
    cut = ways[0]
    for way in ways[1:]:
        cut = cut | way if rules.grid.corners == "any" else cut & way
    return layout.any_over(cut, side)


def edge_anchors(layout: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset, side: int) -> Bitboard:
    bitboard = crossing_edges(layout, west, north, step)
    return layout.any_over(bitboard, side) if bitboard else 0


def barriers(rules: Ruleset, ground: Ground, step: Offset) -> Bitboard:
    """Returns the places that this step enters by crossing an obstacle between squares.

    A squeezed body crosses what lies before the squares that it fills.

    (srd.squeeze.large-in-one-wide, asc.squeeze.large-in-one-wide)
    """
    layout, layers, kind = ground.layout, ground.layers, ground.kind
    dx, dy, _ = step
    west, north = layers.barriers_west, layers.barriers_north
    if not west and not north:
        return 0
    if dx and dy:
        one, other = _ways_round(layout, west, north, step)
        both = one | other if rules.grid.obstacle_corners == "touching" else one & other
        crossing = layout.any_over(both, kind.side)
    else:
        crossing = edge_anchors(layout, west, north, step, kind.side)
    if not ground.room.runs:
        return crossing
    whole = ground.room.whole(layout, layers, kind, step)
    return crossing & whole | _squeezed_over(ground, step, ground.enterable & ~whole)


def _squeezed_over(ground: Ground, step: Offset, left: Bitboard) -> Bitboard:
    """Returns the places of `left` that squeezing enters only across an edge's obstacle."""
    layout, layers, found = ground.layout, ground.layers, 0
    strips = sorted(ground.room.strips(layout, layers, ground.kind, step), key=attrgetter("rank"))
    for _, alike in groupby(strips, key=attrgetter("rank")):
        taken = clear = 0
        for strip in alike:
            after = strip.after & left
            edges = crossing_edges(layout, layers.barriers_west, layers.barriers_north, strip.along) if after else 0
            taken |= after
            clear |= after & ~sum_of(layout.shift(edges, (-x, -y, 0)) for x, y in strip.squares)
        found |= taken & ~clear
        left &= ~taken
    return found


# --- grounds

PASSING_GRIDS = 64
"""Most grounds that a board caches for passing needs of creatures."""
MOST_BITS = 2**30
"""Most bits of all grounds that a board caches."""
_GRIDS_IN_USE = threading.Lock()
FAR_BELOW = 48
"""Floors this many levels below the lowest place to stand are left out."""


def ground_of(board: Board, rules: Ruleset, kind: MoverKind) -> Ground:
    """Returns the ground of a board for one kind of mover, from a cache."""
    key = (kind, rules)
    # Grids that change with every step of other creatures are kept apart, and few of them.
    passing = bool(kind.extra_blocked or kind.corners or kind.rough or kind.carrier)
    grids = board.caches.setdefault("passing grounds" if passing else "grounds", OrderedDict())
    assert isinstance(grids, OrderedDict)
    with _GRIDS_IN_USE:
        found = grids.get(key)
        if isinstance(found, Ground):
            grids.move_to_end(key)
            return found
    hampered = board.origin is not None and kind.side == 1 and not passing and not kind.surcharges
    made = _hampered(board, rules, kind) if hampered else compile_ground(board, rules, kind)
    with _GRIDS_IN_USE:
        found = grids.get(key)
        if isinstance(found, Ground):  # another thread has compiled it meanwhile
            return found
        grids[key] = made
        bits = sum(grid.weight for grid in grids.values())
        while len(grids) > 1 and (bits > MOST_BITS or (passing and len(grids) > PASSING_GRIDS)):
            _, oldest = grids.popitem(last=False)
            bits -= oldest.weight
    return made


def span(board: Board, kind: MoverKind) -> tuple[int, int]:
    if kind.level is not None:
        return kind.level, kind.level
    modes = dict(kind.modes)
    bottom, top = board.floors
    lowest, highest = kind.levels or (bottom - WORLD_BOTTOM, board.ceiling)
    if lowest - FAR_BELOW > top:
        bottom = top = lowest - FAR_BELOW
    if "burrow" in modes:
        bottom = min(bottom, max(lowest, bottom - WORLD_BOTTOM))
    if "fly" in modes or ("climb" in modes and board.traits.climbable) or "burrow" in modes or kind.overhead:
        top = max(top, min(highest, board.ceiling - kind.side + 1))
    if kind.carrier is not None:
        bottom, top = (
            min(bottom, kind.carrier[2]),
            max(top, min(kind.carrier[5] + 1, board.ceiling - kind.side + 1)),
        )
    return bottom, max(top, bottom)


def grips(board: Board, kind: MoverKind, layers: TerrainLayers) -> Bitboard:
    layout, side = layers.layout, kind.side
    found = 0
    for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
        found |= layout.any_over(layout.shift(layers.hard, step) & layers.free, side)
    if kind.overhead:
        top = board.ceiling - side + 1
        found |= layout.box(0, 0, top, board.width - 1, board.height - 1, top)
    return found


def compile_ground(board: Board, rules: Ruleset, kind: MoverKind) -> Ground:
    layout = BitboardLayout(board.width, board.height, *span(board, kind))
    layers = layers_of(board, layout)
    side = kind.side
    modes = dict(kind.modes)
    diggable = 0
    if "burrow" in modes:
        diggable = (layers.dirt if "dirt" in kind.digs else 0) | (layers.stone if "stone" in kind.digs else 0)
    through = layers.walls if kind.phasing else 0
    open_cells = layers.free | diggable | through
    pits_closed = rules.terrain.pits_closed and not kind.pits
    shafts = layers.pit_shaft if pits_closed and side > 1 else 0
    for x0, y0, z0, x1, y1, z1 in kind.extra_blocked:
        open_cells &= ~layout.box(x0, y0, z0 - side + 1, x1, y1, z1)  # a body as high as it is wide meets it from below
    anchors = layout.box(0, 0, layout.low, board.width - side, board.height - side, layout.high)
    if "fly" not in modes:
        open_cells &= ~shafts  # a walker with one foot over the brink falls
    room = clearance_for(layout, layers, kind, open_cells, anchors)
    stand = room.roomy | room.tight

    def under(bitboard: Bitboard) -> Bitboard:
        bitboard &= open_cells
        return bitboard if side == 1 else layout.any_over(bitboard, side)

    floor = under(layers.floor | (through & layers.wall_feet))
    buried = under(diggable) & stand
    walk = stand & floor & ~buried
    swim = stand & under(layers.water) & ~floor & ~buried
    if "fly" in modes:
        walk &= ~under(shafts)
    air = stand & ~walk & ~swim & ~buried
    grip = air & grips(board, kind, layers) if "climb" in modes else 0
    if kind.carrier is not None:
        x0, y0, z0, x1, y1, z1 = kind.carrier
        reach = side - 1
        back = layout.box(x0 - reach, y0 - reach, z1 + 1, x1, y1, z1 + 1) & air
        flanks = layout.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1) & air
        walk, air, grip = walk | back, air & ~back, grip | back | flanks
    most = layout.most_kept()
    made = Ground(
        kind=kind,
        layout=layout,
        layers=layers,
        walk=walk,
        swim=swim,
        air=air,
        grip=grip,
        burrow=buried,
        shut=walk & under(layers.pit) if pits_closed else 0,
        tight=room.tight,
        room=room,
        enterable=stand,
        hard=under(layers.difficult | layers.impeded),
        hazard=under(layers.hazard),
        harmful=under(layers.harmful),
        boxes=Memo(most),
        strikes=Memo(most),
        threats=Memo(most),
    )
    _take_steps(made, steps_of(board, rules, made, open_cells))
    return made


def _take_steps(ground: Ground, by_way: Sequence[Sequence[DirectionSteps]]) -> None:
    ground.ways = tuple(map(len, by_way))
    ground.strides = tuple(stride for way in by_way for stride in way)
    ground.weight = ground.layout.bits * (len(ground.strides) + 16)
    for stride in ground.strides:
        ground.by_step.setdefault(stride.step, []).append(stride)


def _hampered(board: Board, rules: Ruleset, kind: MoverKind) -> Ground:
    """Returns a board's ground, made from the ground of its origin.

    The boards differ only by difficult and harmful ground.
    """
    assert board.origin is not None
    before = ground_of(board.origin[0], rules, kind)
    layout, layers = before.layout, layers_of(board, before.layout)
    most = layout.most_kept()
    made = replace(
        before,
        layers=layers,
        hard=layers.difficult | layers.impeded,
        hazard=layers.hazard,
        harmful=layers.harmful,
        priced={},
        strikes=Memo(most),
        threats=Memo(most),
        by_step={},
    )
    by_way: list[list[DirectionSteps]] = []
    at = 0
    for count in before.ways:
        way, at = before.strides[at : at + count], at + count
        by_way.append(_by_difficulty(rules, kind, layout, layers, way))
    _take_steps(made, by_way)
    return made


def _by_difficulty(
    rules: Ruleset, kind: MoverKind, layout: BitboardLayout, layers: TerrainLayers, way: Sequence[DirectionSteps]
) -> list[DirectionSteps]:
    """Returns the steps of one way to go, divided anew by difficult ground."""
    step, mode, listed, diagonal = way[0].step, way[0].mode, way[0].listed, way[0].diagonal
    if mode == "burrow" or kind.ghostly or (mode == "fly" and rules.terrain.fly_over_ground):
        return list(way)
    difficult = layers.difficult | (layers.impeded if rules.terrain.counted_under == "majority" else 0)
    hard = _met(rules, layout, difficult, step, kind.side)
    parts: dict[int, Bitboard] = {}
    for stride in way:
        features = stride.features & ~DIFFICULT
        parts[features] = parts.get(features, 0) | stride.into
    for features, members in list(parts.items()):
        both = members & hard
        if both:
            parts[features | DIFFICULT] = both
            parts[features] = members & ~hard
    return [
        DirectionSteps(step, mode, listed, features, diagonal, members)
        for features, members in sorted(parts.items())
        if members
    ]

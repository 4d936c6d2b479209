"""Ground: where one kind of mover can stand on the empty board, and the steps from place to place.

Tiles and edges are compiled to bitboards over the mover's anchors, once for each board; the other creatures are stamped
on them for each query (`field`).
"""

import threading
from collections import OrderedDict

from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import TerrainLayers, layers_of
from ..geometry.bitboard import Bitboard
from ..rules.ruleset import Ruleset
from .clearance import clearance_for
from .mover_ground import Ground
from .mover_kind import MoverKind
from .steps import steps_of

PASSING_GRIDS = 64
"""Grounds kept that hold only while certain creatures stay in place."""
MOST_BITS = 2**30
"""Bits of bitboards kept for all grounds of a board; the least recently used grid goes first."""
_GRIDS_IN_USE = threading.Lock()
"""Battles in several threads share a board, and the grids kept with it."""
FAR_BELOW = 48
"""Squares below a mover's lowest height at which floors are left out: searches do not go so deep."""


def ground_of(board: Board, rules: Ruleset, kind: MoverKind) -> Ground:
    """The ground for `kind`, compiled once for each board and ruleset."""
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
    made = compile_ground(board, rules, kind)
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
    """The lowest and highest anchor heights of a ground."""
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


def diggable_by(kind: MoverKind, layers: TerrainLayers) -> Bitboard:
    """The ground that a mover digs through."""
    if not any(mode == "burrow" for mode, _ in kind.modes):
        return 0
    return (layers.dirt if "dirt" in kind.digs else 0) | (layers.stone if "stone" in kind.digs else 0)


def grips(board: Board, kind: MoverKind, layers: TerrainLayers) -> Bitboard:
    """The cubes in which a climber finds a grip: beside what is not free and, for some, below the ceiling."""
    layout, side = layers.layout, kind.side
    found = 0
    for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
        found |= layout.any_over(layout.shift(layers.hard, step) & layers.free, side)
    if kind.overhead:
        top = board.ceiling - side + 1
        found |= layout.box(0, 0, top, board.width - 1, board.height - 1, top)
    return found


def compile_ground(board: Board, rules: Ruleset, kind: MoverKind) -> Ground:
    """Compile tiles and edges for one kind of mover."""
    layout = board.layout(*span(board, kind))
    layers = layers_of(board, layout)
    side = kind.side
    diggable = diggable_by(kind, layers)
    through = layers.walls if kind.phasing else 0
    open_cells = layers.free | diggable | through
    modes = dict(kind.modes)
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
    )
    made.strides = tuple(steps_of(board, rules, made, open_cells))
    for stride in made.strides:
        made.by_step.setdefault(stride.step, []).append(stride)
    return made

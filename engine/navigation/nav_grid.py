"""The nav grid: where one kind of mover can stand and step on the empty board, and between which heights.

Everything about a mover's size, modes and state that tiles and edges decide is compiled into bitboards over its
anchors, once for each board; creatures are stamped on it for each query.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, fields

from ...components.ordinary_class import ordinary_class
from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import TerrainLayers, layers_of
from ..geometry.bitboard import Bitboard, Offset
from ..geometry.boxes import Box
from ..memo import Memo
from ..rules.ruleset import Ruleset
from .clearance import clearance_for
from .footholds import Footholds
from .mover_profile import MoverProfile
from .steps import DirectionSteps, steps_of

PASSING_GRIDS = 64
"""Nav grids kept that hold only while certain creatures stay in place."""
MOST_BITS = 2**30
"""Bits of bitboards kept for all nav grids of a board; the least recently used grid goes first."""
_GRIDS_IN_USE = threading.Lock()
"""Battles in several threads share a board, and the grids kept with it."""
FAR_BELOW = 48
"""Squares below a mover's lowest height at which floors are left out: searches do not go so deep."""


@ordinary_class
@dataclass(slots=True, kw_only=True, weakref_slot=True)
class NavGrid(Footholds):
    """Footholds, and the steps that lead from one to the next."""

    strides: tuple[DirectionSteps, ...]
    priced: dict[object, object] = field(default_factory=dict)
    """Move tables, by budget and options."""
    boxes: Memo[Box, Bitboard] = field(init=False)
    """Anchors whose space overlaps a box, computed on demand."""
    spots: Memo[tuple[int, int, int, int], Bitboard] = field(init=False)
    """Anchors whose space overlaps a full space, by its anchor and side."""
    strikes: Memo[object, Bitboard] = field(init=False)
    """Anchors from which strikes land on a space, by reach and space, computed on demand."""
    threats: Memo[object, Bitboard] = field(init=False)
    """Anchors at which an enemy threatens the mover, by its space and reach, computed on demand."""
    by_step: dict[Offset, list[DirectionSteps]] = field(default_factory=dict)
    """The steps by direction."""

    def __post_init__(self) -> None:
        most = self.layout.most_kept()
        self.boxes, self.spots, self.strikes, self.threats = Memo(most), Memo(most), Memo(most), Memo(most)

    @property
    def weight(self) -> int:
        """The approximate number of bits in its bitboards."""
        return self.layout.bits * (len(self.strides) + 16)

    def over_space(self, place: tuple[int, int, int, int]) -> Bitboard:
        """Anchors at which the mover's space overlaps a full space, given by anchor and side."""
        x, y, z, side = place
        return self.spots.keep(place, self.over(Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)))

    def over(self, box: Box) -> Bitboard:
        """Anchors at which the mover's space overlaps `box`."""
        bitboard = self.boxes.get(box)
        if bitboard is None:
            reach = self.profile.side - 1
            x0, y0, z0, x1, y1, z1 = box
            bitboard = self.boxes.keep(box, self.layout.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1))
        return bitboard


def nav_grid(board: Board, rules: Ruleset, profile: MoverProfile) -> NavGrid:
    """The nav grid for `profile`, compiled once for each board and ruleset."""
    key = (profile, rules)
    # Grids that change with every step of other creatures are kept apart, and few of them.
    passing = bool(profile.extra_blocked or profile.corners or profile.rough or profile.carrier)
    grids = board.caches.setdefault("passing grounds" if passing else "grounds", OrderedDict())
    assert isinstance(grids, OrderedDict)
    with _GRIDS_IN_USE:
        found = grids.get(key)
        if isinstance(found, NavGrid):
            grids.move_to_end(key)
            return found
    made = compile_nav_grid(board, rules, profile)
    with _GRIDS_IN_USE:
        grids[key] = made
        bits = sum(grid.weight for grid in grids.values())
        while len(grids) > 1 and (bits > MOST_BITS or (passing and len(grids) > PASSING_GRIDS)):
            _, oldest = grids.popitem(last=False)
            bits -= oldest.weight
    return made


def span(board: Board, profile: MoverProfile) -> tuple[int, int]:
    """The lowest and highest anchor heights of a nav grid."""
    if profile.level is not None:
        return profile.level, profile.level
    modes = dict(profile.modes)
    bottom, top = board.floors
    lowest, highest = profile.levels or (bottom - WORLD_BOTTOM, board.ceiling)
    if lowest - FAR_BELOW > top:
        bottom = top = lowest - FAR_BELOW
    if "burrow" in modes:
        bottom = min(bottom, max(lowest, bottom - WORLD_BOTTOM))
    if "fly" in modes or ("climb" in modes and board.traits.climbable) or "burrow" in modes or profile.overhead:
        top = max(top, min(highest, board.ceiling - profile.side + 1))
    if profile.carrier is not None:
        bottom, top = (
            min(bottom, profile.carrier[2]),
            max(top, min(profile.carrier[5] + 1, board.ceiling - profile.side + 1)),
        )
    return bottom, max(top, bottom)


def diggable_by(profile: MoverProfile, layers: TerrainLayers) -> Bitboard:
    """The ground that a mover digs through."""
    if not any(mode == "burrow" for mode, _ in profile.modes):
        return 0
    return (layers.dirt if "dirt" in profile.digs else 0) | (layers.stone if "stone" in profile.digs else 0)


def grips(board: Board, profile: MoverProfile, layers: TerrainLayers) -> Bitboard:
    """The cubes in which a climber finds a grip: beside what is not free and, for some, below the ceiling."""
    layout, side = layers.layout, profile.side
    found = 0
    for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
        found |= layout.any_over(layout.shift(layers.hard, step) & layers.free, side)
    if profile.overhead:
        top = board.ceiling - side + 1
        found |= layout.box(0, 0, top, board.width - 1, board.height - 1, top)
    return found


def compile_nav_grid(board: Board, rules: Ruleset, profile: MoverProfile) -> NavGrid:
    """Compile tiles and edges for one kind of mover."""
    layout = board.layout(*span(board, profile))
    layers = layers_of(board, layout)
    side = profile.side
    diggable = diggable_by(profile, layers)
    through = layers.walls if profile.phasing else 0
    open_cells = layers.free | diggable | through
    modes = dict(profile.modes)
    pits_closed = rules.terrain.pits_closed and not profile.pits
    shafts = layers.pit_shaft if pits_closed and side > 1 else 0
    for x0, y0, z0, x1, y1, z1 in profile.extra_blocked:
        open_cells &= ~layout.box(x0, y0, z0 - side + 1, x1, y1, z1)  # a body as high as it is wide meets it from below
    anchors = layout.box(0, 0, layout.low, board.width - side, board.height - side, layout.high)
    if "fly" not in modes:
        open_cells &= ~shafts  # a walker with one foot over the brink falls
    room = clearance_for(layout, layers, profile, open_cells, anchors)
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
    grip = air & grips(board, profile, layers) if "climb" in modes else 0
    if profile.carrier is not None:
        x0, y0, z0, x1, y1, z1 = profile.carrier
        reach = side - 1
        back = layout.box(x0 - reach, y0 - reach, z1 + 1, x1, y1, z1 + 1) & air
        flanks = layout.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1) & air
        walk, air, grip = walk | back, air & ~back, grip | back | flanks
    footholds = Footholds(
        profile=profile,
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
    made = NavGrid(
        **{part.name: getattr(footholds, part.name) for part in fields(footholds)},
        strides=tuple(steps_of(board, rules, footholds, open_cells)),
    )
    for stride in made.strides:
        made.by_step.setdefault(stride.step, []).append(stride)
    return made

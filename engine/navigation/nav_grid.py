"""The static half of the compiled rules: where one kind of mover can stand and step on a board.

Everything that tiles and edges say about a mover of one size, set of modes and state is compiled
into planes over its anchors, once for each board; creatures are stamped on it for each question.
"""

from dataclasses import dataclass, field

from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..rules.ruleset import Ruleset
from .clearance import Clearance, clearance_for
from .corners_and_edges import split_by_walls
from .mover_profile import MoverProfile
from .steps import DirectionSteps, steps_of

PASSING_GRIDS = 64
"""Grounds kept that hold only as long as certain creatures stay where they are."""


@dataclass(slots=True)
class NavGrid:
    """Where a kind of mover can stand and step."""

    frame: MoverProfile
    lattice: BitboardLayout
    planes: TerrainLayers
    strides: tuple[DirectionSteps, ...]
    walk: Bitboard
    """Anchors on a floor."""
    swim: Bitboard
    air: Bitboard
    """Anchors held by nothing but flight or a grip."""
    grip: Bitboard
    """Anchors in the air beside something that can be climbed."""
    burrow: Bitboard
    tight: Bitboard
    """Anchors at which the mover squeezes."""
    room: Clearance
    enterable: Bitboard
    hard: Bitboard
    """Anchors with a hampering square under them."""
    hazard: Bitboard
    harmful: Bitboard
    priced: dict[object, object] = field(default_factory=dict)
    """Kits of moves with their prices, by the pricing question."""
    boxes: dict[Box, Bitboard] = field(default_factory=dict)
    """Anchors that meet a box, as far as they have been asked for."""
    spots: dict[tuple[int, int, int, int], Bitboard] = field(default_factory=dict)
    """The same for full spaces, by anchor and side."""
    strikes: dict[object, Bitboard] = field(default_factory=dict)
    """Anchors from which strikes land on a space, by reach and space, as far as they have been asked for."""
    by_step: dict[Offset, list[DirectionSteps]] = field(default_factory=dict)
    """The strides by direction."""

    def over_space(self, place: tuple[int, int, int, int]) -> Bitboard:
        """Anchors at which the mover's space meets a full space, given by anchor and side."""
        x, y, z, side = place
        if len(self.spots) > 8192:
            self.spots.clear()
        plane = self.over(Box(x, y, z, x + side - 1, y + side - 1, z + side - 1))
        self.spots[place] = plane
        return plane

    def over(self, box: Box) -> Bitboard:
        """Anchors at which the mover's space meets `box`."""
        plane = self.boxes.get(box)
        if plane is None:
            if len(self.boxes) > 8192:
                self.boxes.clear()
            reach = self.frame.side - 1
            x0, y0, z0, x1, y1, z1 = box
            plane = self.lattice.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1)
            self.boxes[box] = plane
        return plane


def nav_grid(board: Board, rules: Ruleset, frame: MoverProfile) -> NavGrid:
    """The compiled ground for `frame`, made once for each board and ruleset."""
    key = (frame, rules.mark)
    caches: dict[object, object] = board.caches
    if frame.extra_blocked or frame.corners or frame.carrier:
        # These change with every step of the creatures they come from: few are kept.
        passing = caches.setdefault("passing grounds", {})
        assert isinstance(passing, dict)
        caches = passing
        if len(caches) > PASSING_GRIDS:
            caches.clear()
    found = caches.get(key)
    if not isinstance(found, NavGrid):
        found = caches[key] = compile_nav_grid(board, rules, frame)
    return found


def span(board: Board, frame: MoverProfile) -> tuple[int, int]:
    """The heights at which such a mover's anchor is looked at."""
    if frame.level is not None:
        return frame.level, frame.level
    modes = dict(frame.modes)
    bottom, top = board.floors
    lowest, highest = frame.levels or (bottom - WORLD_BOTTOM, board.ceiling)
    if "burrow" in modes:
        bottom = min(bottom, max(lowest, bottom - WORLD_BOTTOM))
    if "fly" in modes or ("climb" in modes and climbable(board)) or "burrow" in modes or frame.overhead:
        top = max(top, min(highest, board.ceiling - frame.side + 1))
    if frame.carrier is not None:
        bottom, top = min(bottom, frame.carrier[2]), max(top, min(frame.carrier[5] + 1, board.ceiling - frame.side + 1))
    return bottom, max(top, bottom)


def climbable(board: Board) -> bool:
    """Whether anything on the board can be climbed at all."""
    found = board.caches.get("climbable")
    if not isinstance(found, bool):
        kinds = board.kinds()
        found = any(tile.terrain == "blocked" or tile.solid for tile in kinds)
        found = found or len({tile.floor for tile in kinds if tile.terrain != "blocked"}) > 1
        board.caches["climbable"] = found
    return found


def diggable_by(frame: MoverProfile, planes: TerrainLayers) -> Bitboard:
    """The ground that such a mover digs through."""
    if not any(mode == "burrow" for mode, _ in frame.modes):
        return 0
    return (planes.dirt if "dirt" in frame.digs else 0) | (planes.stone if "stone" in frame.digs else 0)


def grips(board: Board, frame: MoverProfile, planes: TerrainLayers) -> Bitboard:
    """Where there is something to hold on to: beside whatever is not free and, for some, below the ceiling."""
    lattice, side = planes.lattice, frame.side
    found = 0
    for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
        found |= lattice.any_over(lattice.shift(planes.hard, step) & planes.free, side)
    if frame.overhead:
        top = board.ceiling - side + 1
        found |= lattice.box(0, 0, top, board.width - 1, board.height - 1, top)
    return found


def compile_nav_grid(board: Board, rules: Ruleset, frame: MoverProfile) -> NavGrid:
    """Compile tiles and edges for one kind of mover."""
    lattice = board.lattice(*span(board, frame))
    planes = board.planes(lattice)
    side = frame.side
    diggable = diggable_by(frame, planes)
    through = planes.walls if frame.phasing else 0
    open_cells = planes.free | diggable | through
    for box in frame.extra_blocked:
        open_cells &= ~lattice.box(*box)
    anchors = lattice.box(0, 0, lattice.low, board.width - side, board.height - side, lattice.high)
    whole = lattice.all_over(open_cells, side) & anchors
    room = clearance_for(lattice, planes, frame, open_cells, anchors, whole)
    roomy, tight = room.roomy, room.tight
    split = 0 if frame.phasing else split_by_walls(lattice, planes, side)
    stand = (roomy | tight) & ~split
    tight &= stand

    def under(plane: Bitboard) -> Bitboard:
        return lattice.any_over(plane & open_cells, side)

    floor = under(planes.floor | (through & planes.wall_feet))
    buried = under(diggable) & stand
    walk = stand & floor & ~buried
    swim = stand & under(planes.water) & ~floor & ~buried
    air = stand & ~walk & ~swim & ~buried
    if rules.pits_closed and not frame.pits:
        shut = under(planes.pit)
        walk &= ~shut
    grip = air & grips(board, frame, planes)
    if frame.carrier is not None:
        x0, y0, z0, x1, y1, z1 = frame.carrier
        reach = side - 1
        back = lattice.box(x0 - reach, y0 - reach, z1 + 1, x1, y1, z1 + 1) & air
        flanks = lattice.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1) & air
        walk, air, grip = walk | back, air & ~back, grip | back | flanks
    made = NavGrid(
        frame=frame,
        lattice=lattice,
        planes=planes,
        strides=(),
        walk=walk,
        swim=swim,
        air=air,
        grip=grip,
        burrow=buried,
        tight=tight,
        room=room,
        enterable=stand,
        hard=under(planes.difficult | planes.impeded),
        hazard=under(planes.hazard),
        harmful=under(planes.harmful),
    )
    made.strides = tuple(steps_of(board, rules, made, open_cells))
    for stride in made.strides:
        made.by_step.setdefault(stride.step, []).append(stride)
    return made

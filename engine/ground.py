"""The static half of the compiled rules: where one kind of mover can stand and step on a board.

Everything that tiles and edges say about a mover of one size, set of modes and state is compiled
into planes over its anchors, once for each board; creatures are stamped on it for each question.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from ..components.position import Mode
from .board import WORLD_BOTTOM, Board, Planes
from .distance import Box
from .lattice import Lattice, Offset, Plane
from .pricing import BARRIER, DARK, DIFFICULT, IMPEDED, NARROW, OBSTACLE, SLANT, STAIR, STEEP
from .ruleset import Ruleset

FLAT: tuple[Offset, ...] = tuple((dx, dy, 0) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
"""The eight level steps, in row order."""


PASSING_GROUNDS = 64
"""Grounds kept that hold only as long as certain creatures stay where they are."""

SOLID: tuple[Offset, ...] = tuple(
    (dx, dy, dz) for dy in (-1, 0, 1) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if (dx, dy, dz) != (0, 0, 0)
)
"""All steps in space."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What of a mover matters to the ground: movers alike in this share what is compiled."""

    side: int
    modes: tuple[tuple[Mode, bool], ...]
    """(mode, listed) for each way it can go."""
    least: float
    """Feet of room below which it cannot squeeze."""
    least_open: bool
    """Whether room of just that much is too little."""
    room: float
    """Feet of room in which it is free."""
    sees_in_dark: bool = True
    digs: frozenset[str] = frozenset({"dirt"})
    ghostly: bool = False
    """Incorporeal: ground does not hamper it."""
    extra_blocked: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes drawn-in movers must keep out of (enemies beside whom they squeeze)."""
    levels: tuple[int, int] | None = None
    """Heights between which a climber, flier or burrower is looked at; None: all there are."""
    phasing: bool = False
    """Walls do not stop it."""
    corners: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes that make corners although the board does not fill them."""
    pits: bool = False
    """It may enter pits although walkers may not (a leap)."""
    level: int | None = None
    """The height it is at, where no such mover belongs: fallen into the ground, or aloft without wings."""
    overhead: bool = False
    """It can climb along the board's ceiling."""
    delves: bool = False
    """It goes up and down through earth, whatever the ruleset says of burrowing."""


@dataclass(frozen=True, slots=True)
class Stride:
    """All steps of one direction, mode and set of features: the anchors they may lead to."""

    step: Offset
    mode: Mode
    listed: bool
    features: int
    diagonal: bool
    into: Plane


@dataclass(slots=True)
class Ground:
    """Where a kind of mover can stand and step."""

    frame: Frame
    lattice: Lattice
    planes: Planes
    strides: tuple[Stride, ...]
    walk: Plane
    """Anchors on a floor."""
    swim: Plane
    air: Plane
    """Anchors held by nothing but flight or a grip."""
    grip: Plane
    """Anchors in the air beside something that can be climbed."""
    burrow: Plane
    tight: Plane
    """Anchors at which the mover squeezes."""
    enterable: Plane
    hard: Plane
    """Anchors with a hampering square under them."""
    hazard: Plane
    harmful: Plane
    priced: dict[object, object] = field(default_factory=dict)
    """Kits of moves with their prices, by the pricing question."""
    boxes: dict[Box, Plane] = field(default_factory=dict)
    """Anchors that meet a box, as far as they have been asked for."""
    spots: dict[tuple[int, int, int, int], Plane] = field(default_factory=dict)
    """The same for full spaces, by anchor and side."""
    by_step: dict[Offset, list[Stride]] = field(default_factory=dict)
    """The strides by direction."""

    def over_space(self, place: tuple[int, int, int, int]) -> Plane:
        """Anchors at which the mover's space meets a full space, given by anchor and side."""
        x, y, z, side = place
        if len(self.spots) > 8192:
            self.spots.clear()
        plane = self.over(Box(x, y, z, x + side - 1, y + side - 1, z + side - 1))
        self.spots[place] = plane
        return plane

    def over(self, box: Box) -> Plane:
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


def ground(board: Board, rules: Ruleset, frame: Frame) -> Ground:
    """The compiled ground for `frame`, made once for each board and ruleset."""
    key = (frame, rules.name, tuple(sorted((k, str(v)) for k, v in rules.chosen.items())))
    caches: dict[object, object] = board.caches
    if frame.extra_blocked or frame.corners:
        # These change with every step of the creatures they come from: few are kept.
        passing = caches.setdefault("passing grounds", {})
        assert isinstance(passing, dict)
        caches = passing
        if len(caches) > PASSING_GROUNDS:
            caches.clear()
    found = caches.get(key)
    if not isinstance(found, Ground):
        found = caches[key] = compile_ground(board, rules, frame)
    return found


def span(board: Board, frame: Frame) -> tuple[int, int]:
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


def compile_ground(board: Board, rules: Ruleset, frame: Frame) -> Ground:
    """Compile tiles and edges for one kind of mover."""
    lattice = board.lattice(*span(board, frame))
    planes = board.planes(lattice)
    side, modes = frame.side, dict(frame.modes)
    diggable = 0
    if "burrow" in modes:
        diggable = (planes.dirt if "dirt" in frame.digs else 0) | (planes.stone if "stone" in frame.digs else 0)
    open_cells = planes.free | diggable
    through = planes.walls if frame.phasing else 0
    open_cells |= through
    for box in frame.extra_blocked:
        open_cells &= ~lattice.box(*box)
    anchors = lattice.box(0, 0, lattice.low, board.width - side, board.height - side, lattice.high)
    whole = lattice.all_over(open_cells, side) & anchors
    roomy, tight = _room(lattice, planes, frame, open_cells, anchors, whole)
    split = 0 if frame.phasing else _split_by_walls(lattice, planes, side)
    stand = (roomy | tight) & ~split
    tight &= stand

    def under(plane: Plane) -> Plane:
        return lattice.any_over(plane & open_cells, side)

    floor = under(planes.floor | (through & planes.wall_feet))
    buried = under(diggable) & stand
    walk = stand & floor & ~buried
    swim = stand & under(planes.water) & ~floor & ~buried
    air = stand & ~walk & ~swim & ~buried
    if rules.pits_closed and not frame.pits:
        shut = under(planes.pit)
        walk &= ~shut
    beside = 0
    for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
        beside |= lattice.any_over(lattice.shift(planes.hard, step) & planes.free, side)
    grip = air & beside
    if frame.overhead:
        top = board.ceiling - side + 1
        grip |= air & lattice.box(0, 0, top, board.width - 1, board.height - 1, top)
    made = Ground(
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
        enterable=stand,
        hard=under(planes.difficult | planes.impeded),
        hazard=under(planes.hazard),
        harmful=under(planes.harmful),
    )
    made.strides = tuple(_strides(board, rules, made, open_cells))
    for stride in made.strides:
        made.by_step.setdefault(stride.step, []).append(stride)
    return made


def _room(
    lattice: Lattice, planes: Planes, frame: Frame, open_cells: Plane, anchors: Plane, whole: Plane
) -> tuple[Plane, Plane]:
    """(anchors with all the room wanted, anchors with room enough to squeeze)."""
    side = frame.side
    widths = dict(planes.widths)
    narrow_cells = 0
    for width, plane in widths.items():
        if width < min(frame.room, 5.0):
            narrow_cells |= plane
    roomy = whole & ~lattice.any_over(narrow_cells, side) if narrow_cells else whole
    if side == 1 or frame.least >= frame.room:
        tight = 0
        if side == 1:
            for width, plane in widths.items():
                if width < frame.room and _enough(width, frame):
                    tight |= plane & whole
        return roomy, tight
    # A larger body draws in: some run of adjoining rows (or columns) must be open along its whole
    # length and wide enough together. Each row's usable width is that of its narrowest square.
    levels = sorted({0.0, 5.0, *widths})
    tight = 0
    for along, across in ((1, lattice.block), (lattice.block, 1)):
        line_at_least: dict[float, Plane] = {}
        for level in levels[1:]:
            cells = open_cells
            for width, plane in widths.items():
                if width < level:
                    cells &= ~plane
            line = cells
            done = 1
            while done < side:
                go = min(done, side - done)
                line &= line >> (along * go)
                done += go
            line_at_least[level] = line
        for start in range(side):
            for count in range(1, side - start + 1):
                tight |= _run(lattice, line_at_least, levels, across, start, count, frame)
    return roomy, tight & anchors & ~roomy


def _run(
    lattice: Lattice,
    lines: dict[float, Plane],
    levels: list[float],
    across: int,
    start: int,
    count: int,
    frame: Frame,
) -> Plane:
    """Anchors where the lines `start`..`start + count - 1` of the space are open and wide enough."""
    if len(levels) == 2:
        if not _enough(5.0 * count, frame):
            return 0
        plane = -1
        for i in range(start, start + count):
            plane &= lines[5.0] >> (across * i)
        return plane if plane >= 0 else 0
    by_total: dict[float, Plane] = {0.0: -1}
    for i in range(start, start + count):
        grown: dict[float, Plane] = {}
        for total, plane in by_total.items():
            for low, high in zip(levels[1:], [*levels[2:], None], strict=True):
                just = lines[low] & ~(lines[high] if high is not None else 0)
                members = plane & (just >> (across * i))
                if members:
                    grown[total + low] = grown.get(total + low, 0) | members
        by_total = grown
    found = 0
    for total, plane in by_total.items():
        if _enough(total, frame):
            found |= plane
    return found


def _enough(width: float, frame: Frame) -> bool:
    """Whether a width in feet admits the mover squeezed."""
    return width > frame.least if frame.least_open else width >= frame.least


def _split_by_walls(lattice: Lattice, planes: Planes, side: int) -> Plane:
    """Anchors whose space a wall edge runs through."""
    split = 0
    if side > 1 and planes.walls_west:
        for i in range(1, side):
            for j in range(side):
                split |= lattice.shift(planes.walls_west, (-i, -j, 0))
    if side > 1 and planes.walls_north:
        for i in range(side):
            for j in range(1, side):
                split |= lattice.shift(planes.walls_north, (-i, -j, 0))
    return split


def _corner_cells(rules: Ruleset, lattice: Lattice, planes: Planes, step: Offset, filled: Plane) -> Plane:
    """Cubes that a diagonal step may not end in because of what stands filled beside it."""
    dx, dy, dz = step
    if rules.corner == "free":
        beside_x = beside_y = 0
    else:
        # Where the step changes height, what counts is what stands beside it at the upper of the two.
        lift = 1 if dz < 0 else 0
        beside_x = lattice.shift(filled, (0, dy, -lift))
        beside_y = lattice.shift(filled, (dx, 0, -lift))
    bad = beside_x | beside_y if rules.corner == "any" else beside_x & beside_y
    walls = _vertex(lattice, planes.walls_west, planes.walls_north, step)
    if walls is not None:
        touching, separated = walls
        bad |= touching if rules.corner == "any" else separated
    return bad


def _vertex(lattice: Lattice, west: Plane, north: Plane, step: Offset) -> tuple[Plane, Plane] | None:
    """(any edge touches the point a diagonal passes, both ways round cross an edge), by end cube."""
    if not west and not north:
        return None
    dx, dy, dz = step

    def crossing(plane: Plane, go: int, axis: int) -> Plane:
        """Cubes entered by a step `go` along an axis across one of the edges."""
        if go > 0:
            return plane
        return lattice.shift(plane, (-1, 0, 0) if axis == 0 else (0, -1, 0))

    into_x, into_y = crossing(west, dx, 0), crossing(north, dy, 1)
    # First along x then along y, and the other way round; all four edges meet at the point passed.
    x_first = lattice.shift(into_x, (0, dy, 0))
    y_then = into_y
    y_first = lattice.shift(into_y, (dx, 0, 0))
    x_then = into_x
    if dz:
        x_first, y_first = (lattice.shift(p, (0, 0, dz)) for p in (x_first, y_first))
    return (x_first | y_then | y_first | x_then, (x_first | y_then) & (y_first | x_then))


def _strides(board: Board, rules: Ruleset, made: Ground, open_cells: Plane) -> Iterator[Stride]:
    """Every kind of step, direction by direction."""
    lattice, planes, frame = made.lattice, made.planes, made.frame
    side, modes = frame.side, dict(frame.modes)
    layered = lattice.high > lattice.low
    filled = planes.filled
    for box in frame.corners:
        filled |= lattice.box(*box)
    for step in SOLID if layered else FLAT:
        dx, dy, dz = step
        level_axes = (dx != 0) + (dy != 0)
        closed = 0
        if level_axes == 2:
            bad = 0 if frame.phasing else _corner_cells(rules, lattice, planes, step, filled)
            bad &= open_cells & lattice.shift(open_cells, step)
            closed = lattice.any_over(bad, side)
        elif level_axes == 1 and not frame.phasing:
            closed = _edge_anchors(lattice, planes.walls_west, planes.walls_north, step, side)
        for mode, listed, into, stair in _ways(rules, made, step, modes):
            if mode == "burrow" and level_axes == 2 and not frame.phasing:
                # Earth that it digs through has no corners for a burrower.
                bad = _corner_cells(rules, lattice, planes, step, filled & ~open_cells)
                into &= ~lattice.any_over(bad & open_cells & lattice.shift(open_cells, step), side)
            else:
                into &= ~closed
            if not into:
                continue
            if mode in ("fly", "swim", "climb") and dz and level_axes and rules.corner_axes == 3 and not stair:
                cut = 0 if frame.phasing else _slant_anchors(rules, lattice, filled, step, side)
                if mode == "climb" and dz < 0:
                    cut &= ~lattice.shift(made.walk, step)  # down over the edge of the floor it stands on
                into &= ~cut
            free_fall = mode in ("fly", "swim", "burrow", "climb")
            diagonal = level_axes == 2 or (level_axes == 1 and dz != 0 and free_fall and rules.vertical_diagonal)
            if mode == "climb" and stair:
                diagonal = level_axes == 2
            traits = STAIR if stair else 0
            if rules.slant_per_axis and level_axes and dz and free_fall and not stair:
                traits |= SLANT if level_axes == 1 else STEEP
            yield from _by_features(rules, made, step, mode, listed, diagonal, into, traits, open_cells)


def _slant_anchors(rules: Ruleset, lattice: Lattice, filled: Plane, step: Offset, side: int) -> Plane:
    """Anchors that a slanting step may not end in because of the cubes that it cuts across."""
    if rules.corner == "free":
        return 0
    axes = [axis for axis in (0, 1, 2) if step[axis]]

    def filled_after(passed: Sequence[int]) -> Plane:
        """Cubes reached by the step whose cube with only the axes `passed` gone along is filled."""
        rest = (0 if axis in passed else step[axis] for axis in (0, 1, 2))
        dx, dy, dz = rest
        return lattice.shift(filled, (dx, dy, dz))

    ways: list[Plane] = []
    for order in permutations(axes):
        barred = 0
        for count in range(1, len(order)):
            barred |= filled_after(order[:count])
        ways.append(barred)
    cut = ways[0]
    for way in ways[1:]:
        cut = cut | way if rules.corner == "any" else cut & way
    return lattice.any_over(cut, side)


def _edge_anchors(lattice: Lattice, west: Plane, north: Plane, step: Offset, side: int) -> Plane:
    """Anchors that a straight step reaches only across one of the edges."""
    dx, dy, _dz = step
    if dx:
        plane = west if dx > 0 else lattice.shift(west, (-1, 0, 0))
    else:
        plane = north if dy > 0 else lattice.shift(north, (0, -1, 0))
    return lattice.any_over(plane, side) if plane else 0


def _ways(
    rules: Ruleset, made: Ground, step: Offset, modes: dict[Mode, bool]
) -> Iterator[tuple[Mode, bool, Plane, bool]]:
    """(mode, listed, anchors to enter, onto a higher floor) for one direction."""
    lattice, planes, side = made.lattice, made.planes, made.frame.side
    dx, dy, dz = step
    level = (dx, dy) != (0, 0)
    dry = made.walk | made.air

    def after(plane: Plane) -> Plane:
        return lattice.shift(plane, step)

    if "walk" in modes and level:
        listed = modes["walk"]
        if dz == 0:
            yield "walk", listed, made.walk & after(made.enterable), False
        elif dz < 0:
            yield "walk", listed, made.walk & after(made.walk), False
        else:
            ramps = lattice.any_over(planes.ramp, side)
            ashore = made.walk & after(made.swim & lattice.any_over(planes.surface, side))
            up = made.walk & after(made.walk) & (ramps | after(ramps))
            yield "walk", listed, ashore | up, False
    if "swim" in modes:
        yield "swim", modes["swim"], made.swim & after(made.enterable & ~made.burrow), False
    if "fly" in modes:
        yield "fly", modes["fly"], (made.air | made.walk) & after(made.enterable & ~made.burrow), False
    if "climb" in modes:
        listed = modes["climb"]
        yield "climb", listed, made.grip & after(dry | made.swim), False
        if dz > 0 and level:
            ramps = lattice.any_over(planes.ramp, side)
            onto = made.walk & after(dry)
            onto &= ~(after(made.walk) & (ramps | after(ramps)))
            yield "climb", listed, onto, True
        if dz < 0:
            yield "climb", listed, made.walk & after(made.grip), False
    if "burrow" in modes and (dz == 0 or rules.burrow_vertical or made.frame.delves):
        listed = modes["burrow"]
        out = made.walk & after(made.burrow) if dz else 0
        yield "burrow", listed, (made.burrow & after(made.enterable)) | out, False


def _by_features(
    rules: Ruleset,
    made: Ground,
    step: Offset,
    mode: Mode,
    listed: bool,
    diagonal: bool,
    into: Plane,
    traits: int,
    open_cells: Plane,
) -> Iterator[Stride]:
    """The strides of one way, split by what makes them hard."""
    lattice, planes, frame = made.lattice, made.planes, made.frame
    parts: dict[int, Plane] = {traits: into}

    def split(flag: int, plane: Plane) -> None:
        if not plane:
            return
        for features, members in list(parts.items()):
            both = members & plane
            if both:
                rest = members & ~plane
                parts[features | flag] = parts.get(features | flag, 0) | both
                if rest:
                    parts[features] = rest
                else:
                    del parts[features]

    off_ground = frame.ghostly or (mode == "fly" and rules.fly_over_ground)
    if not off_ground and mode != "burrow":
        for flag, cells in (
            # By majority, ground that is harder still helps to make up the hard half.
            (DIFFICULT, planes.difficult | (planes.impeded if rules.terrain_under == "majority" else 0)),
            (IMPEDED, planes.impeded),
            (OBSTACLE, planes.obstacle),
        ):
            if cells:
                split(flag, _met(rules, lattice, cells & open_cells, step, frame.side))
        barrier = _barriers(rules, lattice, planes, step, frame.side)
        split(BARRIER, barrier)
    if not frame.sees_in_dark and planes.dark:
        split(DARK, _met(rules, lattice, planes.dark, step, frame.side))
    if made.tight:
        split(NARROW, made.tight)
    for features, members in sorted(parts.items()):
        yield Stride(step, mode, listed, features, diagonal, members)


def _met(rules: Ruleset, lattice: Lattice, cells: Plane, step: Offset, side: int) -> Plane:
    """Anchors at which a step of that direction meets one of the cells."""
    arrived = lattice.any_over(cells, side)
    if side == 1 or rules.terrain_under == "arrival":
        if rules.terrain_under == "either":
            return arrived | lattice.shift(arrived, step)
        return arrived
    if rules.terrain_under == "either":
        return arrived | lattice.shift(arrived, step)
    dx, dy, dz = step
    entered = [
        lattice.shift(cells, (-i, -j, 0))
        for i in range(side)
        for j in range(side)
        if not (0 <= i + dx < side and 0 <= j + dy < side and dz == 0)
    ]
    return _at_least(entered, len(entered) // 2 + 1 if rules.terrain_under == "majority" else 1)


def _at_least(planes: list[Plane], count: int) -> Plane:
    """Members of `count` or more of the planes."""
    held = [-1] + [0] * count
    for plane in planes:
        for number in range(count, 0, -1):
            held[number] |= held[number - 1] & plane
    return held[count]


def _barriers(rules: Ruleset, lattice: Lattice, planes: Planes, step: Offset, side: int) -> Plane:
    """Anchors that a step reaches across an obstacle edge."""
    dx, dy, _ = step
    west, north = planes.barriers_west, planes.barriers_north
    if not west and not north:
        return 0
    if dx and dy:
        found = _vertex(lattice, west, north, step)
        if found is None:
            return 0
        touching, separated = found
        return lattice.any_over(touching if rules.setting("obstacle-diagonal") == "touching" else separated, side)
    return _edge_anchors(lattice, west, north, step, side)

"""The squares of areas by the ruleset's templates, and creatures within."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...components.ability import AreaSpec
from ...components.intents import StepAim
from ...components.position import Cube
from ..dice import parse
from ..geometry.boxes import AROUND, Box, alternating, one
from ..geometry.boxes import area as geometry_area
from ..rules.budget import squares_between
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature

Squares = frozenset[tuple[int, int]]


def everywhere(square: tuple[int, int]) -> bool:
    return True


MOST_SQUARES = 60


@lru_cache(maxsize=64)
def disc(alternates: bool, squares: int) -> frozenset[tuple[int, int]]:
    """Returns the offsets (east, south) of all squares up to `squares` away from a square."""
    count = alternating if alternates else one
    span = range(-squares, squares + 1)
    return frozenset((x, y) for y in span for x in span if count(abs(x), abs(y)) <= squares)


class Template:
    """A set of squares on the board, stored as a start square and offsets from it."""

    __slots__ = ("board", "steps", "x", "y")

    def __init__(self, world: World, square: tuple[int, int], steps: frozenset[tuple[int, int]]) -> None:
        self.board = world.board
        self.x, self.y = square
        self.steps = steps

    def __contains__(self, square: object) -> bool:
        return isinstance(square, tuple) and (square[0] - self.x, square[1] - self.y) in self.steps

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for east, south in self.steps:
            square = self.x + east, self.y + south
            if square in self.board:
                yield square

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(slots=True)
class Area:
    """The squares and the heights (z) that an area covers."""

    shape: Collection[tuple[int, int]]
    opens: Callable[[tuple[int, int]], bool] = everywhere
    """True if a square has line of effect."""
    low: int | None = None
    """The lowest level; None: every height."""
    high: int | None = None

    @property
    def squares(self) -> Squares:
        return frozenset(filter(self.opens, self.shape))

    @property
    def levels(self) -> tuple[int, int] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)

    def covers(self, space: Box) -> bool:
        """True if the area covers a part of the space."""
        if self.low is not None and self.high is not None and (space.z1 < self.low or space.z0 > self.high):
            return False
        shape, opens = self.shape, self.opens
        west, north, _, east, south, _ = space
        if isinstance(shape, Template):
            x, y, steps = shape.x, shape.y, shape.steps
            if west == east and north == south:
                return (west - x, north - y) in steps and opens((west, north))
            return any((east - x, south - y) in steps and opens((east, south)) for east, south in space.footprint)
        return any(square in shape and opens(square) for square in space.footprint)


def size_of(rules: Ruleset, size: int | str) -> int:
    """Converts the size of an area to squares. Dice count as their highest result."""
    roll = parse(size)
    return rules.squares(roll.count * roll.sides + roll.plus)


def area(world: World, user: Creature, spec: AreaSpec, aim: StepAim, size: int | None = None) -> Area:
    """Returns the area of an ability's step at its aim. `size` replaces the step's own size."""
    squares = size_of(world.rules, spec.size) if size is None else size
    found = _shaped(world, user, spec, aim, min(squares, MOST_SQUARES))
    if spec.height is None:
        return found
    aimed = aim.at is not None and spec.shape in ("burst", "cube") and spec.from_ in ("square", "corner")
    low, high = (user.box.z0, user.box.z1)
    if aimed and aim.at is not None:
        low = high = place_of(world, aim.at)[2]
    return Area(found.shape, found.opens, low - spec.height, high + spec.height)


def place_of(world: World, square: tuple[int, ...]) -> Cube:
    """Returns the cube on the floor of a square, or a given cube. Off the board the height is 0."""
    x, y = square[0], square[1]
    if len(square) == 3:
        return x, y, square[2]
    return x, y, world.board.stand(x, y) if (x, y) in world.board else 0


def _shaped(world: World, user: Creature, spec: AreaSpec, aim: StepAim, size: int) -> Area:
    shape, own = spec.shape, spec.from_ in ("self", "edge")
    if shape == "wall":
        return Area(frozenset((square[0], square[1]) for square in aim.squares))
    if shape == "emanation" or (shape == "burst" and (own or aim.at is None)):
        return emanation(world, user.box, size)
    if shape == "burst" and aim.at is not None:
        if spec.from_ == "corner":
            return burst_from_corner(world, user.box, aim.at, size)
        origin = place_of(world, aim.at)
        steps = disc(world.rules.grid.distance_cycle == "alternating", size)
        return _opened(world, origin, Template(world, (origin[0], origin[1]), steps))
    if shape == "cube" and aim.at is not None and not own:
        x, y, z = place_of(world, aim.at)
        block = (square for square in area_on(spec, x, y, z, size) if square in world.board)
        return _opened(world, (x, y, z), block)
    toward = direction_of(user, aim)
    if toward is None:
        return Area(frozenset())
    if shape == "cube":
        return _seen(world, user.box, _cube_beside(user.box, toward, size))
    if shape == "cone":
        apex = place_of(world, aim.at) if aim.at is not None and aim.direction is not None and not own else None
        return cone(world, user.box, toward, size, corner=spec.from_ == "corner", origin=apex)
    width = max(size_of(world.rules, spec.width), 1) if spec.width is not None else 1
    to = aim.at if aim.at is not None and aim.direction is None else None
    return line(world, user.box, toward if to is None else (to[0], to[1]), size, width, relative=to is None)


def direction_of(user: Creature, aim: StepAim) -> tuple[int, int] | None:
    """Returns the direction (east, south) that an aim gives, or that leads to its target."""
    if aim.direction is not None:
        return nearest_direction(*aim.direction)
    if aim.at is None:
        return None
    box = user.box
    x, y = aim.at[0], aim.at[1]
    return nearest_direction(2 * x - box.x0 - box.x1, 2 * y - box.y0 - box.y1)


def nearest_direction(dx: int, dy: int) -> tuple[int, int] | None:
    """Returns the nearest of the eight directions to (dx, dy); None for (0, 0)."""
    if not dx and not dy:
        return None
    east, south = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    # tan 22.5° is 0.4142: 12 parts of 29
    if 29 * abs(dy) <= 12 * abs(dx):
        return east, 0
    return (0, south) if 29 * abs(dx) <= 12 * abs(dy) else (east, south)


# --- shapes ------------------------------------------------------------------------------------------


def emanation(world: World, space: Box, squares: int) -> Area:
    """Returns the area within a distance of a creature's space, that space included."""
    alternates = world.rules.grid.distance_cycle == "alternating"
    steps = ring(alternates, space.x1 - space.x0, space.y1 - space.y0, squares)
    return _seen(world, space, Template(world, (space.x0, space.y0), steps))


@lru_cache(maxsize=256)
def ring(alternates: bool, east: int, south: int, squares: int) -> frozenset[tuple[int, int]]:
    """Returns the offsets of all squares up to `squares` away from a rectangle.

    The rectangle is `east` + 1 squares wide and `south` + 1 squares deep.
    """
    count = alternating if alternates else one
    return frozenset(
        (x, y)
        for y in range(-squares, south + squares + 1)
        for x in range(-squares, east + squares + 1)
        if count(max(-x, x - east, 0), max(-y, y - south, 0)) <= squares
    )


def burst_from_corner(world: World, user: Box, corner: tuple[int, ...], squares: int) -> Area:
    board, rules, (x, y, z) = world.board, world.rules, place_of(world, corner)
    around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
    starts = [square for square in around if square in board and not board.tile(*square).blocked]
    nearer = [square for square in starts if _line(world, user, square, z)]
    near = Template(world, (x, y), corner_disc(rules.grid.distance_cycle == "alternating", squares))
    level = z if len(corner) == 3 else None

    def opens(square: tuple[int, int]) -> bool:
        return not board.tile(*square).blocked and any(
            square == one_of or _line(world, _cell(world, one_of, level), square) for one_of in nearer or starts
        )

    return Area(near, opens)


@lru_cache(maxsize=64)
def corner_disc(alternates: bool, squares: int) -> frozenset[tuple[int, int]]:
    """Returns the offsets of all squares up to `squares` away from a corner."""
    count, span = alternating if alternates else one, range(-squares, squares)
    return frozenset(
        (x, y) for y in span for x in span if count(x + 1 if x >= 0 else -x, y + 1 if y >= 0 else -y) <= squares
    )


def cone(
    world: World,
    user: Box,
    direction: tuple[int, int],
    squares: int,
    *,
    corner: bool = False,
    origin: Cube | None = None,
) -> Area:
    """Returns a cone in one of eight directions, from a creature's space or from a square.

    A diagonal cone is a quarter circle. A straight cone may follow a printed template.
    """
    rules, (dx, dy) = world.rules, direction
    alternates = rules.grid.distance_cycle == "alternating"
    start = origin or start_of(user, direction)
    seen_from = user if origin is None else Box(*origin, *origin)
    if not rules.grid.cone_templates and not corner:
        found: Collection[tuple[int, int]] = Template(world, start[:2], quarter(alternates, dx, dy, squares))
        if origin is None and user.anchor[:2] != (user.x1, user.y1):
            found = frozenset(found).difference(user.footprint)
        return _opened(world, start, found)
    x, y, _ = start
    if corner or (dx and dy):
        # the corner between squares: that of the space in a diagonal direction, else the one beside its middle
        at = x + (dx > 0), y + (dy > 0)
        return _seen(world, seen_from, Template(world, at, corner_quarter(alternates, dx, dy, squares)))
    return _seen(world, seen_from, Template(world, (x, y), straight_cone(alternates, dx, dy, squares)))


@lru_cache(maxsize=256)
def quarter(alternates: bool, dx: int, dy: int, squares: int) -> frozenset[tuple[int, int]]:
    """Returns the offsets (east, south) of a quarter circle, without its starting square."""
    return frozenset(step for step in disc(alternates, squares) if ahead((dx, dy), *step))


def ahead(direction: tuple[int, int], x: int, y: int) -> bool:
    dx, dy = direction
    if dx and dy:
        return x * dx >= 0 and y * dy >= 0 and bool(x or y)
    along, across = (x * dx, y) if dx else (y * dy, x)
    return along > 0 and abs(across) <= along


@lru_cache(maxsize=256)
def straight_cone(alternates: bool, dx: int, dy: int, squares: int) -> frozenset[tuple[int, int]]:
    count = alternating if alternates else one
    return frozenset(
        (dx * ahead + dy * aside, dy * ahead + dx * aside)
        for ahead in range(1, squares + 1)
        for aside in range(1 - ahead, ahead)
        if count(ahead, abs(aside)) <= squares
    )


@lru_cache(maxsize=256)
def corner_quarter(alternates: bool, dx: int, dy: int, squares: int) -> frozenset[tuple[int, int]]:

    def inside(x: int, y: int) -> bool:
        across, down = 2 * x + 1, 2 * y + 1  # the middle of the square, in halves
        if dx and dy:
            return across * dx > 0 and down * dy > 0
        ahead, aside = (across * dx, down) if dx else (down * dy, across)
        return ahead > 0 and abs(aside) <= ahead

    return frozenset(step for step in corner_disc(alternates, squares) if inside(*step))


def start_of(space: Box, direction: tuple[int, int]) -> Cube:
    """Returns the cube of a creature's space where a cone or line in this direction starts."""
    dx, dy = direction
    x = space.x1 if dx > 0 else space.x0 if dx < 0 else (space.x0 + space.x1) // 2
    y = space.y1 if dy > 0 else space.y0 if dy < 0 else (space.y0 + space.y1) // 2
    return x, y, space.z0


def line(world: World, user: Box, to: tuple[int, int], squares: int, width: int = 1, *, relative: bool = False) -> Area:
    """Returns a line from a creature's space through the square `to`. If `relative`, `to` is a direction."""
    if relative:
        start = start_of(user, to)
        to = start[0] + to[0], start[1] + to[1]
    else:
        x, y = min(max(to[0], user.x0), user.x1), min(max(to[1], user.y0), user.y1)
        start = x, y, user.z0
    dx, dy = to[0] - start[0], to[1] - start[1]
    if not dx and not dy:
        return Area(frozenset())
    steps = line_steps(world.rules.grid.distance_cycle == "alternating", dx, dy, squares, width)
    found: Collection[tuple[int, int]] = Template(world, (start[0], start[1]), steps)
    if width > 1 or user.anchor[:2] != (user.x1, user.y1):
        found = frozenset(found).difference(user.footprint)
    return _seen(world, user, found)


@lru_cache(maxsize=1024)
def line_steps(alternates: bool, dx: int, dy: int, squares: int, width: int) -> frozenset[tuple[int, int]]:
    count, longest = alternating if alternates else one, max(abs(dx), abs(dy))
    upright = abs(dy) > abs(dx)
    found: list[tuple[int, int]] = []
    for number in range(1, squares + 1):
        east, south = (2 * dx * number + longest) // (2 * longest), (2 * dy * number + longest) // (2 * longest)
        if count(abs(east), abs(south)) > squares:
            break
        found += [
            (east + (aside if upright else 0), south + (0 if upright else aside))
            for aside in range(-((width - 1) // 2), width // 2 + 1)
        ]
    return frozenset(found)


def area_on(spec: AreaSpec, x: int, y: int, z: int, side: int) -> list[tuple[int, int]]:
    """Returns the squares of an area `side` wide around a square. An even area surrounds a corner."""
    if side < 1:
        return []
    if spec.from_ == "corner" and side % 2:
        return _block(x - side // 2, y - side // 2, side)
    return geometry_area((x, y, z), side).footprint


def _block(x: int, y: int, side: int) -> list[tuple[int, int]]:
    return [(x + east, y + south) for south in range(side) for east in range(side)]


def _cube_beside(user: Box, direction: tuple[int, int], side: int) -> list[tuple[int, int]]:
    dx, dy = direction
    x = user.x1 + 1 if dx > 0 else user.x0 - side if dx < 0 else (user.x0 + user.x1 + 1 - side) // 2
    y = user.y1 + 1 if dy > 0 else user.y0 - side if dy < 0 else (user.y0 + user.y1 + 1 - side) // 2
    return _block(x, y, side)


# --- lines of effect -------------------------------------------------------------------------------


def _cell(world: World, square: tuple[int, int], level: int | None = None) -> Box:
    x, y = square
    z = world.board.stand(x, y)
    if level is not None:
        z = max(z, level)
    return Box(x, y, z, x, y, z)


def _line(world: World, start: Box, square: tuple[int, int], level: int | None = None) -> bool:
    there = _cell(world, square, start.z0 if level is None else level)
    return world.rules.threat.line(world.rules, world.board, start, there)


def _seen(world: World, start: Box, squares: Iterable[tuple[int, int]]) -> Area:
    board, own = world.board, start.footprint
    return Area(
        squares if isinstance(squares, Template) else frozenset(square for square in squares if square in board),
        lambda square: not board.tile(*square).blocked and (square in own or _line(world, start, square)),
    )


def _opened(world: World, origin: Cube, squares: Iterable[tuple[int, int]]) -> Area:
    shape = squares if isinstance(squares, Template) else frozenset(squares)
    return Area(shape, lambda square: opens(world, origin, square))


# --- areas of no ability, from a square --------------------------------------------------------------


def burst_squares(world: World, origin: Cube, squares: int) -> Squares:
    return _open(world, origin, within(world, origin, squares))


def cone_squares(world: World, origin: Cube, direction: tuple[int, int], squares: int) -> Squares:
    """Returns the squares of a cone with line of effect from its origin. A cone is a quarter circle."""
    near = within(world, origin, squares)
    return _open(world, origin, ((x, y) for x, y in near if ahead(direction, x - origin[0], y - origin[1])))


def line_squares(world: World, origin: Cube, to: tuple[int, int], squares: int) -> Squares:
    """Returns the squares on a line from `origin` through `to` that have line of effect."""
    dx, dy = to[0] - origin[0], to[1] - origin[1]
    steps = max(abs(dx), abs(dy))
    found: list[tuple[int, int]] = []
    for number in range(1, squares + 1) if steps else ():
        x = origin[0] + (2 * dx * number + steps) // (2 * steps)
        y = origin[1] + (2 * dy * number + steps) // (2 * steps)
        if (x, y) not in world.board or _far(world, origin, (x, y)) > squares:
            break
        found.append((x, y))
    return _open(world, origin, found)


def cube_squares(world: World, aim: Cube, side: int) -> Squares:
    """Returns the squares with line of effect of a cube around `aim`. An even `side`: around its corner."""
    return _open(world, aim, (square for square in geometry_area(aim, side).footprint if square in world.board))


def _far(world: World, origin: Cube, square: tuple[int, int]) -> int:
    x, y = square
    return squares_between(world.rules, Box(*origin, *origin), Box(x, y, origin[2], x, y, origin[2]))


def within(world: World, origin: Cube, squares: int) -> Iterator[tuple[int, int]]:
    """Yields the squares within a distance of `origin`. Walls are ignored."""
    board = world.board
    for y in range(max(origin[1] - squares, 0), min(origin[1] + squares, board.height - 1) + 1):
        for x in range(max(origin[0] - squares, 0), min(origin[0] + squares, board.width - 1) + 1):
            if _far(world, origin, (x, y)) <= squares:
                yield x, y


def _open(world: World, origin: Cube, squares: Iterable[tuple[int, int]]) -> Squares:
    return frozenset(square for square in squares if opens(world, origin, square))


def opens(world: World, origin: Cube, square: tuple[int, int]) -> bool:
    """True if a square is not blocked and has line of effect from `origin`."""
    rules, board = world.rules, world.board
    if board.tile(*square).blocked:
        return False
    return square == origin[:2] or rules.threat.line(
        rules, board, Box(*origin, *origin), _cell(world, square, origin[2])
    )


# --- directions -------------------------------------------------------------------------------------

DIRECTIONS: tuple[tuple[int, int], ...] = tuple(AROUND)
"""[east, south]."""


def inside(world: World, covered: Area) -> list[Creature]:
    near, shape = world.creatures, covered.shape
    if isinstance(shape, Template):
        west, north, east, south = extent(shape.steps)
        x0, y0, x1, y1 = west + shape.x, north + shape.y, east + shape.x, south + shape.y
        near = [one for one in near if x0 <= one.box[3] and one.box[0] <= x1 and y0 <= one.box[4] and one.box[1] <= y1]
    return sorted([one for one in near if covered.covers(one.box)], key=row_order)


@lru_cache(maxsize=256)
def extent(steps: frozenset[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Returns the least and greatest offsets: west, north, east, south."""
    across, down = [east for east, _ in steps] or [0], [south for _, south in steps] or [0]
    return min(across), min(down), max(across), max(down)


def row_order(creature: Creature) -> tuple[int, int, str]:
    x, y, _ = creature.cube
    return y, x, creature.name

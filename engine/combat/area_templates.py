"""Areas of effect as sets of squares: bursts, cubes, cones and lines with line of effect from their origin.

Distances are the ruleset's own; a square counts at the height of the origin or on its floor, whichever is higher.
"""

from collections.abc import Iterable, Iterator

from ...components.position import Cube
from ..geometry.boxes import Box, area
from ..rules.budget import squares_between
from ..rules.ruleset import World

Squares = frozenset[tuple[int, int]]


def burst(world: World, origin: Cube, squares: int) -> Squares:
    """All squares within a distance of the origin."""
    return _open(world, origin, within(world, origin, squares))


def cone(world: World, origin: Cube, direction: tuple[int, int], squares: int) -> Squares:
    """A quarter of a burst in one of the eight directions, without the origin."""
    return _open(world, origin, quarter(world, origin, direction, squares))


def quarter(world: World, origin: Cube, direction: tuple[int, int], squares: int) -> Iterator[tuple[int, int]]:
    """The squares of a cone, whether or not they have line of effect."""
    dx, dy = direction

    def ahead(x: int, y: int) -> bool:
        if dx and dy:
            return x * dx >= 0 and y * dy >= 0 and bool(x or y)
        along, across = (x * dx, y) if dx else (y * dy, x)
        return along > 0 and abs(across) <= along

    near = within(world, origin, squares)
    return ((x, y) for x, y in near if ahead(x - origin[0], y - origin[1]))


def line(world: World, origin: Cube, to: tuple[int, int], squares: int) -> Squares:
    """The squares from the origin (left out) towards another square and beyond, to a given length."""
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


def cube(world: World, aim: Cube, side: int) -> Squares:
    """A cube of a given side around a cube if `side` is odd, around its north-west corner if it is even."""
    return _open(world, aim, (square for square in area(aim, side).footprint if square in world.board))


def _box(world: World, origin: Cube, square: tuple[int, int]) -> Box:
    x, y = square
    z = max(world.board.stand(x, y), origin[2])
    return Box(x, y, z, x, y, z)


def _far(world: World, origin: Cube, square: tuple[int, int]) -> int:
    x, y = square
    return squares_between(world.rules, Box(*origin, *origin), Box(x, y, origin[2], x, y, origin[2]))


def within(world: World, origin: Cube, squares: int) -> Iterator[tuple[int, int]]:
    """The squares within a distance of the origin, whether or not they have line of effect."""
    board = world.board
    for y in range(max(origin[1] - squares, 0), min(origin[1] + squares, board.height - 1) + 1):
        for x in range(max(origin[0] - squares, 0), min(origin[0] + squares, board.width - 1) + 1):
            if _far(world, origin, (x, y)) <= squares:
                yield x, y


def _open(world: World, origin: Cube, squares: Iterable[tuple[int, int]]) -> Squares:
    return frozenset(square for square in squares if opens(world, origin, square))


def opens(world: World, origin: Cube, square: tuple[int, int]) -> bool:
    """True if a square is open and has line of effect from the origin."""
    rules, board = world.rules, world.board
    if board.tile(*square).blocked:
        return False
    return square == origin[:2] or rules.threat.line(rules, board, Box(*origin, *origin), _box(world, origin, square))

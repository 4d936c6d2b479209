"""Checks the arguments of a battle's queries: numbers, distances and squares."""

from collections.abc import Sequence
from typing import Any

from ..components.position import Cube
from ..engine.errors import spelled
from ..engine.geometry.boxes import Box
from ..engine.rules.ruleset import World

FARTHEST = 4096
"""Squares from the floor within which cubes are accepted, as in an intent."""


def number_of(value: object, name: str, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: found {spelled(value)}; allowed: a whole number from {least} to {most}")
    return value


def squares_of(world: World, distance: object) -> int:
    """The whole squares in a distance of the ruleset's unit.

    Raises:
        ValueError: it is no distance on any board.
    """
    return world.rules.squares(number_of(distance, "distance", 0, FARTHEST * world.rules.unit))


def square_on(world: World, square: object) -> Sequence[int]:
    """A square or cube of the board.

    Raises:
        ValueError: it is none.
    """
    if isinstance(square, Sequence) and not isinstance(square, str) and len(square) in (2, 3):
        found: tuple[Any, ...] = tuple(square)
        if all(type(one) is int for one in found) and found[:2] in world.board and abs(found[-1]) <= FARTHEST:
            return found
    raise ValueError(f"{spelled(square)} is not a square of the board")


def cube_on(world: World, square: object) -> Cube:
    """The cube for a square or cube of the board: without z the one on the floor.

    Raises:
        ValueError: it is none.
    """
    x, y, *z = square_on(world, square)
    return x, y, z[0] if z else world.board.stand(x, y)


def space_of(world: World, what: object) -> Box:
    """The space of a creature by name, or the cube for a square or cube of the board.

    Raises:
        KeyError: no creature has the name.
        ValueError: it is no square.
    """
    if isinstance(what, str):
        return world.named[what].box
    x, y, z = cube_on(world, what)
    return Box(x, y, z, x, y, z)

"""Small questions about cubes and boxes in the terms of a ruleset."""

from ...components.position import Cube
from ..geometry.boxes import Box, alternating, differences, one
from .ruleset import Ruleset

AROUND: tuple[tuple[int, int], ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""The steps to the eight neighbours of a square, in row order."""


def squares_between(rules: Ruleset, a: Box, b: Box) -> int:
    """The distance of two spaces in squares, by the ruleset's count."""
    dx, dy, dz = differences(a, b)
    if rules.setting("altitude") == "abstract":
        dz = 0
    return one(dx, dy, dz) if rules.distance_cycle == "one" else alternating(dx, dy, dz)


def reach_one(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """Reach counted with every diagonal as one square."""
    return max(dx, dy, dz) <= reach


def reach_alternating(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """Reach counted by the alternating diagonals, second diagonals excepted where a switch says so.

    (srd.reach.second-diagonal)
    """
    if rules.setting("reach-second-diagonal") == "in" and reach == 2:
        return max(dx, dy, dz) <= 2
    return alternating(dx, dy, dz) <= reach


def reach_two_squares(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """Alternating diagonals, except that a reach of two squares covers two diagonals."""
    if reach == 2 and rules.setting("reach_10_diagonal", "two_squares") == "two_squares":
        return max(dx, dy, dz) <= 2
    if rules.distance_cycle == "one":
        return max(dx, dy, dz) <= reach
    return alternating(dx, dy, dz) <= reach


def step_of(a: Cube, b: Cube) -> tuple[int, int, int]:
    """The difference from `a` to `b`."""
    return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


def row_order(cube: Cube) -> tuple[int, int, int]:
    """The key that puts cubes in row order: y, then x, then z."""
    return (cube[1], cube[0], cube[2])

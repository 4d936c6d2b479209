"""Small questions about cubes and boxes in the terms of a ruleset."""

from ..geometry.boxes import Box, alternating, differences, one
from .ruleset import Ruleset


def squares_between(rules: Ruleset, a: Box, b: Box) -> int:
    """The distance of two spaces in squares, by the ruleset's count."""
    dx, dy, dz = differences(a, b)
    if rules.setting("altitude") == "abstract":
        dz = 0
    return one(dx, dy, dz) if rules.grid.distance_cycle == "one" else alternating(dx, dy, dz)


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
    if rules.grid.distance_cycle == "one":
        return max(dx, dy, dz) <= reach
    return alternating(dx, dy, dz) <= reach

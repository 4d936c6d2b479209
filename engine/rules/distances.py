"""The distance between two spaces, and which cubes lie within a reach, by a ruleset's count of diagonals."""

from ..geometry.boxes import Box, alternating, differences, one
from .ruleset import Ruleset


def squares_between(rules: Ruleset, a: Box, b: Box) -> int:
    """The distance of two spaces in squares, by the ruleset's count."""
    dx, dy, dz = differences(a, b)
    if not rules.grid.levels_count:
        dz = 0
    return one(dx, dy, dz) if rules.grid.distance_cycle == "one" else alternating(dx, dy, dz)


def reach_one(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a cube lies within a reach, with every diagonal counted as one square."""
    return max(dx, dy, dz) <= reach


def reach_alternating(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a cube lies within a reach, by alternating diagonals. (srd.reach.second-diagonal)"""
    return alternating(dx, dy, dz) <= reach


def reach_second_diagonal(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """As `reach_alternating`, except that a reach of two squares covers two diagonals. (srd.reach.second-diagonal)"""
    return max(dx, dy, dz) <= 2 if reach == 2 else alternating(dx, dy, dz) <= reach


def reach_two_squares(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """As `reach_as_counted`, except that a reach of two squares covers two diagonals."""
    return max(dx, dy, dz) <= 2 if reach == 2 else reach_as_counted(rules, reach, dx, dy, dz)


def reach_as_counted(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a cube lies within a reach, by the ruleset's count of distances."""
    if rules.grid.distance_cycle == "one":
        return max(dx, dy, dz) <= reach
    return alternating(dx, dy, dz) <= reach

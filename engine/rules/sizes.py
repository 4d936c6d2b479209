"""Sizes, as a ruleset's table lists them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One line of a size table; lengths in feet, reach in the ruleset's unit."""

    rank: int
    """Steps above medium (1M); negative below."""
    side: int
    """The side of the space in whole squares."""
    room: float
    """The side of the space in feet."""
    tall_reach: int
    long_reach: int
    per_square: int = 1
    """How many creatures of this size a square holds."""

"""A creature's size and the side of its space."""

from dataclasses import dataclass


@dataclass(slots=True)
class Size:
    """A step on the ruleset's ladder of sizes, with the space that goes with it."""

    name: str
    """The size word, as the ruleset knows it."""
    rank: int
    """The step on the ruleset's ladder; medium (1M) is 0."""
    side: int
    """The side of the space in whole squares, at least 1."""
    room: float
    """The side of the space in feet; several creatures below 5 share a square."""
    tall: bool = True
    """Which reach column applies: that of tall bodies (True) or of long ones."""
    head: float | None = None
    """The width of the head in feet, where the data give it."""

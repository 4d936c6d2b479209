"""Where a creature is, and what holds it there."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Cube: TypeAlias = tuple[int, int, int]
"""One 5-foot cube of the board: x grows east, y grows south, z grows up."""

Mode: TypeAlias = Literal["walk", "climb", "swim", "fly", "burrow", "teleport"]
"""A way of moving that a creature may have a speed for."""

MODES: tuple[Mode, ...] = ("walk", "climb", "swim", "fly", "burrow", "teleport")


@dataclass(slots=True)
class Position:
    """The north-west, lowest cube of a creature's full space."""

    x: int
    y: int
    z: int
    held: Mode = "walk"
    """The mode by which it came to be here: what a creature off the floor holds on by."""

    @property
    def cube(self) -> Cube:
        """The anchor as a tuple."""
        return (self.x, self.y, self.z)

    def go(self, to: Cube) -> None:
        """Put the anchor at `to`."""
        self.x, self.y, self.z = to

"""A creature's place and the mode that holds it there."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Cube: TypeAlias = tuple[int, int, int]
"""One 5-foot cube of the board: x grows east, y grows south, z grows up."""

Space: TypeAlias = tuple[int, int, int, int, int, int]
"""The lowest x, y, z of a body, then the highest."""

Mode: TypeAlias = Literal["walk", "climb", "swim", "fly", "burrow", "teleport"]
"""A way of moving."""

MODES: tuple[Mode, ...] = ("walk", "climb", "swim", "fly", "burrow", "teleport")


@dataclass(slots=True)
class Position:
    """A creature's position: the north-west, lowest cube of its full space. Only `Creature.place` changes it."""

    x: int
    y: int
    z: int
    held: Mode = "walk"
    """The mode of its last step. It keeps the creature in the air, on a wall or in the ground."""

    @property
    def cube(self) -> Cube:
        return (self.x, self.y, self.z)

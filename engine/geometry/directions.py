"""The directions of a step, level and in space, and the row order of squares."""

from ...components.position import Cube
from .bitboard import Offset

AROUND: tuple[tuple[int, int], ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""The steps to the eight neighbours of a square, in row order."""


def step_of(a: Cube, b: Cube) -> tuple[int, int, int]:
    """The difference from `a` to `b`."""
    return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


def row_order(cube: Cube) -> tuple[int, int, int]:
    """The key that puts cubes in row order: y, then x, then z."""
    return (cube[1], cube[0], cube[2])


FLAT: tuple[Offset, ...] = tuple((dx, dy, 0) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
"""The eight level steps, in row order."""


SOLID: tuple[Offset, ...] = tuple(
    (dx, dy, dz) for dy in (-1, 0, 1) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if (dx, dy, dz) != (0, 0, 0)
)
"""All steps in space."""

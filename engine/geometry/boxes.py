"""Cubes, steps, boxes and distances in squares.

The distance of spaces is that of their nearest cubes.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...components.position import Cube
from .bitboard import Offset

# --- steps

AROUND: tuple[tuple[int, int], ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""Offsets of the eight neighbours of a square, in row order."""


def step_of(a: Cube, b: Cube) -> tuple[int, int, int]:
    return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


def row_order(cube: Cube) -> tuple[int, int, int]:
    return (cube[1], cube[0], cube[2])


FLAT: tuple[Offset, ...] = tuple((dx, dy, 0) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
"""Offsets of the level steps, in row order."""


SOLID: tuple[Offset, ...] = tuple(
    (dx, dy, dz) for dy in (-1, 0, 1) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if (dx, dy, dz) != (0, 0, 0)
)
"""Offsets of all steps in space, in row order."""


# --- boxes


class Box(NamedTuple):
    """The cubes between a lowest and a highest cube, inclusive."""

    x0: int
    y0: int
    z0: int
    x1: int
    y1: int
    z1: int

    @property
    def anchor(self) -> Cube:
        return (self.x0, self.y0, self.z0)

    @property
    def footprint(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(self.y0, self.y1 + 1) for x in range(self.x0, self.x1 + 1)]


Spaces: TypeAlias = tuple[tuple[int, int, int, int, int, int], ...]
"""The spaces of several creatures."""


def around(anchors: Sequence[Cube], side: int) -> Box:
    """Returns the smallest box around bodies `side` squares wide at all the places `anchors`."""
    x0, y0, z0 = map(min, zip(*anchors, strict=True))
    x1, y1, z1 = map(max, zip(*anchors, strict=True))
    return Box(x0, y0, z0, x1 + side - 1, y1 + side - 1, z1 + side - 1)


def hull(a: Box, b: Box) -> Box:
    """Returns the smallest box that contains both boxes."""
    return Box(*map(min, a[:3], b[:3]), *map(max, a[3:], b[3:]))


def footprint(side: int, anchor: Cube) -> list[tuple[int, int]]:
    """Returns the squares under a body `side` squares wide, by row."""
    x, y, _ = anchor
    return [(x, y)] if side == 1 else [(x + i, y + j) for j in range(side) for i in range(side)]


def cube_box(cube: Cube) -> Box:
    x, y, z = cube
    return Box(x, y, z, x, y, z)


@lru_cache(maxsize=1 << 14)
def grown(box: Box, squares: int) -> Box:
    x0, y0, z0, x1, y1, z1 = box
    return Box(x0 - squares, y0 - squares, z0 - squares, x1 + squares, y1 + squares, z1 + squares)


def cubes(of: Box) -> Iterator[Cube]:
    """Yields the cubes of a box by height, then by row."""
    for z in range(of.z0, of.z1 + 1):
        for y in range(of.y0, of.y1 + 1):
            for x in range(of.x0, of.x1 + 1):
                yield (x, y, z)


class Span(NamedTuple):
    """A reach in squares: from more than `least` up to `most`."""

    least: int
    most: int


def contains(outer: Box, cube: Cube) -> bool:
    x, y, z = cube
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1 and outer.z0 <= z <= outer.z1


def overlap(a: Box, b: Box) -> bool:
    """True if two boxes share a cube."""
    return a.x0 <= b.x1 and b.x0 <= a.x1 and a.y0 <= b.y1 and b.y0 <= a.y1 and a.z0 <= b.z1 and b.z0 <= a.z1


def over_ground(a: Box, b: Box) -> int:
    """Returns the distance of two boxes on the map: the larger along x or y. Touching boxes have 1."""
    ax0, ay0, _, ax1, ay1, _ = a
    bx0, by0, _, bx1, by1, _ = b
    return max(ax0 - bx1, bx0 - ax1, ay0 - by1, by0 - ay1, 0)


def far_off(a: Box, b: Box, squares: int) -> bool:
    """True if two boxes are more than `squares` apart on the map, along x or y."""
    ax0, ay0, _, ax1, ay1, _ = a
    bx0, by0, _, bx1, by1, _ = b
    return bx0 - ax1 > squares or ax0 - bx1 > squares or by0 - ay1 > squares or ay0 - by1 > squares


def differences(a: Box, b: Box) -> tuple[int, int, int]:
    """Returns the distances of two boxes along x, y and z. Touching: 1. Overlapping: 0."""
    ax0, ay0, az0, ax1, ay1, az1 = a
    bx0, by0, bz0, bx1, by1, bz1 = b
    dx = bx0 - ax1 if bx0 > ax1 else ax0 - bx1 if ax0 > bx1 else 0
    dy = by0 - ay1 if by0 > ay1 else ay0 - by1 if ay0 > by1 else 0
    dz = bz0 - az1 if bz0 > az1 else az0 - bz1 if az0 > bz1 else 0
    return dx, dy, dz


def one(dx: int, dy: int, dz: int = 0) -> int:
    """Returns the distance in squares, where a diagonal counts as one. (ep.grid.diagonals, ep.3d.range, ep.3d.steps)"""
    squares = dx if dx > dy else dy
    return dz if dz > squares else squares


def alternating(dx: int, dy: int, dz: int = 0) -> int:
    """Returns the distance in squares, where diagonals count as one and two in turn. (srd.diagonal.distance)"""
    if dx < dy:
        dx, dy = dy, dx
    if dz <= dy:
        return dx + (dy >> 1)
    return dx + (dz >> 1) if dz <= dx else dz + (dx >> 1)


def adjacent(a: Box, b: Box) -> bool:
    """True if two boxes touch, also at a corner, without a common cube. (ep.3d.adjacent)"""
    return one(*differences(a, b)) == 1


# --- areas (ep.3d.areas)


def area_on_cube(centre: Cube, side: int) -> Box:
    """Returns a box of odd width around a cube.

    (ep.3d.areas)

    Raises:
        ValueError: `side` is even or less than 1.
    """
    if side < 1 or side % 2 == 0:
        raise ValueError(f"an area centred on a cube is an odd number of cubes wide, 1 or more, not {side}")
    x, y, z = centre
    out = side // 2
    return Box(x - out, y - out, z - out, x + out, y + out, z + out)


def area_on_point(point: Cube, side: int) -> Box:
    """Returns a box of even width around a point where eight cubes meet.

    The point `(x, y, z)` is the north-west, lowest corner of its cube.

    (ep.3d.areas)

    Raises:
        ValueError: `side` is odd or less than 2.
    """
    if side < 2 or side % 2:
        raise ValueError(f"an area centred on a point is an even number of cubes wide, 2 or more, not {side}")
    x, y, z = point
    out = side // 2
    return Box(x - out, y - out, z - out, x + out - 1, y + out - 1, z + out - 1)


def area(aim: Cube, side: int) -> Box:
    """Returns a box around a cube if `side` is odd, around a point if even.

    (ep.3d.areas)

    Raises:
        ValueError: `side` is less than 1.
    """
    return area_on_cube(aim, side) if side % 2 else area_on_point(aim, side)

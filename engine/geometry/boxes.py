"""Boxes of cubes, and how far apart they are.

Everything here is in whole squares; callers multiply by the ruleset's unit. Two spaces are measured
between their nearest cubes, and since the three axes of a box are independent, the nearest pair is
nearest on every axis at once: the axis differences say all there is to know.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ...components.position import Cube

Counting: TypeAlias = Literal["one", "alternating"]
"""How diagonals count: each as one square, or as one and two by turns."""

Altitude: TypeAlias = Literal["cubes", "abstract"]
"""Whether height counts like any other axis, or not at all (ep.3d.abstract-altitude)."""


class Box(NamedTuple):
    """A block of whole cubes, given by its lowest and highest cube, both of them in it."""

    x0: int
    y0: int
    z0: int
    x1: int
    y1: int
    z1: int

    @property
    def anchor(self) -> Cube:
        """The north-west, lowest cube."""
        return (self.x0, self.y0, self.z0)


def box(x: int, y: int, z: int, side: int, height: int) -> Box:
    """The space of a body anchored at `x, y, z`, `side` squares wide and long, `height` high.

    Raises `ValueError` if it would hold no cube. (ep.3d.creature-cube)
    """
    if side < 1 or height < 1:
        raise ValueError(f"a box needs a side and a height of 1 or more, not {side} and {height}")
    return Box(x, y, z, x + side - 1, y + side - 1, z + height - 1)


def cube_box(cube: Cube) -> Box:
    """The box that is just this one cube."""
    x, y, z = cube
    return Box(x, y, z, x, y, z)


def cubes(of: Box) -> Iterator[Cube]:
    """The cubes of a box, lowest level first, then in row order."""
    for z in range(of.z0, of.z1 + 1):
        for y in range(of.y0, of.y1 + 1):
            for x in range(of.x0, of.x1 + 1):
                yield (x, y, z)


class Span(NamedTuple):
    """Strikes land on what is farther than `least` and no farther than `most` squares of reach."""

    least: int
    most: int


def contains(outer: Box, cube: Cube) -> bool:
    """Whether `cube` is one of the cubes of `outer`."""
    x, y, z = cube
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1 and outer.z0 <= z <= outer.z1


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have a cube in common."""
    return a.x0 <= b.x1 and b.x0 <= a.x1 and a.y0 <= b.y1 and b.y0 <= a.y1 and a.z0 <= b.z1 and b.z0 <= a.z1


def differences(a: Box, b: Box) -> tuple[int, int, int]:
    """How many squares apart the nearest cubes of `a` and `b` are along x, y and z.

    0 where the two share a coordinate on that axis, 1 where they touch, and never negative.
    """
    ax0, ay0, az0, ax1, ay1, az1 = a
    bx0, by0, bz0, bx1, by1, bz1 = b
    dx = bx0 - ax1 if bx0 > ax1 else ax0 - bx1 if ax0 > bx1 else 0
    dy = by0 - ay1 if by0 > ay1 else ay0 - by1 if ay0 > by1 else 0
    dz = bz0 - az1 if bz0 > az1 else az0 - bz1 if az0 > bz1 else 0
    return dx, dy, dz


def one(dx: int, dy: int, dz: int = 0) -> int:
    """The squares that axis differences come to when every diagonal counts as one.

    The largest of the three; a slant is never computed.
    (ep.grid.diagonals, ep.3d.range, ep.3d.steps)
    """
    squares = dx if dx > dy else dy
    return dz if dz > squares else squares


def alternating(dx: int, dy: int, dz: int = 0) -> int:
    """The squares that axis differences come to when diagonals count one and two by turns.

    With the differences in falling order a, b, c: a plus half of b, rounded down. Every second
    diagonal costs one extra, and the walk has as many diagonals as its second axis is long; the
    third axis rides along in those. (srd.diagonal.distance)
    """
    if dx < dy:
        dx, dy = dy, dx
    if dz <= dy:
        return dx + (dy >> 1)
    return dx + (dz >> 1) if dz <= dx else dz + (dx >> 1)


def distance(a: Box, b: Box, counting: Counting = "one", altitude: Altitude = "cubes") -> int:
    """The distance between two spaces in squares, nearest cube to nearest cube.

    0 if they share a cube, 1 if they are neighbours. With `altitude="abstract"` height is left out,
    so the answer is the distance on the map.
    (srd.diagonal.distance, ep.grid.diagonals, ep.3d.range, ep.3d.abstract-altitude)
    """
    dx, dy, dz = differences(a, b)
    if altitude == "abstract":
        dz = 0
    return one(dx, dy, dz) if counting == "one" else alternating(dx, dy, dz)


def adjacent(a: Box, b: Box) -> bool:
    """Whether two spaces share a side, an edge or a corner but no cube. (ep.3d.adjacent)"""
    return one(*differences(a, b)) == 1


def nearest(
    origin: Box,
    among: Sequence[Box],
    counting: Counting = "one",
    altitude: Altitude = "cubes",
) -> tuple[int, ...]:
    """The indices in `among`, rising, of the boxes that are nearest to `origin`.

    Several if they are equally near (which of them is meant is the ruleset's to settle, by a die in
    srd.distance.closest-tie), none if there are none.
    """
    if not among:
        return ()
    squares = [distance(origin, candidate, counting, altitude) for candidate in among]
    least = min(squares)
    return tuple(index for index, far in enumerate(squares) if far == least)


def farther(
    origin: Box,
    before: Box,
    after: Box,
    counting: Counting = "one",
    altitude: Altitude = "cubes",
) -> bool:
    """Whether going from `before` to `after` takes one strictly farther from `origin`."""
    gone = distance(origin, after, counting, altitude)
    return gone > distance(origin, before, counting, altitude)


def nearer(
    origin: Box,
    before: Box,
    after: Box,
    counting: Counting = "one",
    altitude: Altitude = "cubes",
) -> bool:
    """Whether going from `before` to `after` brings one strictly nearer to `origin`."""
    come = distance(origin, after, counting, altitude)
    return come < distance(origin, before, counting, altitude)

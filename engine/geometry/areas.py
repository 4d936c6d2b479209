"""Boxes of cubes that an area of effect covers, around a cube or a point where cubes meet. (ep.3d.areas)"""

from ...components.position import Cube
from .boxes import Box


def area_on_cube(centre: Cube, side: int) -> Box:
    """The area `side` cubes wide, an odd number, whose middle is the cube `centre`. (ep.3d.areas)

    Raises `ValueError` if `side` is even or less than 1.
    """
    if side < 1 or side % 2 == 0:
        raise ValueError(f"an area centred on a cube is an odd number of cubes wide, 1 or more, not {side}")
    x, y, z = centre
    out = side // 2
    return Box(x - out, y - out, z - out, x + out, y + out, z + out)


def area_on_point(point: Cube, side: int) -> Box:
    """The area `side` cubes wide, an even number, around `point`, where eight cubes meet.

    The point `(x, y, z)` is the north-west, lowest corner of the cube `(x, y, z)`. (ep.3d.areas)

    Raises `ValueError` if `side` is odd or less than 2.
    """
    if side < 2 or side % 2:
        raise ValueError(f"an area centred on a point is an even number of cubes wide, 2 or more, not {side}")
    x, y, z = point
    out = side // 2
    return Box(x - out, y - out, z - out, x + out - 1, y + out - 1, z + out - 1)


def area(aim: Cube, side: int) -> Box:
    """The area `side` cubes wide aimed at `aim`: a cube if `side` is odd, a point if it is even.

    Raises `ValueError` if `side` is less than 1. (ep.3d.areas)
    """
    return area_on_cube(aim, side) if side % 2 else area_on_point(aim, side)

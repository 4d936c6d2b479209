"""Line of effect between cubes.

A line between centres or corners (slightly inside) must avoid blocking cubes and walls. Through an edge or corner it
needs an open way round. (ep.blocked.sight)
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise, permutations, product
from math import lcm
from typing import NamedTuple, TypeAlias

from ...components.position import Cube
from .boxes import Box, cube_box, cubes, one, overlap

Blocks: TypeAlias = Callable[[int, int, int], bool]
"""True if the cube x, y, z blocks."""

WallBetween: TypeAlias = Callable[[Cube, Cube], bool]
"""True if a wall separates two neighbouring cubes."""

_Course: TypeAlias = tuple[Cube, ...]

Stop: TypeAlias = tuple[Cube, Cube | None]
"""A line's obstacle: (cube, None), or two cubes with a wall between."""

Spot: TypeAlias = tuple[float, float, float]
"""A point in squares."""


class LineCourse(NamedTuple):
    start: Spot
    end: Spot
    stop: Stop | None
    """The obstacle on the line; None if clear."""


FAR = 24
"""Longer lines, in squares, are not cached."""

_WIDTH = 64
"""Units per cube of integer coordinates; a corner lies one unit inside."""


def clear(a: Cube, b: Cube, blocks: Blocks, wall_between: WallBetween | None = None) -> bool:
    """True if there is line of effect between two cubes. The two cubes themselves never block.

    (ep.blocked.sight, ep.blocked.teleport, ep.threat.area)
    """
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    if abs(dx) + abs(dy) + abs(dz) <= 1:
        return a == b or wall_between is None or not wall_between(a, b)
    if _passes(_centre_course(dx, dy, dz), a, blocks, wall_between):
        return True
    # No line passes a whole slab of blocking cubes: this spares trying every corner.
    if _walled_off(cube_box(a), cube_box(b), blocks):
        return False
    if abs(dx) + abs(dy) + abs(dz) <= FAR:
        return any(_passes(course, a, blocks, wall_between) for course in _corner_courses(dx, dy, dz))
    return any(
        _unblocked(start, line, a, blocks) and _passes(_course(start, line), a, blocks, wall_between)
        for start, line in _corners(dx, dy, dz)
    )


def clear_between(a: Box, b: Box, blocks: Blocks, wall_between: WallBetween | None = None) -> bool:
    """True if there is line of effect between two spaces. (ep.blocked.sight, ep.blocked.teleport, ep.threat.area)"""
    if a[:3] == a[3:] and b[:3] == b[3:]:
        return clear(a.anchor, b.anchor, blocks, wall_between)
    if overlap(a, b):
        return True
    known: dict[Cube, bool] = {}

    def blocks_once(x: int, y: int, z: int) -> bool:
        cube = (x, y, z)
        answer = known.get(cube)
        if answer is None:
            answer = known[cube] = blocks(x, y, z)
        return answer

    if _walled_off(a, b, blocks_once):
        return False
    starts, stops = _ends(a, blocks_once), _ends(b, blocks_once)
    p, q = _nearest_pair(a, b)
    if p in starts and q in stops and clear(p, q, blocks_once, wall_between):
        return True
    pairs = sorted(product(starts, stops), key=lambda pair: one(*(abs(m - n) for m, n in zip(*pair, strict=True))))
    return any(
        _passes(_centre_course(q[0] - p[0], q[1] - p[1], q[2] - p[2]), p, blocks_once, wall_between) for p, q in pairs
    ) or any(clear(p, q, blocks_once, wall_between) for p, q in pairs)


def course_between(a: Box, b: Box, blocks: Blocks, wall_between: WallBetween | None = None) -> LineCourse:
    """Returns a line to draw between two spaces; if blocked, with its obstacle."""
    p, q = _nearest_pair(a, b)
    if overlap(a, b):
        return LineCourse(_middle(cube_box(p)), _middle(cube_box(q)), None)
    pairs = [(p, q)]
    if clear_between(a, b, blocks, wall_between):
        starts, stops = _ends(a, blocks), _ends(b, blocks)
        pairs = sorted(product(starts, stops), key=lambda pair: (pair != (p, q), _far(pair)))
        for start, stop in pairs:
            shift = (stop[0] - start[0], stop[1] - start[1], stop[2] - start[2])
            if _passes(_centre_course(*shift), start, blocks, wall_between):
                return LineCourse(_middle(cube_box(start)), _middle(cube_box(stop)), None)
        for start, stop in pairs:
            found = _clear_corners(start, stop, blocks, wall_between)
            if found is not None:
                return found
    shift = (q[0] - p[0], q[1] - p[1], q[2] - p[2])
    return LineCourse(
        _middle(cube_box(p)), _middle(cube_box(q)), _stopped(_centre_course(*shift), p, blocks, wall_between)
    )


def _far(pair: tuple[Cube, Cube]) -> int:
    return max(abs(m - n) for m, n in zip(*pair, strict=True))


def _middle(of: Box) -> Spot:
    return ((of.x0 + of.x1 + 1) / 2, (of.y0 + of.y1 + 1) / 2, (of.z0 + of.z1 + 1) / 2)


def _clear_corners(a: Cube, b: Cube, blocks: Blocks, wall_between: WallBetween | None) -> LineCourse | None:
    difference = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    for start, line in _corners(*difference):
        if _passes(_course(start, line), a, blocks, wall_between):
            ends = [tuple(spot / _WIDTH for spot in start)]
            ends.append(tuple((spot + way) / _WIDTH for spot, way in zip(start, line, strict=True)))
            (sx, sy, sz), (ex, ey, ez) = ends
            return LineCourse((a[0] + sx, a[1] + sy, a[2] + sz), (a[0] + ex, a[1] + ey, a[2] + ez), None)
    return None


def _nearest_pair(a: Box, b: Box) -> tuple[Cube, Cube]:
    p, q = [0, 0, 0], [0, 0, 0]
    for axis in (0, 1, 2):
        shared = max(a[axis], b[axis])
        p[axis], q[axis] = min(shared, a[axis + 3]), min(shared, b[axis + 3])
    return (p[0], p[1], p[2]), (q[0], q[1], q[2])


def _ends(space: Box, blocks: Blocks) -> list[Cube]:
    every = list(cubes(space))
    return [cube for cube in every if not blocks(*cube)] or every


def _walled_off(a: Box, b: Box, blocks: Blocks) -> bool:
    low = (min(a.x0, b.x0), min(a.y0, b.y0), min(a.z0, b.z0))
    high = (max(a.x1, b.x1), max(a.y1, b.y1), max(a.z1, b.z1))
    ranges = [range(low[axis], high[axis] + 1) for axis in (0, 1, 2)]
    for axis in (0, 1, 2):
        for bitboard in range(min(a[axis + 3], b[axis + 3]) + 1, max(a[axis], b[axis])):
            slab = list(ranges)
            slab[axis] = range(bitboard, bitboard + 1)
            if all(blocks(x, y, z) for x, y, z in product(*slab)):
                return True
    return False


def _passes(course: _Course, origin: Cube, blocks: Blocks, wall_between: WallBetween | None) -> bool:
    return _stopped(course, origin, blocks, wall_between) is None


def _stopped(course: _Course, origin: Cube, blocks: Blocks, wall_between: WallBetween | None) -> Stop | None:
    ox, oy, oz = origin
    for x, y, z in course[1:-1]:
        if blocks(x + ox, y + oy, z + oz):
            return (x + ox, y + oy, z + oz), None
    for (bx, by, bz), (ax, ay, az) in pairwise(course):
        step = (ax - bx, ay - by, az - bz)
        here, there = (bx + ox, by + oy, bz + oz), (ax + ox, ay + oy, az + oz)
        if step in _SIDES:
            if wall_between is not None and wall_between(here, there):
                return here, there
        elif not any(_passes(way, here, blocks, wall_between) for way in _ways(*step)):
            return here, there
    return None


_SIDES = frozenset({(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)})


@lru_cache(maxsize=32)
def _ways(dx: int, dy: int, dz: int) -> tuple[_Course, ...]:
    step = (dx, dy, dz)
    ways = []
    for order in permutations(axis for axis in (0, 1, 2) if step[axis]):
        at = [0, 0, 0]
        way: list[Cube] = [(0, 0, 0)]
        for axis in order:
            at[axis] = step[axis]
            way.append((at[0], at[1], at[2]))
        ways.append(tuple(way))
    return tuple(ways)


@lru_cache(maxsize=1 << 13)
def _centre_course(dx: int, dy: int, dz: int) -> _Course:
    middle = _WIDTH // 2
    return _course((middle, middle, middle), (dx * _WIDTH, dy * _WIDTH, dz * _WIDTH))


_COURSES: dict[Cube, tuple[_Course, ...]] = {}
_kept = 0
MOST_KEPT = 500_000


def _corner_courses(dx: int, dy: int, dz: int) -> tuple[_Course, ...]:
    global _kept
    known = _COURSES.get((dx, dy, dz))
    if known is None:
        known = _between_corners(dx, dy, dz)
        _kept += sum(map(len, known))
        if _kept > MOST_KEPT:
            _COURSES.clear()
            _kept = sum(map(len, known))
        _COURSES[dx, dy, dz] = known
    return known


def _between_corners(dx: int, dy: int, dz: int) -> tuple[_Course, ...]:
    difference = (dx, dy, dz)
    x, y, z = axes = sorted((0, 1, 2), key=lambda axis: -abs(difference[axis]))
    image = (abs(difference[x]), abs(difference[y]), abs(difference[z]))
    if image == difference:
        return tuple(dict.fromkeys(_course(start, line) for start, line in _corners(dx, dy, dz)))
    x, y, z = (axes.index(axis) for axis in (0, 1, 2))
    east, south, up = (-1 if d < 0 else 1 for d in difference)
    return tuple(
        tuple([(cube[x] * east, cube[y] * south, cube[z] * up) for cube in course])
        for course in _corner_courses(*image)
    )


def _corners(dx: int, dy: int, dz: int) -> Iterator[tuple[Cube, Cube]]:
    difference = (dx, dy, dz)
    # On an axis without a difference the line never leaves its cubes, whatever its ends.
    sides = [(1, _WIDTH - 1) if d else (_WIDTH // 2,) for d in difference]
    for p in product(*sides):
        for q in product(*sides):
            x, y, z = (d * _WIDTH + end - start for d, start, end in zip(difference, p, q, strict=True))
            yield (p[0], p[1], p[2]), (x, y, z)


def _unblocked(start: Cube, line: Cube, origin: Cube, blocks: Blocks) -> bool:
    ox, oy, oz = origin
    ahead: Cube | None = None
    for cube in _onward(start, line):
        if ahead is not None and blocks(ahead[0] + ox, ahead[1] + oy, ahead[2] + oz):
            return False
        ahead = cube
    return True


def _course(start: Cube, line: Cube) -> _Course:
    return ((0, 0, 0), *_onward(start, line))


def _onward(start: Cube, line: Cube) -> Iterator[Cube]:
    whole = lcm(*(abs(d) for d in line if d))
    next_x, pace_x, step_x = _crossings(start[0], line[0], whole)
    next_y, pace_y, step_y = _crossings(start[1], line[1], whole)
    next_z, pace_z, step_z = _crossings(start[2], line[2], whole)
    x = y = z = 0
    while True:
        now = next_x if next_x < next_y else next_y
        if next_z < now:
            now = next_z
        if now >= whole:
            return
        if next_x == now:
            next_x += pace_x
            x += step_x
        if next_y == now:
            next_y += pace_y
            y += step_y
        if next_z == now:
            next_z += pace_z
            z += step_z
        yield (x, y, z)


def _crossings(start: int, length: int, whole: int) -> tuple[int, int, int]:
    if not length:
        return whole, 0, 0
    pace = whole // abs(length)
    return (_WIDTH - start if length > 0 else start) * pace, _WIDTH * pace, 1 if length > 0 else -1

"""Flanking lines through opposite features of a space.

Points are in half squares: cube `(x, y, z)` spans `(2x, 2y, 2z)` to `(2x + 2, 2y + 2, 2z + 2)`. Callers check threat
and alliance. (ep.flank.needs-threat, ep.flank.allies-only)
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

from .boxes import Box, overlap

Point: TypeAlias = tuple[int, int, int]
"""A point `(x, y, z)` in half squares."""

LineEnds: TypeAlias = Literal["outside", "touching"]
"""Whether lines may end on the target's border."""

ReachPartner: TypeAlias = Literal["mutual", "own-line"]
"""Corner lines flank for both partners, or only for the creature with reach."""


class Outline(NamedTuple):
    space: Box
    rank: int = 0
    """The creature's step on the ladder of sizes."""
    reaches: bool = False
    """True if it may flank by lines between corners, having reach."""


def line_flanks(p: Point, q: Point, target: Box, ends: LineEnds = "outside") -> bool:
    """True if the line passes through opposite sides, edges or corners of `target`.

    A line inside one side, or one that ends inside, does not count.

    (ep.flank.line, ep.flank.corner-with-corner, ep.flank.adjacent-sides, ep.flank.border-line, ep.flank.large-target,
    ep.reach-flank.exclusions)
    """
    # Times along the line are fractions n / d with d > 0, compared by cross-multiplication.
    in_n = in_d = out_n = out_d = in_axes = out_axes = 0
    for axis in (0, 1, 2):
        start = p[axis]
        d = q[axis] - start
        low = 2 * target[axis] - start
        high = 2 * target[axis + 3] + 2 - start
        if d == 0:
            if low >= 0 or high <= 0:
                return False
            continue
        if d < 0:
            d, low, high = -d, -high, -low
        bit = 1 << axis
        if not in_axes:
            in_n, out_n, in_d, out_d, in_axes, out_axes = low, high, d, d, bit, bit
            continue
        later = low * in_d - in_n * d
        if later > 0:
            in_n, in_d, in_axes = low, d, bit
        elif later == 0:
            in_axes |= bit
        sooner = high * out_d - out_n * d
        if sooner < 0:
            out_n, out_d, out_axes = high, d, bit
        elif sooner == 0:
            out_axes |= bit
    # Equal sets also mean that the line is inside for a while: on any one axis, in comes before out.
    if in_axes != out_axes or not in_axes:
        return False
    if ends == "outside":
        return in_n > 0 and out_n < out_d
    return in_n >= 0 and out_n <= out_d


def centre_flank(a: Box, b: Box, target: Box) -> bool:
    """True if a line between the centres of two cubes of `a` and `b` flanks `target`.

    (ep.flank.line, ep.flank.large-flanker; also flanking for srd.small.no-flank)
    """
    if not _opposed(a, b, target, 0):
        return False
    if a[:3] == a[3:] and b[:3] == b[3:]:
        ax, ay, az, *_ = a
        bx, by, bz, *_ = b
        return line_flanks((2 * ax + 1, 2 * ay + 1, 2 * az + 1), (2 * bx + 1, 2 * by + 1, 2 * bz + 1), target)
    return _centre_flank(*_shifted(a, b, target))


def corner_flank(a: Box, b: Box, target: Box, ends: LineEnds = "outside") -> bool:
    """True if a line between corners of `a` and `b` flanks `target`.

    The line may start at any cube of `a`; of `b` the whole space counts.

    (ep.reach-flank.corner-lines, ep.reach-flank.large, ep.reach-flank.exclusions)
    """
    if not _opposed(a, b, target, 1 if ends == "touching" else 0):
        return False
    return _corner_flank(*_shifted(a, b, target), ends)


def internal(a: Outline, b: Outline, categories: int = 2) -> bool:
    """True if two spaces overlap and differ by at least `categories` sizes: flanking from inside.

    (ep.internal-flank.smaller-flanks, ep.internal-flank.larger-flanks)
    """
    return abs(a.rank - b.rank) >= categories and overlap(a.space, b.space)


def flanks(
    a: Outline,
    b: Outline,
    target: Outline,
    ends: LineEnds = "outside",
    partner: ReachPartner = "mutual",
    inside_categories: int | None = 2,
) -> bool:
    """True if `a` and `b` flank `target`. Both must threaten it.

    A creature flanks from inside if the sizes differ by `inside_categories`.

    (ep.flank.line, ep.reach-flank.corner-lines, ep.internal-flank.smaller-flanks, ep.internal-flank.larger-flanks)
    """
    if inside_categories is not None and (
        internal(a, target, inside_categories) or internal(b, target, inside_categories)
    ):
        return True
    if centre_flank(a.space, b.space, target.space):
        return True
    if a.reaches and corner_flank(a.space, b.space, target.space, ends):
        return True
    return b.reaches and partner == "mutual" and corner_flank(b.space, a.space, target.space, ends)


def flank_line(a: Outline, b: Outline, target: Box, ends: LineEnds = "outside") -> tuple[Point, Point] | None:
    """Returns the flanking line nearest to the middle of `target`."""
    for starts, stops in _lines_of(a, b, target):
        found = [(p, q) for p, q in product(starts, stops) if line_flanks(p, q, target, ends)]
        if found:
            return min(found, key=lambda line: _off_middle(line[0], line[1], target))
    return None


def _lines_of(a: Outline, b: Outline, target: Box) -> Iterator[tuple[list[Point], list[Point]]]:
    level = _common_level(a.space, b.space, target)
    here = (2 * level + 1,) if level is not None else ()
    if level is not None:
        yield _on(here, centres(_slice(a.space, level))), _on(here, centres(_slice(b.space, level)))
    yield centres(a.space), centres(b.space)
    for one, other, turned in ((a, b, False), (b, a, True)):
        if not one.reaches:
            continue
        pairs = [(cube_corners(one.space), outer_corners(other.space))]
        if level is not None:
            flat = (
                _on(here, cube_corners(_slice(one.space, level))),
                _on(here, outer_corners(_slice(other.space, level))),
            )
            pairs.insert(0, flat)
        for starts, stops in pairs:
            yield (stops, starts) if turned else (starts, stops)


def _off_middle(p: Point, q: Point, target: Box) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    x, y = target.x0 + target.x1 + 1 - p[0], target.y0 + target.y1 + 1 - p[1]
    return abs(dx * y - dy * x) / max(hypot(dx, dy), 1.0)


def centres(space: Box) -> list[Point]:
    x0, y0, z0, x1, y1, z1 = space
    return _lattice(
        range(2 * x0 + 1, 2 * x1 + 2, 2), range(2 * y0 + 1, 2 * y1 + 2, 2), range(2 * z0 + 1, 2 * z1 + 2, 2)
    )


def cube_corners(space: Box) -> list[Point]:
    """Returns the corners of all cubes of a space in half squares, without duplicates. (ep.reach-flank.large)"""
    x0, y0, z0, x1, y1, z1 = space
    return _lattice(range(2 * x0, 2 * x1 + 3, 2), range(2 * y0, 2 * y1 + 3, 2), range(2 * z0, 2 * z1 + 3, 2))


def outer_corners(space: Box) -> list[Point]:
    x0, y0, z0, x1, y1, z1 = space
    return _lattice((2 * x0, 2 * x1 + 2), (2 * y0, 2 * y1 + 2), (2 * z0, 2 * z1 + 2))


def _lattice(xs: Iterable[int], ys: Iterable[int], zs: Iterable[int]) -> list[Point]:
    return [(x, y, z) for z, y, x in product(zs, ys, xs)]


def _opposed(a: Box, b: Box, target: Box, slack: int) -> bool:
    return (
        _opposed_on(0, a, b, target, slack)
        or _opposed_on(1, a, b, target, slack)
        or _opposed_on(2, a, b, target, slack)
    )


def _opposed_on(axis: int, a: Box, b: Box, target: Box, slack: int) -> bool:
    low = target[axis] + slack
    if a[axis] < low and b[axis + 3] > target[axis + 3] - slack:
        return True
    return b[axis] < low and a[axis + 3] > target[axis + 3] - slack


def _shifted(a: Box, b: Box, target: Box) -> tuple[Box, Box, Box]:
    x, y, z = target.x0, target.y0, target.z0
    return (
        Box(a.x0 - x, a.y0 - y, a.z0 - z, a.x1 - x, a.y1 - y, a.z1 - z),
        Box(b.x0 - x, b.y0 - y, b.z0 - z, b.x1 - x, b.y1 - y, b.z1 - z),
        Box(0, 0, 0, target.x1 - x, target.y1 - y, target.z1 - z),
    )


@lru_cache(maxsize=1 << 15)
def _centre_flank(a: Box, b: Box, target: Box) -> bool:
    level = _common_level(a, b, target)
    if level is not None:
        at = (2 * level + 1,)
        if _some_line(_on(at, centres(_slice(a, level))), _on(at, centres(_slice(b, level))), target):
            return True
        if not _opposed_on(2, a, b, target, 0):
            return False
    return _some_line(centres(a), centres(b), target)


@lru_cache(maxsize=1 << 15)
def _corner_flank(a: Box, b: Box, target: Box, ends: LineEnds) -> bool:
    level = _common_level(a, b, target)
    if level is not None:
        # On one level the corners are those of the map's squares. The lines run at half height, so that the floor under
        # all three is not taken for the target's border.
        at = (2 * level + 1,)
        starts = _on(at, cube_corners(_slice(a, level)))
        if _some_line(starts, _on(at, outer_corners(_slice(b, level))), target, ends):
            return True
        if not _opposed_on(2, a, b, target, 1 if ends == "touching" else 0):
            return False
    return _some_line(cube_corners(a), outer_corners(b), target, ends)


def _common_level(a: Box, b: Box, target: Box) -> int | None:
    low = max(a.z0, b.z0, target.z0)
    return low if low <= min(a.z1, b.z1, target.z1) else None


def _slice(of: Box, level: int) -> Box:
    return of._replace(z0=level, z1=level)


def _on(heights: Iterable[int], points: Iterable[Point]) -> list[Point]:
    flat = dict.fromkeys((x, y) for x, y, _ in points)
    return [(x, y, z) for z in heights for x, y in flat]


def _some_line(starts: list[Point], stops: list[Point], target: Box, ends: LineEnds = "outside") -> bool:
    return any(line_flanks(p, q, target, ends) for p in starts for q in stops)

"""Converts walls to edges between squares."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, isfinite
from typing import NamedTuple, TypeAlias

from ..errors import ScenarioError

Point: TypeAlias = tuple[float, float]
"""In squares from the north-west corner."""
Edge: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Two squares, western or northern first."""

SNAP_SQUARES = 0.2
"""The distance that counts as on a grid line."""
MOST_SEGMENTS = 30_000
MOST_CLOSED = 200_000

_NUDGE = (1.37e-7, 0.73e-7)
"""An offset that keeps lines off the centres of squares."""


class Traced(NamedTuple):
    edges: tuple[Edge, ...]
    snapped: bool
    """True if it lies on grid lines."""


class WallTracer:
    def __init__(self, width: int, height: int, source: str) -> None:
        self.width, self.height, self.source = width, height, source
        self.segments_left, self.closed_left = MOST_SEGMENTS, MOST_CLOSED

    def trace(self, line: Sequence[Point]) -> Traced:
        """Returns the edges between squares that lie along a line."""
        edges: dict[Edge, None] = {}
        snapped = True
        for a, b in pairwise(line):
            if not all(isfinite(ordinate) and abs(ordinate) < 1e7 for ordinate in (*a, *b)):
                snapped = False
                continue
            self.segments_left -= 1
            if self.segments_left < 0:
                self._too_many(f"more than {MOST_SEGMENTS} pieces of wall")
            for edge in self._parted(a, b):
                edges[edge] = None
                self.closed_left -= 1
                if self.closed_left < 0:
                    self._too_many(f"walls that close more than {MOST_CLOSED} edges")
            snapped = snapped and on_grid_line(a, b)
        return Traced(tuple(edges), snapped)

    def _parted(self, a: Point, b: Point) -> Iterator[Edge]:
        (ax, ay), (bx, by) = ((x + _NUDGE[0], y + _NUDGE[1]) for x, y in (a, b))
        for y in _centres(ay, by, self.height):
            x = floor(ax + (bx - ax) * (y + 0.5 - ay) / (by - ay) - 0.5)
            if 0 <= x < self.width - 1:
                yield (x, y), (x + 1, y)
        for x in _centres(ax, bx, self.width):
            y = floor(ay + (by - ay) * (x + 0.5 - ax) / (bx - ax) - 0.5)
            if 0 <= y < self.height - 1:
                yield (x, y), (x, y + 1)

    def _too_many(self, found: str) -> None:
        raise ScenarioError(self.source, "", found, "fewer walls")


def _centres(a: float, b: float, count: int) -> range:
    low, high = min(a, b), max(a, b)
    return range(max(ceil(low - 0.5), 0), min(ceil(high - 0.5), count))


def on_grid_line(a: Point, b: Point) -> bool:
    return any(
        round(p) == round(q) and abs(p - round(p)) <= SNAP_SQUARES and abs(q - round(q)) <= SNAP_SQUARES
        for p, q in zip(a, b, strict=True)
    )


def squares_within(polygon: Sequence[Point], width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yields the squares whose centre is inside a polygon, by row."""
    if len(polygon) < 3 or not all(isfinite(x) and isfinite(y) for x, y in polygon):
        return
    sides = [(a, b) for a, b in pairwise((*polygon, polygon[0])) if a[1] != b[1]]
    for row in _centres(min(p[1] for p in polygon), max(p[1] for p in polygon), height):
        y = row + 0.5
        crossed = sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y))
        for west, east in zip(crossed[::2], crossed[1::2], strict=False):
            for column in _centres(west, east, width):
                yield column, row


def rows_of(polygon: Sequence[Point], height: int) -> int:
    ys = [y for _, y in polygon if isfinite(y)]
    return len(_centres(min(ys), max(ys), height)) if ys else 0


def outline(squares: Iterable[tuple[int, int]]) -> tuple[tuple[Point, Point], ...]:
    """Returns the border of a set of squares as lines, each as long as possible."""
    across: set[tuple[int, int]] = set()
    down: set[tuple[int, int]] = set()
    for x, y in dict.fromkeys(squares):
        across ^= {(x, y), (x, y + 1)}
        down ^= {(x, y), (x + 1, y)}
    return _merged(across, down)


def rectangles(squares: Iterable[tuple[int, int]]) -> tuple[tuple[int, int, int, int], ...]:
    """Returns rectangles (x, y, width, height) that together cover the squares."""
    left = dict.fromkeys(sorted(squares, key=lambda at: (at[1], at[0])))
    found: list[tuple[int, int, int, int]] = []
    while left:
        x, y = next(iter(left))
        width = height = 1
        while (x + width, y) in left:
            width += 1
        while all((x + i, y + height) in left for i in range(width)):
            height += 1
        for j in range(height):
            for i in range(width):
                del left[x + i, y + j]
        found.append((x, y, width, height))
    return tuple(found)


def lines_along(edges: Iterable[Edge]) -> tuple[tuple[Point, Point], ...]:
    across: set[tuple[int, int]] = set()
    down: set[tuple[int, int]] = set()
    for edge in edges:
        (ax, _), b = sorted(edge)
        (across if ax == b[0] else down).add(b)
    return _merged(across, down)


def _merged(across: set[tuple[int, int]], down: set[tuple[int, int]]) -> tuple[tuple[Point, Point], ...]:
    lines: list[tuple[Point, Point]] = []
    for x, y in sorted(across, key=lambda at: (at[1], at[0])):
        if (x - 1, y) not in across:
            end = x
            while (end, y) in across:
                end += 1
            lines.append(((x, y), (end, y)))
    for x, y in sorted(down):
        if (x, y - 1) not in down:
            end = y
            while (x, end) in down:
                end += 1
            lines.append(((x, y), (x, end)))
    return tuple(lines)

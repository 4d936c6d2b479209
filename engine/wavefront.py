"""The search: a wavefront over planes, one price level at a time. It knows only numbers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .lattice import Plane


class Go(NamedTuple):
    """One kind of move: shift the front, keep what may be entered, `price` levels later."""

    shift: int
    into: Plane
    price: int
    latest: int
    """The last level from which the move may start."""


class Flood:
    """What a search reached: for each price level, the anchors first reached at it."""

    __slots__ = ("gos", "levels", "reached", "start")

    def __init__(self, levels: Sequence[Plane], reached: Plane, gos: Sequence[Go], start: int) -> None:
        self.levels = levels
        self.reached = reached
        self.gos = gos
        self.start = start

    def level(self, index: int) -> int | None:
        """The cheapest level at which bit `index` was reached."""
        if not self.reached >> index & 1:
            return None
        for at in range(self.start, len(self.levels)):
            if self.levels[at] >> index & 1:
                return at
        return None

    def indices(self) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything reached, level by level."""
        for at in range(self.start, len(self.levels)):
            plane = self.levels[at]
            if plane:
                text = bin(plane)[:1:-1]
                found = text.find("1")
                while found >= 0:
                    yield found, at
                    found = text.find("1", found + 1)

    def before(self, index: int, at: int) -> Iterator[tuple[int, int, int]]:
        """(bit, level, go) of every cheapest way into bit `index`, reached at level `at`."""
        for number, (shift, into, price, latest) in enumerate(self.gos):
            if not into >> index & 1:
                continue
            source = index - shift
            level = at - price
            if source >= 0 and self.start <= level <= latest and self.levels[level] >> source & 1:
                yield source, level, number


def flood(start: Plane, gos: Iterable[Go], limit: int, level: int = 0) -> Flood:
    """Everything reachable from `start` at levels `level`..`limit`."""
    moves = [go for go in gos if go.into]
    widest = max((go.price for go in moves), default=0)
    levels: list[Plane] = [0] * (limit + widest + 1)
    levels[level] = start
    reached = 0
    for at in range(level, limit + 1):
        front = levels[at] & ~reached
        levels[at] = front
        if not front:
            continue
        reached |= front
        fresh = ~reached
        for shift, into, price, latest in moves:
            if at > latest:
                continue
            entered = (front << shift if shift >= 0 else front >> -shift) & into & fresh
            if entered:
                levels[at + price] |= entered
    del levels[limit + 1 :]
    return Flood(levels, reached, moves, level)

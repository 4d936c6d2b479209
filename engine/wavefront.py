"""The search: a wavefront over planes, one price level at a time. It knows only numbers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .lattice import Plane, members


class Go(NamedTuple):
    """Moves of one direction: shift the front once, then keep what may be entered at each price."""

    shift: int
    into: Plane
    """Everything that the direction may lead to, at whatever price."""
    prices: tuple[tuple[Plane, int, int], ...]
    """(anchors, levels that entering them costs, last level from which the move may start)."""


class Layer(NamedTuple):
    """Moves that hold on some anchors only."""

    moves: Sequence[Go]
    only: Plane | None
    """The anchors on which they hold; None: wherever no other layer does."""


class Flood:
    """What a search reached: for each price level, the anchors first reached at it."""

    __slots__ = ("layers", "levels", "reached", "start")

    def __init__(self, levels: Sequence[Plane], reached: Plane, layers: Sequence[Layer], start: int) -> None:
        self.levels = levels
        self.reached = reached
        self.layers = layers
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
                for index in members(plane):
                    yield index, at

    def among(self, wanted: Plane) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything of a plane that was reached, level by level."""
        wanted &= self.reached
        at = self.start
        while wanted:
            here = self.levels[at] & wanted
            if here:
                wanted &= ~here
                for index in members(here):
                    yield index, at
            at += 1

    def before(self, index: int, at: int) -> list[tuple[int, int]]:
        """(bit, level) of every anchor from which bit `index` is reached most cheaply, at level `at`."""
        found: list[tuple[int, int]] = []
        levels, start = self.levels, self.start
        for moves, only in self.layers:
            if only is not None and not only >> index & 1:
                continue
            for shift, union, prices in moves:
                source = index - shift
                if source < 0 or not union >> index & 1:
                    continue
                for into, price, latest in prices:
                    level = at - price
                    if start <= level < at and level <= latest and levels[level] >> source & 1 and into >> index & 1:
                        found.append((source, level))
                        break
            break
        return found


def flood(start: Plane, layers: Sequence[Layer], shut: Plane, limit: int, level: int = 0) -> Flood:
    """Everything reachable from `start` at levels `level`..`limit`, `shut` anchors left out.

    The layers come in order of precedence: on its anchors a layer's moves replace those of later ones.
    """
    levels: list[Plane] = [0] * (limit + 1)
    levels[level] = start
    reached = 0
    plain = layers[-1].moves
    special = layers[:-1]
    top = level  # nothing has been put on a level above this one
    for at in range(level, limit + 1):
        if at > top:
            del levels[at:]
            break
        front = levels[at]
        if not front:
            continue
        front &= ~reached
        levels[at] = front
        if not front:
            continue
        reached |= front
        fresh = ~(reached | shut)
        for moves, only in special:
            assert only is not None
            here = fresh & only
            if here:
                top = _spread(levels, moves, front, here, at, top)
                fresh &= ~only
        top = _spread(levels, plain, front, fresh, at, top)
    return Flood(levels, reached, layers, level)


def _spread(levels: list[Plane], moves: Sequence[Go], front: Plane, fresh: Plane, at: int, top: int) -> int:
    """Put what the front enters onto the levels that it costs; returns the highest level that holds anything."""
    for shift, union, prices in moves:
        entered = (front << shift if shift >= 0 else front >> -shift) & union & fresh
        if entered:
            for into, price, latest in prices:
                if at <= latest:
                    priced = entered & into
                    if priced:
                        levels[at + price] |= priced
                        if at + price > top:
                            top = at + price
    return top

"""The search: a wavefront over planes, one price level at a time. It knows only numbers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..geometry.bitboard import Bitboard, members


class DirectionMoves(NamedTuple):
    """Moves of one direction: shift the front once, then keep what may be entered at each price."""

    shift: int
    into: Bitboard
    """Everything that the direction may lead to, at whatever price."""
    prices: tuple[tuple[Bitboard, int, int], ...]
    """(anchors, levels that entering them costs, last level from which the move may start)."""


class MoveLayer(NamedTuple):
    """Moves that hold on some anchors only."""

    moves: Sequence[DirectionMoves]
    only: Bitboard | None
    """The anchors on which they hold; None: wherever no other layer does."""


class SearchResult:
    """What a search reaches: for each price level, the anchors first reached at it.

    Levels are settled as they are asked for: who looks for the cheapest of something leaves the rest unsearched.
    """

    __slots__ = ("_reached", "_settled", "_shut", "_top", "layers", "levels", "start")

    def __init__(self, levels: list[Bitboard], layers: Sequence[MoveLayer], shut: Bitboard, start: int) -> None:
        self.levels: list[Bitboard] = levels
        """Up to the level at hand settled; beyond it, what has been put there so far."""
        self.layers: Sequence[MoveLayer] = layers
        self.start: int = start
        self._shut = shut
        self._reached: Bitboard = 0
        self._settled = start
        """The first level that is not settled."""
        self._top = start
        """The highest level on which anything has been put."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to search."""
        return self._settled > self._top or self._settled >= len(self.levels)

    @property
    def reached(self) -> Bitboard:
        """Everything that is reached."""
        while not self.done:
            self._settle()
        return self._reached

    def _settle(self) -> None:
        """Settle the next level, and put what it leads to onto the levels that it costs."""
        at = self._settled
        self._settled += 1
        front = self.levels[at]
        if not front:
            return
        front &= ~self._reached
        self.levels[at] = front
        if not front:
            return
        self._reached |= front
        fresh = ~(self._reached | self._shut)
        top = self._top
        for moves, only in self.layers[:-1]:
            assert only is not None
            here = fresh & only
            if here:
                top = _spread(self.levels, moves, front, here, at, top)
                fresh &= ~only
        self._top = _spread(self.levels, self.layers[-1].moves, front, fresh, at, top)

    def _by_level(self) -> Iterator[tuple[int, Bitboard]]:
        """(level, anchors first reached at it), settled one by one."""
        at = self.start
        while at < self._settled or not self.done:
            if at == self._settled:
                self._settle()
            bitboard = self.levels[at]
            if bitboard:
                yield at, bitboard
            at += 1

    def at(self, level: int) -> Bitboard:
        """What was first reached at a level that is settled."""
        return self.levels[level]

    def level(self, index: int) -> int | None:
        """The cheapest level at which bit `index` is reached."""
        if self._reached >> index & 1:
            return next(at for at in range(self.start, self._settled) if self.levels[at] >> index & 1)
        while not self.done:
            self._settle()
            if self._reached >> index & 1:
                return self._settled - 1
        return None

    def indices(self) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything reached, level by level."""
        for at, bitboard in self._by_level():
            for index in members(bitboard):
                yield index, at

    def among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything of a plane that is reached, level by level."""
        for at, bitboard in self._by_level():
            here = bitboard & wanted
            if here:
                for index in members(here):
                    yield index, at
                wanted &= ~here
                if not wanted:
                    return

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


def search_levels(
    start: Bitboard, layers: Sequence[MoveLayer], shut: Bitboard, limit: int, level: int = 0
) -> SearchResult:
    """Everything reachable from `start` at levels `level`..`limit`, `shut` anchors left out.

    The layers come in order of precedence: on its anchors a layer's moves replace those of later ones.
    """
    levels: list[Bitboard] = [0] * (limit + 1)
    levels[level] = start
    return SearchResult(levels, layers, shut, level)


def _spread(
    levels: list[Bitboard], moves: Sequence[DirectionMoves], front: Bitboard, fresh: Bitboard, at: int, top: int
) -> int:
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

"""The search: a wavefront over planes, one price level at a time. It knows only numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..geometry.bitboard import Bitboard, members


class DirectionMoves(NamedTuple):
    """Moves of one direction: shift the front once, then keep what may be entered at each price."""

    shift: int
    into: Bitboard
    """Everything that the direction may lead to, at whatever price."""
    prices: tuple[tuple[Bitboard, int, int], ...]
    """(anchors, levels that entering them costs, last level from which the move may start)."""


Entry: TypeAlias = tuple[Bitboard, int, int]
"""(anchors, levels that entering them costs, last level from which the move may start)."""


class Fan(NamedTuple):
    """The moves of all directions that change height, or the copy of the states, alike.

    Most anchors are entered from every side that there is at one price. There the front is widened once for all
    straight directions and once for all slanting ones; only the others, past corners, are looked at direction by
    direction.
    """

    lift: int
    """How far the change alone shifts the front."""
    into: Bitboard
    """Everything that any of the directions may lead to."""
    moves: tuple[DirectionMoves, ...]
    """All of the moves."""
    straight: tuple[Entry, ...]
    """What all straight directions lead to at one price, where anything can come from there at all."""
    slanting: tuple[Entry, ...]
    """The same of the slanting directions."""
    past: Bitboard
    """What the rest of the moves leads to."""
    rest: "MoveLayer"


class MoveLayer(NamedTuple):
    """Moves that hold on some anchors only."""

    moves: Sequence[DirectionMoves]
    only: Bitboard | None
    """The anchors on which they hold; None: wherever no other layer does."""
    fans: Sequence[Fan] = ()
    """The same moves, as fans; none: they have not been put so."""
    block: int = 0
    """How far a step south shifts the front, for fans."""

    def leading_to(self, anchors: Bitboard) -> Sequence[DirectionMoves]:
        """The moves that may lead to any of some anchors, in no particular order; some others may be among them."""
        if not self.fans:
            return self.moves
        return [go for fan in self.fans if fan.into & anchors for go in fan.moves]


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
        for layer in self.layers[:-1]:
            assert layer.only is not None
            here = fresh & layer.only
            if here:
                top = self._spread(layer, front, here, at, top)
                fresh &= ~layer.only
        self._top = self._spread(self.layers[-1], front, fresh, at, top)

    def _spread(self, layer: MoveLayer, front: Bitboard, fresh: Bitboard, at: int, top: int) -> int:
        # Where it starts may be a place to which no move leads: the first step is looked at direction by direction.
        how = _fan_out if layer.fans and at != self.start else _spread
        return how(self.levels, layer, front, fresh, at, top)

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
        for moves, only, *_ in self.layers:
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


def fans_of(
    moves: Sequence[DirectionMoves], ways: Mapping[int, tuple[int, int]], block: int, sources: Bitboard
) -> tuple[Fan, ...]:
    """Moves as fans. `ways` says of each shift by how much it changes x and y, and `block` how far y shifts.

    The moves start nowhere but at the anchors `sources`.
    """
    by_lift: dict[int, dict[tuple[int, int], DirectionMoves]] = {}
    for go in moves:
        dx, dy = ways[go.shift]
        by_lift.setdefault(go.shift - dx - dy * block, {})[dx, dy] = go
    return tuple(_fan(lift, by_way, block, sources) for lift, by_way in by_lift.items())


STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
SLANTING = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def _fan(lift: int, by_way: Mapping[tuple[int, int], DirectionMoves], block: int, sources: Bitboard) -> Fan:
    straight, slanting = (
        _common_entries({way: by_way.get(way) for way in ways}, lift, block, sources) for ways in (STRAIGHT, SLANTING)
    )
    rest: list[DirectionMoves] = []
    for way, go in by_way.items():
        shared = straight if way in STRAIGHT else slanting if way in SLANTING else ()
        common = {(price, latest): into for into, price, latest in shared}
        left = [(into & ~common.get((price, latest), 0), price, latest) for into, price, latest in go.prices]
        left = [entry for entry in left if entry[0]]
        if left:
            rest.append(DirectionMoves(go.shift, sum_of(into for into, _, _ in left), tuple(left)))
    return Fan(
        lift=lift,
        into=sum_of(go.into for go in by_way.values()),
        moves=tuple(by_way.values()),
        straight=straight,
        slanting=slanting,
        past=sum_of(go.into for go in rest),
        rest=MoveLayer(rest, None),
    )


def _common_entries(
    moves: Mapping[tuple[int, int], DirectionMoves | None], lift: int, block: int, sources: Bitboard
) -> tuple[Entry, ...]:
    """What all of some directions lead to at one price; nothing comes from where there is no source."""
    prices = {(price, latest) for go in moves.values() if go is not None for _, price, latest in go.prices}
    led = sum_of(go.into for go in moves.values() if go is not None)
    found: list[Entry] = []
    for price, latest in sorted(prices):
        common = led
        for (dx, dy), go in moves.items():
            by = lift + dx + dy * block
            void = ~(sources << by if by >= 0 else sources >> -by)
            common &= void | sum_of(into for into, *other in go.prices if other == [price, latest]) if go else void
        if common:
            found.append((common, price, latest))
    return tuple(found)


def sum_of(bitboards: Iterable[Bitboard]) -> Bitboard:
    """All members of any of some bitboards."""
    found = 0
    for bitboard in bitboards:
        found |= bitboard
    return found


def _fan_out(levels: list[Bitboard], layer: MoveLayer, front: Bitboard, fresh: Bitboard, at: int, top: int) -> int:
    """Put what the front enters onto the levels that it costs; returns the highest level that holds anything."""
    block = layer.block
    sides = front << 1 | front >> 1
    beyond = front << block | front >> block
    corners = sides << block | sides >> block
    around = front | sides | beyond | corners
    for lift, union, _, straight, slanting, past, rest in layer.fans:
        near = (around << lift if lift >= 0 else around >> -lift) & union & fresh
        if not near:
            continue
        for entries, led in ((straight, sides | beyond), (slanting, corners)):
            for into, price, latest in entries:
                if at <= latest and near & into:
                    entered = (led << lift if lift >= 0 else led >> -lift) & into & fresh
                    if entered:
                        levels[at + price] |= entered
                        if at + price > top:
                            top = at + price
        if near & past:
            top = _spread(levels, rest, front, fresh, at, top)
    return top


def _spread(levels: list[Bitboard], layer: MoveLayer, front: Bitboard, fresh: Bitboard, at: int, top: int) -> int:
    """The same, direction by direction."""
    for shift, union, prices in layer.moves:
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

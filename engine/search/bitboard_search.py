"""The path search in Python: a wavefront of bitboards, one cost level at a time. It knows only numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout, members


@dataclass(frozen=True, slots=True)
class FlattenedLayer:
    """Anchors, at most one in each column, projected onto the lowest layer."""

    layout: BitboardLayout
    nodes: Bitboard
    """The anchors projected, in the layout's bits."""
    floor: Bitboard
    """All bits of the lowest layer."""
    lifts: dict[int, int] = field(hash=False, compare=False)
    """For each column's bit on the lowest layer, the shift up to its anchor."""

    @staticmethod
    def of(layout: BitboardLayout, nodes: Bitboard) -> "FlattenedLayer | None":
        """Flattens some anchors; None where a column has two."""
        floor = layout.box(0, 0, layout.low, layout.width - 1, layout.height - 1, layout.low)
        seen = 0
        for level in range(layout.high - layout.low + 1):
            here = nodes >> level * layout.row & floor
            if seen & here:
                return None
            seen |= here
        row, block = layout.row, layout.block
        lifts: dict[int, int] = {}
        for x, y, z in layout.cubes(nodes):
            lifts[y * block + x] = (z - layout.low) * row
        return FlattenedLayer(layout, nodes, floor, lifts)

    def flat(self, bitboard: Bitboard) -> Bitboard:
        """The members of `bitboard` that are nodes, projected onto the lowest layer."""
        bitboard &= self.nodes
        row = self.layout.row
        laid = bitboard & self.floor
        for level in range(1, self.layout.high - self.layout.low + 1):
            laid |= bitboard >> level * row & self.floor
        return laid

    def raised(self, laid: Bitboard) -> Bitboard:
        """The anchors of a flattened bitboard."""
        row = self.layout.row
        total = laid
        for level in range(1, self.layout.high - self.layout.low + 1):
            total |= laid << level * row
        return total & self.nodes


@dataclass(frozen=True, slots=True)
class StateIndex:
    """The numbering of the states of one search."""

    layout: BitboardLayout
    base: int = 0
    """Bits cropped below the first row of the band."""
    bits: int = 0
    """Bits of one copy."""
    copies: int = 1
    sheet: FlattenedLayer | None = None

    def fold(self, bitboard: Bitboard) -> Bitboard:
        """Converts a bitboard of the layout to the search's bits."""
        if self.sheet is not None:
            bitboard = self.sheet.flat(bitboard)
        if self.copies == 2:
            return bitboard | bitboard << self.bits
        return bitboard >> self.base

    def unfold(self, bitboard: Bitboard) -> Bitboard:
        """Converts a bitboard of the search to the layout's bits."""
        if self.copies == 2:
            return bitboard & (1 << self.bits) - 1 | bitboard >> self.bits
        bitboard <<= self.base
        return self.sheet.raised(bitboard) if self.sheet is not None else bitboard

    def single(self, index: int) -> int:
        """The bit in the first copy for a bit of the search."""
        return index % self.bits if self.copies == 2 else index

    def plain(self, index: int) -> int:
        """The layout's bit for a bit of the search."""
        if self.copies == 2:
            return index % self.bits
        index += self.base
        return index + self.sheet.lifts[index] if self.sheet is not None else index

    def cube(self, index: int) -> Cube:
        """The anchor for a bit of the search."""
        return self.layout.cube(self.plain(index))

    def find(self, cube: Cube) -> tuple[int, ...]:
        """The search's bits for an anchor: none, one, or one in each copy."""
        if cube not in self.layout:
            return ()
        index = self.layout.index(cube)
        if self.copies == 2:
            return (index, index + self.bits)
        if self.sheet is not None:
            index -= (cube[2] - self.layout.low) * self.layout.row
            if self.sheet.lifts.get(index) != (cube[2] - self.layout.low) * self.layout.row:
                return ()
        index -= self.base
        return (index,) if index >= 0 else ()


class DirectionMoves(NamedTuple):
    """The moves of one direction: the front is shifted once, then masked by each cost."""

    shift: int
    into: Bitboard
    """Every anchor that the direction may enter, at any cost."""
    prices: tuple[tuple[Bitboard, int, int], ...]
    """(anchors, levels that entering them costs, last level from which the move may start)."""


Entry: TypeAlias = tuple[Bitboard, int, int]
"""(anchors, levels that entering them costs, last level from which the move may start)."""


class Fan(NamedTuple):
    """The moves of all directions with the same change of height, or of copy.

    Most anchors cost the same from all sides. For those the front is widened once for all straight directions and once
    for all diagonal ones; only the others, past corners, take one shift for each direction.
    """

    lift: int
    """How far the change of height or copy alone shifts the front."""
    into: Bitboard
    """Every anchor that any of the directions may enter."""
    moves: tuple[DirectionMoves, ...]
    """All of the moves."""
    straight: tuple[Entry, ...]
    """The anchors that all straight directions enter at one cost."""
    slanting: tuple[Entry, ...]
    """The anchors that all diagonal directions enter at one cost."""
    past: Bitboard
    """The anchors that the remaining moves enter."""
    rest: "MoveLayer"


class MoveLayer(NamedTuple):
    """Moves that hold on some anchors only."""

    moves: Sequence[DirectionMoves]
    only: Bitboard | None
    """The anchors on which they hold; None: all anchors of no other layer."""
    fans: Sequence[Fan] = ()
    """The same moves as fans; empty if they have not been grouped."""
    block: int = 0
    """How far a step south shifts the front, for fans."""

    def leading_to(self, anchors: Bitboard) -> Sequence[DirectionMoves]:
        """The moves that may enter any of some anchors, in no particular order; others may be among them."""
        if not self.fans:
            return self.moves
        return [go for fan in self.fans if fan.into & anchors for go in fan.moves]


class SearchResult:
    """The states that a search reaches: for each cost level, the anchors first reached at it.

    Levels are settled on demand, so that a caller who wants only the cheapest leaves the rest unsearched.
    """

    __slots__ = ("_fresh", "_reached", "_settled", "_top", "layers", "levels", "start")

    def __init__(self, levels: list[Bitboard], layers: Sequence[MoveLayer], shut: Bitboard, start: int) -> None:
        self.levels: list[Bitboard] = levels
        """Settled up to the level at hand; beyond it, the anchors found so far."""
        self.layers: Sequence[MoveLayer] = layers
        self.start: int = start
        self._reached: Bitboard = 0
        self._fresh: Bitboard = ~shut | levels[start]
        """The anchors not reached yet that a move may enter, and at first the start."""
        self._settled = start
        """The first level that is not settled."""
        self._top = start
        """The highest level that holds any anchor."""

    @property
    def done(self) -> bool:
        """True if the search is complete."""
        return self._settled > self._top

    @property
    def reached(self) -> Bitboard:
        """All anchors reached."""
        while self._settled <= self._top:
            self._settle()
        return self._reached

    def _settle(self) -> None:
        """Settle the next level, and add the anchors that it leads to at their levels."""
        at, levels = self._settled, self.levels
        self._settled = at + 1
        front = levels[at] = levels[at] & self._fresh
        if not front:
            return
        self._reached |= front
        fresh = self._fresh = self._fresh & ~front
        for layer in self.layers:
            here = fresh if layer.only is None else fresh & layer.only
            if here:
                # No move may lead to the start, so that the first step goes direction by direction.
                how = _fan_out if layer.fans and at != self.start else _spread
                self._top = how(levels, layer, front, here, at, self._top)
                fresh ^= here

    def _by_level(self) -> Iterator[tuple[int, Bitboard]]:
        """(level, anchors first reached at it), settled one by one."""
        at = self.start
        while at <= self._top:
            if at == self._settled:
                self._settle()
            if self.levels[at]:
                yield at, self.levels[at]
            at += 1

    def at(self, level: int) -> Bitboard:
        """The anchors first reached at a settled level."""
        return self.levels[level]

    def level(self, index: int) -> int | None:
        """The cheapest level at which bit `index` is reached."""
        if self._reached >> index & 1:
            return next(at for at in range(self.start, self._settled) if self.levels[at] >> index & 1)
        while self._settled <= self._top:
            self._settle()
            if self._reached >> index & 1:
                return self._settled - 1
        return None

    def indices(self) -> Iterator[tuple[int, int]]:
        """(bit, level) of every state reached, level by level."""
        for at, bitboard in self._by_level():
            for index in members(bitboard):
                yield index, at

    def among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """(bit, level) of every member of a bitboard that is reached, level by level."""
        if self._reached & wanted == wanted:  # no further level need be settled for them
            for at in range(self.start, self._settled):
                here = self.levels[at] & wanted
                for index in members(here) if here else ():
                    yield index, at
            return
        for at, bitboard in self._by_level():
            here = bitboard & wanted
            if here:
                for index in members(here):
                    yield index, at
                wanted &= ~here
                if not wanted:
                    return

    def before(self, index: int, at: int) -> list[tuple[int, int]]:
        """(bit, level) of every anchor from which a step comes to bit `index` at level `at`."""
        return list(self.each_before(index, at))

    def each_before(self, index: int, at: int) -> Iterator[tuple[int, int]]:
        """As `before`, found on demand."""
        while self._settled < at and self._settled <= self._top:
            self._settle()
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
                        yield source, level
                        break
            break


def search_levels(
    start: Bitboard, layers: Sequence[MoveLayer], shut: Bitboard, limit: int, level: int = 0
) -> SearchResult:
    """Searches from `start`, over levels `level`..`limit`, avoiding the anchors in `shut`.

    The layers come in order of precedence: on its anchors a layer's moves replace those of later ones.
    """
    levels: list[Bitboard] = [0] * (limit + 1)
    levels[level] = start
    return SearchResult(levels, layers, shut, level)


def fans_of(
    moves: Sequence[DirectionMoves], ways: Mapping[int, tuple[int, int]], block: int, sources: Bitboard
) -> tuple[Fan, ...]:
    """Groups moves into fans. `ways` gives the change of x and y for each shift, `block` the shift of one y.

    The moves start only at the anchors `sources`.
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
    """The anchors that all of some directions enter at one cost, counting only moves that start at a source."""
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
    """The union of some bitboards."""
    found = 0
    for bitboard in bitboards:
        found |= bitboard
    return found


def _fan_out(levels: list[Bitboard], layer: MoveLayer, front: Bitboard, fresh: Bitboard, at: int, top: int) -> int:
    """Adds the anchors that the front enters to the levels that they cost; returns the highest level with any
    anchor."""
    block = layer.block
    sides = front << 1 | front >> 1
    ahead = sides | front << block | front >> block
    aslant = sides << block | sides >> block
    for lift, union, _, straight, slanting, past, rest in layer.fans:
        straight_on, corners = ahead, aslant
        if lift:
            straight_on = ahead << lift if lift > 0 else ahead >> -lift
            corners = aslant << lift if lift > 0 else aslant >> -lift
        near = (straight_on | corners | (front << lift if lift >= 0 else front >> -lift)) & union & fresh
        if not near:
            continue
        straight_on &= fresh
        corners &= fresh
        for into, price, latest in straight:
            entered = straight_on & into
            if entered and at <= latest:
                levels[at + price] |= entered
                if at + price > top:
                    top = at + price
        for into, price, latest in slanting:
            entered = corners & into
            if entered and at <= latest:
                levels[at + price] |= entered
                if at + price > top:
                    top = at + price
        if near & past:
            top = _spread(levels, rest, front, fresh, at, top)
    return top


def _spread(levels: list[Bitboard], layer: MoveLayer, front: Bitboard, fresh: Bitboard, at: int, top: int) -> int:
    """`_fan_out`, direction by direction."""
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

"""The path search in Python, by wavefronts of bitboards.

It agrees with the search in C (`native/`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout, members, sum_of
from ..geometry.boxes import FLAT, row_order
from .best_path import Destination, Route, Threats, clear_way, least_drawn_way

# --- the states of a search


@dataclass(frozen=True, slots=True)
class FlattenedLayer:
    """Places of different heights, stored in one flat map. No square may have two of them."""

    layout: BitboardLayout
    nodes: Bitboard
    """The anchors, in the layout's bits."""
    floor: Bitboard
    lifts: dict[int, int] = field(hash=False, compare=False)
    """The shift up to each anchor."""

    @staticmethod
    def of(layout: BitboardLayout, nodes: Bitboard) -> "FlattenedLayer | None":
        """Puts the places `nodes` into one flat map; None if a square has two."""
        floor = layout.box(0, 0, layout.low, layout.width - 1, layout.height - 1, layout.low)
        seen = 0
        for level in range(layout.high - layout.low + 1):
            here = nodes >> level * layout.row & floor
            if seen & here:
                return None
            seen |= here
        row, block = layout.row, layout.block
        lifts = {y * block + x: (z - layout.low) * row for x, y, z in layout.cubes(nodes)}
        return FlattenedLayer(layout, nodes, floor, lifts)

    def flat(self, bitboard: Bitboard) -> Bitboard:
        bitboard &= self.nodes
        levels = range(self.layout.high - self.layout.low + 1)
        return sum_of(bitboard >> level * self.layout.row & self.floor for level in levels)

    def raised(self, laid: Bitboard) -> Bitboard:
        levels = range(self.layout.high - self.layout.low + 1)
        return sum_of(laid << level * self.layout.row for level in levels) & self.nodes


@dataclass(frozen=True, slots=True)
class StateIndex:
    """Converts places to the bit numbers that a search uses, and back."""

    layout: BitboardLayout
    base: int = 0
    """Bits cropped below the band."""
    bits: int = 0
    copies: int = 1
    sheet: FlattenedLayer | None = None

    def fold(self, bitboard: Bitboard) -> Bitboard:
        if self.sheet is not None:
            bitboard = self.sheet.flat(bitboard)
        if self.copies == 2:
            return bitboard | bitboard << self.bits
        return bitboard >> self.base

    def unfold(self, bitboard: Bitboard) -> Bitboard:
        if self.copies == 2:
            return bitboard & (1 << self.bits) - 1 | bitboard >> self.bits
        bitboard <<= self.base
        return self.sheet.raised(bitboard) if self.sheet is not None else bitboard

    def plain(self, index: int) -> int:
        if self.copies == 2:
            return index % self.bits
        index += self.base
        return index + self.sheet.lifts[index] if self.sheet is not None else index

    def cube(self, index: int) -> Cube:
        layout, sheet = self.layout, self.sheet
        index = index % self.bits if self.copies == 2 else index + self.base
        y, rest = divmod(index if sheet is None else index + sheet.lifts[index], layout.block)
        z, x = divmod(rest, layout.row)
        return (x, y, z + layout.low)

    def find(self, cube: Cube) -> tuple[int, ...]:
        """Returns the bit numbers that a search uses for a place; two if it counts diagonals."""
        layout = self.layout
        x, y, z = cube
        if not (0 <= x < layout.width and 0 <= y < layout.height and layout.low <= z <= layout.high):
            return ()
        lift = (z - layout.low) * layout.row
        index = y * layout.block + x
        if self.copies == 2:
            return (index + lift, index + lift + self.bits)
        if self.sheet is None:
            index += lift
        elif self.sheet.lifts.get(index) != lift:
            return ()
        index -= self.base
        return (index,) if index >= 0 else ()


# --- the moves of a search

Entry: TypeAlias = tuple[Bitboard, int, int]
"""(anchors entered, cost, highest level to start from)."""


class DirectionMoves(NamedTuple):
    """The steps in one direction: the places that they enter, and the cost."""

    shift: int
    into: Bitboard
    """The anchors that the direction enters."""
    prices: tuple[Entry, ...]


class Fan(NamedTuple):
    """The steps in all eight directions with the same change of height, computed together."""

    starts: Bitboard
    """The anchors that the steps leave; others may be set."""
    ends: Bitboard
    """The anchors that the steps enter."""
    lift: int
    """The bit shift for the change of height or copy."""
    straight: tuple[Entry, ...]
    """Anchors that cost the same from all straight directions."""
    slanting: tuple[Entry, ...]
    """Anchors that cost the same from all diagonals."""
    past: Bitboard
    """Anchors of the remaining moves."""
    rest: Sequence[DirectionMoves]


class MoveLayer(NamedTuple):
    """All steps that start from a set of places."""

    moves: Mapping[int, DirectionMoves]
    only: Bitboard | None
    """The anchors that the moves enter; None: all that no other layer has."""
    fans: tuple[Fan, ...]
    rim: Bitboard = -1
    """The anchors that the moves leave; others may be set."""

    def entering(self, only: Bitboard, block: int) -> "MoveLayer":
        """Returns only the moves that enter the anchors `only`."""
        sides = only | only << 1 | only >> 1
        near, rim = sides | sides << block | sides >> block, 0
        for fan in self.fans:
            if fan.starts < 0:  # its steps go one by one, as far as they like
                return MoveLayer(self.moves, only, self.fans)
            rim |= near >> fan.lift if fan.lift >= 0 else near << -fan.lift
        return MoveLayer(self.moves, only, self.fans, rim)


STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
SLANTING = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def stepwise(moves: Iterable[DirectionMoves], only: Bitboard | None) -> MoveLayer:
    by_shift = {go.shift: go for go in moves}
    return MoveLayer(by_shift, only, (Fan(-1, -1, 0, (), (), -1, tuple(by_shift.values())),))


def layer_of(
    moves: Sequence[DirectionMoves], ways: Mapping[int, tuple[int, int]], block: int, sources: Bitboard
) -> MoveLayer:
    """Collects the steps that start from the places `sources`."""
    by_lift: dict[int, dict[tuple[int, int], DirectionMoves]] = {}
    for go in moves:
        dx, dy = ways[go.shift]
        by_lift.setdefault(go.shift - dx - dy * block, {})[dx, dy] = go
    made: list[Fan] = []
    for lift, by_way in by_lift.items():
        shared: list[tuple[Entry, ...]] = []
        left: list[DirectionMoves] = [go for way, go in by_way.items() if way == (0, 0)]
        for alike in (STRAIGHT, SLANTING):
            gone = [by_way[way] for way in alike if way in by_way]
            found: list[Entry] = []
            for price, latest in sorted({(price, latest) for go in gone for _, price, latest in go.prices}):
                common = sum_of(go.into for go in gone)
                for dx, dy in alike:
                    by = lift + dx + dy * block
                    enters = ~(sources << by if by >= 0 else sources >> -by)
                    if (dx, dy) in by_way:
                        enters |= sum_of(one[0] for one in by_way[dx, dy].prices if one[1:] == (price, latest))
                    common &= enters
                if common:
                    found.append((common, price, latest))
            shared.append(tuple(found))
            taken = {(price, latest): into for into, price, latest in found}
            for go in gone:
                prices = [(into & ~taken.get((price, latest), 0), price, latest) for into, price, latest in go.prices]
                prices = [entry for entry in prices if entry[0]]
                if prices:
                    left.append(DirectionMoves(go.shift, sum_of(entry[0] for entry in prices), tuple(prices)))
        whole = by_way.values()
        starts = sum_of(go.into >> go.shift if go.shift >= 0 else go.into << -go.shift for go in whole)
        ends = sum_of(go.into for go in whole)
        made.append(Fan(starts, ends, lift, shared[0], shared[1], sum_of(go.into for go in left), left))
    return MoveLayer({go.shift: go for go in moves}, None, tuple(made))


# --- the search


@lru_cache(maxsize=4096)
def straightest(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """Returns the steps of the straightest path by (`dx`, `dy`) squares on open ground."""
    x, y, left, slanting = dx, dy, max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    steps: list[tuple[int, int]] = []
    while left:
        options: list[tuple[int, int, int, int, int]] = []
        for sx, sy, _ in FLAT:
            rest = abs(x - sx), abs(y - sy)
            if max(rest) == left - 1 and min(rest) == slanting - bool(sx and sy):
                across = (dx - x + sx) * dy - (dy - y + sy) * dx
                options.append((across * across, sy, sx, sx, sy))
        *_, sx, sy = min(options)
        steps.append((sx, sy))
        x, y, left, slanting = x - sx, y - sy, left - 1, slanting - bool(sx and sy)
    return tuple(steps)


class BitboardSearch:
    """A path search that reaches the cheapest places first. It stops as soon as a question is answered.

    A state is a place of the mover, stored as a bit. A level is the movement spent.
    """

    def __init__(
        self,
        states: StateIndex,
        first: int,
        level: int,
        layers: Sequence[MoveLayer],
        shut: Bitboard,
        sources: Bitboard,
        stop: Bitboard,
        shared: Bitboard,
    ) -> None:
        self._states = states
        self._first = first
        self._start = level
        self._layers = layers
        self._stop, self._shared = states.fold(stop), states.fold(shared) if shared else 0
        if not sources >> first & 1:  # fans hold for steps from the sources only
            self._layers = [stepwise(moves.values(), only) for moves, only, *_ in layers]
        self._shut = shut & ~(1 << first)
        self._fresh = ~self._shut
        """States not reached yet."""
        self._waiting: defaultdict[int, Bitboard] = defaultdict(int, {level: 1 << first})
        """Found but not settled, by level."""
        self._levels: dict[int, Bitboard] = {}
        """Settled states by level."""
        self._settled: list[tuple[int, Bitboard]] = []
        self._folded: tuple[Threats, list[tuple[str, Bitboard]], list[Bitboard]] | None = None

    def _settle(self) -> None:
        waiting = self._waiting
        at = min(waiting)
        front = waiting.pop(at) & self._fresh
        if not front:
            return
        self._levels[at] = front
        self._settled.append((at, front))
        fresh = self._fresh = self._fresh & ~front
        block = self._states.layout.block
        for _, only, fans, rim in self._layers:
            if only is None:
                enterable = fresh
            else:
                enterable = fresh & only
                fresh ^= enterable
                if not front & rim:
                    continue
            for starts, _, lift, straight, slanting, past, rest in fans:
                if not front & starts:
                    continue
                here = front
                if lift:
                    here = front << lift if lift > 0 else front >> -lift
                sides = here << 1 | here >> 1
                ahead = (sides | here << block | here >> block) & enterable
                aslant = (sides << block | sides >> block) & enterable
                for into, price, latest in straight:
                    if at <= latest and (entered := ahead & into):
                        waiting[at + price] |= entered
                for into, price, latest in slanting:
                    if at <= latest and (entered := aslant & into):
                        waiting[at + price] |= entered
                if past & (ahead | aslant | here):
                    for shift, union, prices in rest:
                        if entered := (front << shift if shift >= 0 else front >> -shift) & union & enterable:
                            for into, price, latest in prices:
                                if at <= latest and (priced := entered & into):
                                    waiting[at + price] |= priced

    def _all(self) -> Bitboard:
        while self._waiting:
            self._settle()
        return ~(self._fresh | self._shut)

    def count(self) -> int:
        return self._all().bit_count()

    def level(self, index: int) -> int | None:
        """Returns the lowest cost of a state; None if it is out of reach."""
        while self._waiting and self._fresh >> index & 1:
            self._settle()
        for at, front in reversed(self._settled):
            if front >> index & 1:
                return at
        return None

    def _among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        settled, number = self._settled, 0
        while wanted:
            while number == len(settled):
                if not self._waiting:
                    return
                self._settle()
            at, front = settled[number]
            number += 1
            here = front & wanted
            if here:
                wanted ^= here
                for index in members(here):
                    yield index, at

    def indices(self) -> Iterator[tuple[int, int]]:
        """Yields (state, cost) of every place in reach, cheapest first."""
        return self._among(-1)

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """Yields (state, cost) of the places in `wanted` where the mover may stop, cheapest first."""
        return self._among(self._states.fold(wanted) & (self._stop | 1 << self._first))

    def before(self, index: int, at: int) -> list[tuple[int, int]]:
        """Returns (state, cost) of each place with a step that leads to the state `index`."""
        found = [(source, level) for sources, level in self._sources(index, at) for source in members(sources)]
        found.sort(reverse=True)
        return found

    def _sources(self, index: int, at: int) -> list[tuple[Bitboard, int]]:
        while self._waiting and min(self._waiting) < at:
            self._settle()
        found: list[tuple[Bitboard, int]] = []
        levels, block, bit = self._levels, self._states.layout.block, 1 << index
        for _, only, fans, _ in self._layers:
            if only is not None and not only & bit:
                continue
            for _, ends, lift, straight, slanting, past, rest in fans:
                if not bit & ends:
                    continue
                here = bit >> lift if lift >= 0 else bit << -lift
                sides = here << 1 | here >> 1
                ahead = sides | here << block | here >> block
                aslant = sides << block | sides >> block
                for near, entries in ((ahead, straight), (aslant, slanting)):
                    for into, price, latest in entries:
                        level = at - price
                        if into & bit and level <= latest and (sources := levels.get(level, 0) & near):
                            found.append((sources, level))
                for shift, union, prices in rest if past & bit else ():
                    if union & bit and index >= shift:
                        for into, price, latest in prices:
                            level = at - price
                            if into & bit and level <= latest and levels.get(level, 0) >> index - shift & 1:
                                found.append((1 << index - shift, level))
                                break
            break
        return found

    def stops_at(self, index: int) -> bool:
        """True if the mover may stop in this state, or starts there."""
        return index == self._first or bool(self._stop >> index & 1)

    def shared_at(self, index: int) -> bool:
        """True if a stop in this state makes the mover and another creature squeeze."""
        return bool(self._shared >> index & 1)

    def leads_on(self) -> bool:
        """True if there is a place other than the start where the mover may stop."""
        return bool(self._all() & self._stop & ~(1 << self._first))

    def resting_places(self) -> list[Cube]:
        """Returns the places other than the start where the mover may stop."""
        region = self._states.unfold(self._all() & self._stop)
        region &= ~(1 << self._states.plain(self._first))
        layout = self._states.layout
        places = layout.cubes(region)
        return list(places) if layout.low == layout.high else sorted(places, key=row_order)

    # --- ways back

    def open_path(self, index: int, level: int, threats: Threats) -> Route | None:
        """Returns the straightest path to a state; None if a full comparison must decide."""
        states, levels, here, at = self._states, self._levels, self._first, self._start
        block, low, bits = states.layout.block, states.layout.low, states.bits
        *overlays, (moves, *_) = self._layers
        (x, y, z), end = states.cube(here), states.cube(index)
        if z != end[2]:
            return None
        left, path = 0, list[Cube]()
        for dx, dy in straightest(end[0] - x, end[1] - y):
            shift = dx + dy * block
            if dx and dy and states.copies == 2:
                shift += bits if here < bits else -bits
            left |= 1 << here
            here += shift
            for into, price, latest in moves[shift].prices if shift in moves else ():
                if into >> here & 1 and at <= latest and levels.get(at + price, 0) >> here & 1:
                    at += price
                    break
            else:
                return None
            x, y = x + dx, y + dy
            path.append((x, y, z))
        if here != index or at != level or any((left | 1 << here) & (layer.only or 0) for layer in overlays):
            return None
        if states.sheet is not None:
            lifts, rise = states.sheet.lifts, (z - low) * states.layout.row
            if any(lifts.get(y * block + x) != rise for x, y, _ in path):
                return None
        sure, planes, entries = self._drawn_anyway(index, threats)
        if any(left & threat for _, threat in planes) or any((left | 1 << here) & own for own in entries):
            return None
        if threats.harm is not None and any(map(threats.harm.under, (states.cube(self._first), *path))):
            return None
        return Route(tuple(path), sure)

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        """Returns the preferred path to a state: the path with the fewest reactions by enemies."""
        to = self._destination(index, level, threats)
        sure, planes, entries = self._drawn_anyway(index, threats)
        path = clear_way(self.before, to._replace(threats=planes, entries=entries))
        return least_drawn_way(self.before, to) if path is None else Route(path, sure)

    def _drawn_anyway(
        self, index: int, threats: Threats
    ) -> tuple[tuple[str, ...], Sequence[tuple[str, Bitboard]], Sequence[Bitboard]]:
        """Returns (enemies that react on every path to a state, threats and entries of the others)."""
        _, planes, entries = self._fold(threats)
        spared = threats.parting or index == self._first
        sure = [bool(plane >> self._first & 1 and not (spared and plane >> index & 1)) for _, plane in planes]
        if not any(sure):
            return (), planes, entries
        names = tuple([name for (name, _), drawn in zip(planes, sure, strict=True) if drawn])
        others = [plane for plane, drawn in zip(planes, sure, strict=True) if not drawn]
        return names, others, [own for own, drawn in zip(entries, sure, strict=False) if not drawn]

    def ending_path(self, index: int, level: int, last: Sequence[tuple[int, int]], threats: Threats) -> Route:
        """Returns the preferred path to a state with its last step from `last`."""
        to = self._destination(index, level, threats)
        return least_drawn_way(lambda here, at: last if here == index else self.before(here, at), to)

    def some_path(self, index: int, level: int) -> tuple[Cube, ...]:
        path: list[Cube] = []
        while index != self._first:
            path.append(self._states.cube(index))
            index, level = max([(sources.bit_length() - 1, at) for sources, at in self._sources(index, level)])
        path.reverse()
        return tuple(path)

    def _destination(self, index: int, level: int, threats: Threats) -> Destination:
        _, planes, entries = self._fold(threats)
        return Destination(self._first, index, level, self._states.cube, planes, threats.parting, entries, threats.harm)

    def _fold(self, threats: Threats) -> tuple[Threats, list[tuple[str, Bitboard]], list[Bitboard]]:
        if self._folded is None or self._folded[0] is not threats:
            fold = self._states.fold
            planes: list[tuple[str, Bitboard]] = []
            entries: list[Bitboard] = []
            for number, name in enumerate(threats.names):
                plane = fold(threats.threatened[number])
                own = fold(threats.own_spaces[number]) if threats.own_spaces else 0
                if plane | own and (self._waiting or (plane | own) & ~self._fresh):
                    planes.append((name, plane))
                    entries.append(own)
            self._folded = (threats, planes, entries if any(entries) else [])
        return self._folded

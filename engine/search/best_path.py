"""The preferred way to a place, by the contract's order of ties; `native/way.c` does the same in C.

Of all cheapest ways the one that draws the fewest attacks; of those the one whose ground does the least damage, on
average, by the squares newly covered; of those the one of fewest squares; of those the one of fewest diagonal steps (a
step that changes x and y is diagonal, whatever its height does). Of those, compared square by square from the start,
the one whose first differing square is nearest to the straight line from start to end, by the size of the cross product
of (square - start) and (end - start) over all three axes, and first in row order (y, then x, then z) where two are
equally near. Two states of one place (an even and an odd count of diagonals) that cost the same are compared as one
place: `rank_of` is the order.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeAlias

from ...components.position import Cube
from ..board.board import Board
from ..dice import parse
from ..geometry.bitboard import Bitboard, members
from ..geometry.directions import FLAT, row_order, step_of
from .bitboard_search import MoveLayer, sum_of


class GroundHarm:
    """Average damage of the ground under steps, for movers of one size on one board.

    Amounts are twice the average damage, so that they are whole numbers.
    """

    __slots__ = ("_columns", "_height", "_packed", "_side", "_width")

    def __init__(self, board: Board, side: int) -> None:
        self._side = side
        self._width = board.width
        self._columns: dict[tuple[int, int], tuple[int, int, int]] = {}
        """By square: amount, lowest and highest cube whose ground or water does it."""
        self._packed: bytes | None = None
        for y, row in enumerate(board.tiles):
            for x, tile in enumerate(row):
                amount = 0 if tile.damage is None else int(2 * parse(tile.damage).mean)
                if amount > 0:
                    self._columns[x, y] = (amount, tile.floor, tile.floor + max(tile.water, 1) - 1)
        self._height = board.height

    def under(self, anchor: Cube) -> dict[tuple[int, int], int]:
        """The amount of each harmful square that a mover at an anchor touches."""
        x0, y0, z = anchor
        found: dict[tuple[int, int], int] = {}
        for y in range(y0, y0 + self._side):
            for x in range(x0, x0 + self._side):
                column = self._columns.get((x, y))
                if column is not None and column[1] <= z <= column[2]:
                    found[x, y] = column[0]
        return found

    def of_step(self, here: Cube, there: Cube) -> int:
        """The amount of the squares that a step newly covers."""
        covered = self.under(there)
        return sum(covered[square] for square in covered.keys() - self.under(here).keys()) if covered else 0

    def of_path(self, start: Cube, path: Iterable[Cube]) -> int:
        """The amount of all steps of a path."""
        return sum(self.of_step(here, there) for here, there in pairwise((start, *path)))

    @property
    def flat(self) -> bool:
        """True if the squares of the board tell it all."""
        return True

    def packed(self) -> bytes:
        """Three int32 for each square of the board, row by row: amount, lowest and highest cube."""
        if self._packed is None:
            numbers = array("i", bytes(12 * self._width * self._height))
            for (x, y), column in self._columns.items():
                at = 3 * (y * self._width + x)
                numbers[at : at + 3] = array("i", column)
            self._packed = numbers.tobytes()
        return self._packed


def ground_harm(board: Board, side: int) -> GroundHarm | None:
    """The harm of a board's ground to movers of a size, compiled once; None if no ground does damage."""
    if not board.traits.harms:
        return None
    found = board.caches.get(("ground harm", side))
    if not isinstance(found, GroundHarm):
        found = board.caches.setdefault(("ground harm", side), GroundHarm(board, side))
    assert isinstance(found, GroundHarm)
    return found


class Traceable(Protocol):
    """A search whose cheapest ways can be traced back."""

    def before(self, index: int, at: int, /) -> Sequence[tuple[int, int]]:
        """(bit, level) of every anchor from which a step comes to a bit at a level."""


class WaysThrough:
    """A search in which one bit is entered from some anchors only, whatever the level at which it is entered."""

    def __init__(self, searched: Traceable, last: int, sources: Sequence[tuple[int, int]]) -> None:
        self._searched = searched
        self._last = last
        self._sources = sources

    def before(self, index: int, at: int, /) -> Sequence[tuple[int, int]]:
        """(bit, level) of every anchor from which a step comes to a bit at a level."""
        return self._sources if index == self._last else self._searched.before(index, at)


class Searched(Traceable, Protocol):
    """The states that a search has reached, by bit and level."""

    def each_before(self, index: int, at: int) -> Iterator[tuple[int, int]]:
        """As `before`, found on demand."""

    start: int
    """The level at which it started."""
    levels: list[Bitboard]
    """The anchors first reached at each level, as far as it has gone."""

    @property
    def layers(self) -> Sequence[MoveLayer]:
        """The moves of the search."""

    def at(self, level: int) -> Bitboard:
        """The anchors first reached at a level."""


class Route(NamedTuple):
    """The preferred way to a place."""

    path: tuple[Cube, ...]
    provoked: tuple[str, ...]
    """Enemies whose reaction attacks it draws."""


class _Label(NamedTuple):
    """One way to a node."""

    drawn: int
    """Enemies provoked, one bit each."""
    harm: int
    """The harm of the ground, in the amounts of `GroundHarm`."""
    squares: int
    diagonals: int
    order: tuple[tuple[int, int, int, int], ...]
    """The squares entered, as sort keys: nearest to the line first, then in row order."""
    path: tuple[Cube, ...]


class Nearness:
    """The order of squares on a way: by their distance from the straight line from start to end."""

    def __init__(self, start: Cube, end: Cube) -> None:
        self._start = start
        self._line = step_of(start, end)

    def __call__(self, cube: Cube) -> tuple[int, int, int, int]:
        """The sort key of a square: its squared cross product with the line, and its row order."""
        (a, b, c), (x, y, z) = self._line, step_of(self._start, cube)
        across = (x * b - y * a) ** 2 + (y * c - z * b) ** 2 + (z * a - x * c) ** 2
        return (across, *row_order(cube))


def slants(step: tuple[int, int, int]) -> bool:
    """True if a step is diagonal as seen from above."""
    return bool(step[0] and step[1])


Rank: TypeAlias = tuple[int, int, int, int, tuple[tuple[int, int, int, int], ...]]
"""The rank of a way among others of the same cost between the same two places."""


def rank_of(route: Route, start: Cube, harm: GroundHarm | None = None) -> Rank:
    """The rank of a way from `start`: of several that cost the same, the lowest is preferred."""
    path = route.path
    near = Nearness(start, path[-1] if path else start)
    diagonals = sum(slants(step_of(a, b)) for a, b in pairwise((start, *path)))
    hurt = 0 if harm is None else harm.of_path(start, path)
    return len(route.provoked), hurt, len(path), diagonals, tuple(near(cube) for cube in path)


LABELS = 24
"""Ways kept for an anchor; more than this many with different attacks happens only among crowds of enemies."""


class Destination(NamedTuple):
    """A place that a search has reached, and what makes one of the cheapest ways there the preferred one."""

    first: int
    """The bit of the start."""
    last: int
    """The bit of the place."""
    level: int
    """The level at which it is reached."""
    cube_of: Callable[[int], Cube]
    """The place of a bit."""
    threats: Sequence[tuple[str, Bitboard]] = ()
    """The anchors at which each enemy threatens the mover, in the search's bits."""
    parting: bool = False
    """True if only leaving an enemy's anchors altogether provokes it."""
    entries: Sequence[Bitboard] = ()
    """For each enemy the anchors in its own space, which it provokes to come into; empty: none."""
    harm: GroundHarm | None = None
    """The harm of the ground; None if no ground does damage."""

    def near(self) -> Nearness:
        """The order of squares on the way there."""
        return Nearness(self.cube_of(self.first), self.cube_of(self.last))


@lru_cache(maxsize=4096)
def straightest(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The steps of the preferred way over open, level ground to an offset: no way has fewer squares or diagonals."""
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


def open_way(searched: Searched, to: Destination, block: int, bits: int) -> Route | None:
    """The preferred way if it is the straightest one and draws no attack, without comparing ways; None if not.

    `block` is the shift of a step south, `bits` that from one copy of the states to the other; 0: there is one.
    """
    first, cube_of, levels = to.first, to.cube_of, searched.levels
    (x, y, z), end = cube_of(first), cube_of(to.last)
    if z != end[2]:
        return None
    *overlays, (moves, *_) = searched.layers
    here, at, touched = first, searched.start, 1 << to.last
    left = 0
    path: list[Cube] = []
    for dx, dy in straightest(end[0] - x, end[1] - y):
        shift = dx + dy * block
        if bits and dx and dy:
            shift += bits if here < bits else -bits
        left |= 1 << here
        here += shift
        for go in moves:
            if go.shift == shift:
                break
        else:
            return None
        for into, price, latest in go.prices:
            then = at + price
            if into >> here & 1 and at <= latest and then <= to.level and levels[then] >> here & 1:
                at = then
                break
        else:
            return None
        cube = cube_of(here)
        if cube[2] != z:
            return None
        path.append(cube)
    touched |= left
    if here != to.last or at != to.level or any(touched & (only or 0) for _, only, *_ in overlays):
        return None
    if left & sum_of(threat for _, threat in to.threats) or touched & sum_of(to.entries):
        return None
    if to.harm is not None and any(map(to.harm.under, (cube_of(first), *path))):
        return None
    return Route(tuple(path), ())


def preferred(searched: Searched, to: Destination) -> Route:
    """The preferred way to a place."""
    if to.last == to.first:
        return Route((), ())
    if to.harm is None or not (to.harm.under(to.cube_of(to.first)) or to.harm.under(to.cube_of(to.last))):
        rings = _rings(searched, to)
        if rings is not None:
            return Route(_along(searched, to, rings), ())
    return least_drawn_way(searched, to)


def least_drawn_way(searched: Traceable, to: Destination) -> Route:
    """The preferred way where every cheapest way may draw an attack or do damage: slower, and always right."""
    best = _least_drawn(to, *_ancestors(searched, to))
    return Route(best.path, tuple(name for i, (name, _) in enumerate(to.threats) if best.drawn >> i & 1))


def _masks(planes: Sequence[Bitboard], nodes: Iterable[int]) -> dict[int, int]:
    """For each node in any of the bitboards, which of them hold it, one bit each."""
    masks: dict[int, int] = {}
    for number, bitboard in enumerate(planes):
        for node in nodes:
            if bitboard >> node & 1:
                masks[node] = masks.get(node, 0) | 1 << number
    return masks


def some_way(
    searched: Searched, first: int, index: int, level: int, cube_of: Callable[[int], Cube]
) -> tuple[Cube, ...]:
    """One of the cheapest ways from bit `first` to bit `index`, whatever attacks it draws, without comparing ways."""
    path: list[Cube] = []
    while index != first:
        path.append(cube_of(index))
        index, level = next(searched.each_before(index, level))
    path.reverse()
    return tuple(path)


def _ancestors(searched: Traceable, to: Destination) -> tuple[dict[int, list[int]], dict[int, int]]:
    """(for each node on a cheapest way its predecessors, the level of each node)."""
    ways: dict[int, list[int]] = {}
    levels = {to.last: to.level}
    stack = [to.last]
    while stack:
        node = stack.pop()
        before = ways[node] = []
        for source, at in searched.before(node, levels[node]):
            before.append(source)
            if source not in levels:
                levels[source] = at
                if source != to.first:
                    stack.append(source)
    return ways, levels


def _rings(searched: Searched, to: Destination) -> list[dict[tuple[int, int], Bitboard]] | None:
    """The anchors on cheapest ways that draw no attack and touch no harmful ground, ring by ring of squares from the
    place back to the start, and in each ring by level and by the least number of diagonals.

    The last ring is the one that holds the start; None if there is no such way.
    """
    first, cube_of, entries, harm = to.first, to.cube_of, to.entries, to.harm
    threats = [bitboard for _, bitboard in to.threats]
    partings = threats if to.parting else ()
    barred = 0 if to.parting else sum_of(threats)
    """Anchors already seen, and anchors that cannot be left without drawing an attack."""
    if barred >> first & 1:
        return None
    seen = 1 << to.last
    barred |= seen
    ring = {(to.level, 0): seen}
    rings = [ring]
    start = searched.start
    slanting: dict[int, bool] = {}
    while not any(bitboard >> first & 1 for bitboard in ring.values()):
        further: dict[tuple[int, int], Bitboard] = {}
        for (at, diagonals), bitboard in ring.items():
            rest = bitboard
            for layer in searched.layers:
                here = rest if layer.only is None else rest & layer.only
                rest &= ~here
                if not here:
                    continue
                for shift, union, prices in layer.leading_to(here):
                    entered = here & union
                    if not entered:
                        continue
                    for into, price, latest in prices:
                        below = at - price
                        came = entered & into
                        if not came or not price or not start <= below <= latest:
                            continue
                        sources = (came >> shift if shift >= 0 else came << -shift) & searched.at(below) & ~barred
                        for threat in partings if sources else ():
                            sources &= ~threat | (threat >> shift if shift >= 0 else threat << -shift)
                        for own in entries if sources else ():
                            sources &= own | ~(own >> shift if shift >= 0 else own << -shift)
                        if sources and harm is not None:
                            sources &= ~sum_of(1 << bit for bit in members(sources) if harm.under(cube_of(bit)))
                        if sources:
                            slant = slanting.get(shift)
                            if slant is None:
                                one = sources.bit_length() - 1
                                slant = slanting[shift] = slants(step_of(cube_of(one), cube_of(one + shift)))
                            key = (below, diagonals + slant)
                            further[key] = further.get(key, 0) | sources
        if not further:
            return None
        ring = {}
        for key in sorted(further):  # within a level those of fewest diagonals first, each anchor once
            found = further[key] & ~seen
            if found:
                ring[key] = found
                seen |= found
        barred |= seen
        rings.append(ring)
    return rings


def _along(searched: Searched, to: Destination, rings: Sequence[dict[tuple[int, int], Bitboard]]) -> tuple[Cube, ...]:
    """The way through the rings with the fewest diagonals, and of those the one nearest to the line, square by
    square."""
    cube_of, near, entries = to.cube_of, to.near(), to.entries
    partings = [bitboard for _, bitboard in to.threats] if to.parting else ()
    path: list[Cube] = []
    # Both states of a square (an even and an odd count of diagonals) go on together until one of them falls behind.
    states = {to.first: searched.start}
    left = min(diagonals for (_, diagonals), bitboard in rings[-1].items() if bitboard >> to.first & 1)
    for ring in reversed(rings[:-1]):
        options: dict[tuple[int, int, int, int], dict[int, tuple[int, int]]] = {}
        inside = sum_of(ring.values())
        for here, at in states.items():
            passed = 0
            for layer in searched.layers:
                only = layer.only
                for shift, union, prices in layer.leading_to(inside):
                    there = here + shift
                    if there < 0 or not inside >> there & 1 or not union >> there & 1 or passed >> there & 1:
                        continue
                    if only is not None and not only >> there & 1:
                        continue
                    if partings and any(threat >> here & 1 and not threat >> there & 1 for threat in partings):
                        continue
                    if entries and any(own >> there & 1 and not own >> here & 1 for own in entries):
                        continue
                    for into, price, latest in prices:
                        if not (at <= latest and into >> there & 1):
                            continue
                        cube = cube_of(there)
                        then = left - slants(step_of(cube_of(here), cube))
                        if ring.get((at + price, then), 0) >> there & 1:
                            options.setdefault(near(cube), {})[there] = (at + price, then)
                passed |= only or 0
        nearest = options[min(options)]
        states = {there: at for there, (at, _) in nearest.items()}
        there, (_, left) = next(iter(nearest.items()))
        path.append(cube_of(there))
    return tuple(path)


def _least_drawn(to: Destination, ways: dict[int, list[int]], levels: dict[int, int]) -> _Label:
    """The way that draws the fewest attacks. One way beats another, whatever follows, if it draws a subset of its
    attacks and comes no later in the rest of the order."""
    masks, within, near = (
        _masks([bitboard for _, bitboard in to.threats], levels),
        _masks(to.entries, levels),
        to.near(),
    )
    cubes, harm = {node: to.cube_of(node) for node in levels}, to.harm
    labels: dict[int, list[_Label]] = {to.first: [_Label(0, 0, 0, 0, (), ())]}
    for node in sorted(ways, key=lambda at: levels[at]):
        mask, inside, cube = masks.get(node, 0), within.get(node, 0), cubes[node]
        order = near(cube)
        arrived: list[_Label] = []
        for source in ways[node]:
            drawn = masks.get(source, 0)
            if to.parting:
                drawn &= ~mask
            drawn |= inside & ~within.get(source, 0)
            slant = slants(step_of(cubes[source], cube))
            hurt = 0 if harm is None else harm.of_step(cubes[source], cube)
            arrived += [
                _Label(
                    label.drawn | drawn,
                    label.harm + hurt,
                    label.squares + 1,
                    label.diagonals + slant,
                    (*label.order, order),
                    (*label.path, cube),
                )
                for label in labels[source]
            ]
        labels[node] = _undominated(arrived)
    return labels[to.last][0]


def _undominated(labels: list[_Label]) -> list[_Label]:
    if len(labels) == 1:
        return labels
    labels.sort(key=lambda label: (label.drawn.bit_count(), label[1:5]))
    kept: list[_Label] = []
    for label in labels:
        for other in kept:
            if other.drawn & ~label.drawn == 0 and other[1:5] <= label[1:5]:
                break
        else:
            kept.append(label)
            if len(kept) >= LABELS:
                break
    return kept

"""The search compiled by numba (extra `fast`): the same answers and the same paths as the wavefront.

Importing this module imports numba; `kernels` does so only when a search is large enough to gain by it.
"""

from collections.abc import Iterator
from typing import Any

import numba
import numpy

from ..geometry.bitboard import Bitboard, members
from .bitboard_search import MoveLayer

UNREACHED = 2**30
MOST_ARCS = 64
"""Arcs that fit the word a cell has; a kit with more is searched by the wavefront."""

_Array = Any


class Arcs:
    """A kit's moves of one overlay as arrays: for each cell the arcs that lead out of it."""

    __slots__ = ("latest", "out", "prices", "shifts", "usable")

    def __init__(self, layer: MoveLayer, bits: int) -> None:
        arcs = [(go.shift, into, price, latest) for go in layer.moves for into, price, latest in go.prices if into]
        self.usable = len(arcs) <= MOST_ARCS
        self.shifts = numpy.array([arc[0] for arc in arcs], dtype=numpy.int64)
        self.prices = numpy.array([arc[2] for arc in arcs], dtype=numpy.int64)
        self.latest = numpy.array([arc[3] for arc in arcs], dtype=numpy.int64)
        self.out = numpy.zeros(bits, dtype=numpy.uint64)
        if not self.usable:
            return
        for number, (shift, into, _, _) in enumerate(arcs):
            leads = unpack(into, bits)
            word = numpy.uint64(1 << number)
            # An arc leads out of c where it may enter c + shift.
            if shift >= 0:
                self.out[: bits - shift] |= numpy.where(leads[shift:], word, numpy.uint64(0))
            else:
                self.out[-shift:] |= numpy.where(leads[:shift], word, numpy.uint64(0))


def unpack(bitboard: Bitboard, bits: int) -> _Array:
    """A plane as an array of booleans."""
    count = -(-bits // 8)
    raw = numpy.frombuffer((bitboard & (1 << bits) - 1).to_bytes(count, "little"), dtype=numpy.uint8)
    return numpy.unpackbits(raw, count=bits, bitorder="little").view(numpy.bool_)


@numba.njit(cache=True, nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def _spread(
    overlay: _Array,
    ranks: _Array,
    outs: _Array,
    shifts: _Array,
    prices: _Array,
    latests: _Array,
    start: int,
    level: int,
    limit: int,
    best: _Array,
) -> bool:
    """Dial's search; False where the buckets overflow (which no board has shown)."""
    cells = best.shape[0]
    capacity = 8 * cells + 64
    head = numpy.full(limit + 1, -1, numpy.int64)
    cell_of = numpy.empty(capacity, numpy.int64)
    after = numpy.empty(capacity, numpy.int64)
    best[start] = level
    cell_of[0] = start
    after[0] = -1
    head[level] = 0
    used = 1
    for at in range(level, limit + 1):
        node = head[at]
        while node >= 0:
            cell = cell_of[node]
            node = after[node]
            if best[cell] != at:
                continue
            for layer in range(ranks.shape[0]):
                word = outs[layer, cell]
                number = 0
                while word != 0:
                    if word & numpy.uint64(1):
                        target = cell + shifts[layer, number]
                        total = at + prices[layer, number]
                        if overlay[target] == ranks[layer] and at <= latests[layer, number] and total < best[target]:
                            best[target] = total
                            if used >= capacity:
                                return False
                            cell_of[used] = target
                            after[used] = head[total]
                            head[total] = used
                            used += 1
                    word >>= numpy.uint64(1)
                    number += 1
    return True


class FastFlood:
    """What a compiled search reached; asked just like `wavefront.Flood`."""

    __slots__ = ("_best", "_layers", "_levels", "_planes", "_reached", "start")

    def __init__(self, best: _Array, layers: list[MoveLayer], start: int) -> None:
        self._best = best
        self._layers = layers
        self.start = start
        self._reached: Bitboard | None = None
        self._levels = memoryview(best)
        self._planes: dict[int, Bitboard] = {}

    @property
    def done(self) -> bool:
        """Whether nothing is left to search: this kernel searches all at once."""
        return True

    @property
    def reached(self) -> Bitboard:
        """Everything reached, as a plane."""
        if self._reached is None:
            packed = numpy.packbits(self._best < UNREACHED, bitorder="little")
            self._reached = int.from_bytes(packed.tobytes(), "little")
        return self._reached

    @property
    def layers(self) -> list[MoveLayer]:
        """The moves that it was made with."""
        return self._layers

    def at(self, level: int) -> Bitboard:
        """What was first reached at a level."""
        found = self._planes.get(level)
        if found is None:
            packed = numpy.packbits(self._best == level, bitorder="little")
            found = self._planes[level] = int.from_bytes(packed.tobytes(), "little")
        return found

    def level(self, index: int) -> int | None:
        """The cheapest level at which bit `index` was reached."""
        if not 0 <= index < len(self._best):
            return None
        found = int(self._best[index])
        return found if found < UNREACHED else None

    def indices(self) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything reached, level by level."""
        reached = numpy.flatnonzero(self._best < UNREACHED)
        levels = self._best[reached]
        order = numpy.argsort(levels, kind="stable")
        return iter(zip(reached[order].tolist(), levels[order].tolist(), strict=True))

    def among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """(bit, level) of everything of a plane that was reached, level by level."""
        levels = self._levels
        found = [(levels[index], index) for index in members(wanted & self.reached)]
        return ((index, level) for level, index in sorted(found))

    def before(self, index: int, at: int) -> list[tuple[int, int]]:
        """(bit, level) of every anchor from which bit `index` is reached most cheaply, at level `at`."""
        found: list[tuple[int, int]] = []
        levels = self._levels
        for moves, only in self._layers:
            if only is not None and not only >> index & 1:
                continue
            for shift, union, prices in moves:
                source = index - shift
                if not 0 <= source < len(levels) or not union >> index & 1:
                    continue
                level = levels[source]
                for into, price, latest in prices:
                    if level + price == at and level <= latest and price and into >> index & 1:
                        found.append((source, level))
                        break
            break
        return found


def fast_flood(
    first: int, layers: list[MoveLayer], arcs: list[Arcs], shut: Bitboard, bits: int, limit: int, level: int
) -> FastFlood | None:
    """Everything reachable from bit `first`; None where the kit does not suit this kernel."""
    if not all(one.usable for one in arcs):
        return None
    overlay = numpy.zeros(bits, dtype=numpy.uint8)
    ranks = []
    for rank, layer in enumerate(layers[:-1], 1):
        assert layer.only is not None
        fresh = unpack(layer.only, bits) & (overlay == 0)
        overlay[fresh] = rank
        ranks.append(rank)
    ranks.append(0)
    overlay[unpack(shut, bits)] = 255
    widest = max(len(one.shifts) for one in arcs)

    def stacked(name: str) -> _Array:
        rows = numpy.zeros((len(arcs), max(widest, 1)), dtype=numpy.int64)
        for row, one in enumerate(arcs):
            values = getattr(one, name)
            rows[row, : len(values)] = values
        return rows

    best = numpy.full(bits, UNREACHED, dtype=numpy.int64)
    outs = arcs[0].out[None, :] if len(arcs) == 1 else numpy.stack([one.out for one in arcs])
    sound = _spread(
        overlay,
        numpy.array(ranks, dtype=numpy.uint8),
        outs,
        stacked("shifts"),
        stacked("prices"),
        stacked("latest"),
        first,
        level,
        limit,
        best,
    )
    return FastFlood(best, layers, level) if sound else None

"""The path search in C, equal to the bitboard search.

`_native` is built from `native/` if a C compiler exists. FIVEFOOT_PURE=1 disables it.
"""

import threading
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...components.position import Cube
from ..extension import INTERFACE as INTERFACE
from ..extension import asked_for_pure, without_lock
from ..extension import native as native
from ..geometry.bitboard import Bitboard, BitboardLayout
from ..messages import _
from .best_path import Before, Destination, Route, Threats, least_drawn_way
from .bitboard_search import DirectionMoves, StateIndex

# --- marks that creatures put on cells

COSTLY = 1
CORPSE = 2
"""A body on the ground; replaces `COSTLY`."""
CLOSED = 4
NO_STOP = 8
SHARED = 16
"""A mark: stopping squeezes two creatures."""
ONE_WAY = 32
"""May be left, not entered."""
DEAR = 64
"""A mark: with `COSTLY`, only the first step into a space costs more."""

# --- the extension

if TYPE_CHECKING:
    from . import _native


_ADDING = threading.Lock()
"""Guards tables that threads share."""

MOST_THREATS = 64
"""With more enemies Python compares paths."""


def which_search() -> str:
    """Says whether the compiled or the Python search is in use, for `fivefoot --version --verbose`."""
    if native() is not None:
        return _("compiled")
    if asked_for_pure():
        return _("pure Python (FIVEFOOT_PURE is set)")
    if without_lock():
        return _("pure Python (the compiled search needs the interpreter's lock)")
    return _("pure Python (the compiled search is not installed)")


def cube_bytes(bitboard: Bitboard, layout: BitboardLayout) -> bytes:
    return (bitboard & (1 << layout.bits) - 1).to_bytes(layout.bits // 8 + 1, "little")


class CompiledTable:
    """The steps of a path search in the form that the C extension reads."""

    __slots__ = ("_moves", "_states", "complete", "table")

    def __init__(self, moves: Sequence[Sequence[DirectionMoves]], states: StateIndex) -> None:
        from . import _native

        layout, sheet = states.layout, states.sheet
        lifts: bytes | None = None
        if sheet is not None:
            heights = array("i", [-1]) * (layout.width * layout.height)
            for bit, lift in sheet.lifts.items():
                y, x = divmod(bit, layout.block)
                heights[y * layout.width + x] = lift // layout.row
            lifts = heights.tobytes()
        self._moves = moves
        self._states = states
        self.complete = False
        """True if the table holds the costs of all overlays."""
        self.table = _native.Table(layout.width, layout.height, layout.low, layout.high, states.copies, lifts)
        self._add(0)

    def _add(self, overlay: int) -> None:
        size = self._states.layout.bits * self._states.copies // 8 + 1
        self.table.add(
            overlay,
            [
                (go.shift, into.to_bytes(size, "little"), price, latest)
                for go in self._moves[overlay]
                for into, price, latest in go.prices
                if into
            ],
        )

    def add_overlays(self) -> None:
        with _ADDING:
            if self.complete:
                return
            for overlay in range(1, len(self._moves)):
                self._add(overlay)
            self.complete = True


class CompiledReached:
    """The places that the C extension's search has reached. It has the methods of `BitboardSearch`."""

    def __init__(self, search: "_native.Search", states: StateIndex, first: int) -> None:
        self._search = search
        self._first = first
        self._states = states
        self._threats: tuple[Threats, tuple[bytes, ...], tuple[bytes, ...]] | None = None
        self.count, self.level, self.before = search.settle, search.level, search.before
        self.stops_at, self.shared_at = search.stops_at, search.shared_at
        self.leads_on, self.resting_places = search.leads_on, search.resting_places

    def indices(self) -> Iterator[tuple[int, int]]:
        position, found = self._search.batch(0)
        while found:
            yield from found
            position, found = self._search.batch(position)

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        cubes = cube_bytes(wanted, self._states.layout)
        found = self._search.stops_among(cubes, -1)
        while found:
            yield from found
            found = self._search.stops_among(cubes, found[0][1])

    def open_path(self, index: int, level: int, threats: Threats) -> Route | None:
        """Returns None: this search has no fast way for open ground."""
        return None

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        if len(threats.names) > MOST_THREATS or (threats.harm is not None and not threats.harm.flat):
            return self._least_drawn(self.before, index, level, threats)
        if self._threats is None or self._threats[0] is not threats:
            layout = self._states.layout
            self._threats = (
                threats,
                tuple(cube_bytes(bitboard, layout) for bitboard in threats.threatened),
                tuple(cube_bytes(bitboard, layout) for bitboard in threats.own_spaces),
            )
        harm = None if threats.harm is None else threats.harm.packed()
        cubes, drawn = self._search.way(index, *self._threats[1:], threats.parting, harm)
        if not drawn:
            return Route(tuple(cubes), ())
        return Route(tuple(cubes), tuple(name for number, name in enumerate(threats.names) if drawn >> number & 1))

    def ending_path(self, index: int, level: int, last: Sequence[tuple[int, int]], threats: Threats) -> Route:
        return self._least_drawn(
            lambda here, at: last if here == index else self.before(here, at), index, level, threats
        )

    def _least_drawn(self, before: Before, index: int, level: int, threats: Threats) -> Route:
        fold = self._states.fold
        threatened = list(zip(threats.names, map(fold, threats.threatened), strict=True))
        entries = [fold(own) for own in threats.own_spaces]
        if index == self._first:
            return Route((), ())
        cube_of = self._states.cube
        return least_drawn_way(
            before,
            Destination(self._first, index, level, cube_of, threatened, threats.parting, entries, threats.harm),
        )

    def some_path(self, index: int, level: int) -> tuple[Cube, ...]:
        return tuple(self._search.some_way(index))

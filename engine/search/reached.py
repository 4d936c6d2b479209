"""What a search has reached, as its users ask for it, and the answer that bitboards give."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from ...components.position import Cube
from ..geometry.bitboard import Bitboard
from ..geometry.directions import row_order
from .best_path import Route, preferred, some_way
from .bitboard_search import SearchResult
from .state_index import StateIndex


class Threats(NamedTuple):
    """Where a mover lays itself open to whom, in the bits of the board's layout."""

    names: tuple[str, ...] = ()
    threatened: tuple[Bitboard, ...] = ()
    """For each enemy the anchors at which it threatens the mover."""
    own_spaces: tuple[Bitboard, ...] = ()
    """For each enemy the anchors in its own space, which it provokes to come into; none at all: nobody does."""
    parting: bool = False
    """Whether only leaving an enemy's anchors altogether provokes it."""


class Reached(Protocol):
    """What a search has reached. States go by their index, sets of places are bitboards of the board's layout."""

    def count(self) -> int:
        """How many states are reached."""

    def level(self, index: int) -> int | None:
        """The cheapest level at which a state is reached."""

    def indices(self) -> Iterator[tuple[int, int]]:
        """(state, level) of everything reached, level by level, settled as they are asked for."""

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """The same of the places of a set at which the mover may stop, or at which it starts."""

    def before(self, index: int, level: int) -> Sequence[tuple[int, int]]:
        """(state, level) of everything from which a state is reached most cheaply, at `level`."""

    def stops_at(self, index: int) -> bool:
        """Whether the mover may stop there; where it starts it may."""

    def shared_at(self, index: int) -> bool:
        """Whether stopping there makes the mover and another squeeze."""

    def leads_on(self) -> bool:
        """Whether anything but the start is reached at which the mover may stop."""

    def resting_places(self) -> list[Cube]:
        """The places reached at which the mover may stop, that of its start left out, in row order."""

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        """The preferred way: cheapest, then fewest attacks drawn, then fewest squares, then row order."""

    def some_path(self, index: int, level: int) -> tuple[Cube, ...]:
        """One of the cheapest ways, whatever attacks it draws."""


class BitboardReached:
    """What a bitboard search has reached."""

    def __init__(
        self, result: SearchResult, state_index: StateIndex, first: int, stop: Bitboard, shared: Bitboard
    ) -> None:
        self._result = result
        self._state_index = state_index
        self._first = first
        self._stop = stop
        self._shared = shared
        self._folded: tuple[Threats, list[tuple[str, Bitboard]], list[Bitboard]] | None = None

    def count(self) -> int:
        """How many states are reached."""
        return self._result.reached.bit_count()

    def level(self, index: int) -> int | None:
        """The cheapest level at which a state is reached."""
        return self._result.level(index)

    def indices(self) -> Iterator[tuple[int, int]]:
        """(state, level) of everything reached, level by level, settled as they are asked for."""
        return self._result.indices()

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """The same of the places of a set at which the mover may stop, or at which it starts."""
        stop = wanted & (self._stop | 1 << self._state_index.plain(self._first))
        return self._result.among(self._state_index.fold(stop)) if stop else iter(())

    def before(self, index: int, level: int) -> Sequence[tuple[int, int]]:
        """(state, level) of everything from which a state is reached most cheaply, at `level`."""
        return self._result.before(index, level)

    def stops_at(self, index: int) -> bool:
        """Whether the mover may stop there; where it starts it may."""
        return index == self._first or bool(self._stop >> self._state_index.plain(index) & 1)

    def shared_at(self, index: int) -> bool:
        """Whether stopping there makes the mover and another squeeze."""
        return bool(self._shared and self._shared >> self._state_index.plain(index) & 1)

    def leads_on(self) -> bool:
        """Whether anything but the start is reached at which the mover may stop."""
        return bool(self._result.reached & self._state_index.fold(self._stop) & ~(1 << self._first))

    def resting_places(self) -> list[Cube]:
        """The places reached at which the mover may stop, that of its start left out, in row order."""
        region = self._state_index.unfold(self._result.reached) & self._stop
        region &= ~(1 << self._state_index.plain(self._first))
        layout = self._state_index.layout
        places = layout.cubes(region)
        return list(places) if layout.low == layout.high else sorted(places, key=row_order)

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        """The preferred way: cheapest, then fewest attacks drawn, then fewest squares, then row order."""
        planes, entries = self._fold(threats)
        return preferred(
            self._result, self._first, index, level, self._state_index.cube, planes, threats.parting, entries
        )

    def _fold(self, threats: Threats) -> tuple[list[tuple[str, Bitboard]], list[Bitboard]]:
        """Threats in the search's own bits, those left out that nothing reached has to do with."""
        if self._folded is None or self._folded[0] is not threats:
            fold, result = self._state_index.fold, self._result
            planes: list[tuple[str, Bitboard]] = []
            entries: list[Bitboard] = []
            owned = threats.own_spaces or (0,) * len(threats.names)
            for name, threatened, own in zip(
                threats.names, map(fold, threats.threatened), map(fold, owned), strict=True
            ):
                if threatened | own and (not result.done or (threatened | own) & result.reached):
                    planes.append((name, threatened))
                    entries.append(own)
            self._folded = (threats, planes, entries if any(entries) else [])
        return self._folded[1:]

    def some_path(self, index: int, level: int) -> tuple[Cube, ...]:
        """One of the cheapest ways, whatever attacks it draws."""
        return some_way(self._result, self._first, index, level, self._state_index.cube)

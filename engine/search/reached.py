"""The states that a search has reached: the interface, and its bitboard implementation."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from ...components.position import Cube
from ..geometry.bitboard import Bitboard
from ..geometry.directions import row_order
from .best_path import Destination, GroundHarm, Route, WaysThrough, least_drawn_way, open_way, preferred, some_way
from .bitboard_search import SearchResult, StateIndex


class Threats(NamedTuple):
    """Where enemies threaten a mover, in the bits of the board's layout, and where the ground harms it."""

    names: tuple[str, ...] = ()
    threatened: tuple[Bitboard, ...] = ()
    """For each enemy the anchors at which it threatens the mover."""
    own_spaces: tuple[Bitboard, ...] = ()
    """For each enemy the anchors in its own space that the mover provokes by entering; empty: none."""
    parting: bool = False
    """Whether the mover provokes only by leaving an enemy's anchors altogether."""
    harm: GroundHarm | None = None
    """The damage of the ground; None if it does none."""


class Reached(Protocol):
    """The states that a search has reached. A state is named by its index; sets of places are bitboards of the board's
    layout."""

    def count(self) -> int:
        """How many states are reached."""

    def level(self, index: int) -> int | None:
        """The cheapest level at which a state is reached, None if it is not."""

    def indices(self) -> Iterator[tuple[int, int]]:
        """(state, level) of every state reached, level by level, settled on demand."""

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """(state, level) of the places of a set at which the mover may stop or starts, level by level."""

    def before(self, index: int, level: int) -> Sequence[tuple[int, int]]:
        """(state, level) of every state from which a step comes to a state at `level`, the cheapest or a later one."""

    def stops_at(self, index: int) -> bool:
        """Whether the mover may stop at a state; at its start it may."""

    def shared_at(self, index: int) -> bool:
        """Whether stopping at a state makes the mover and another creature squeeze."""

    def leads_on(self) -> bool:
        """Whether any place but the start is reached at which the mover may stop."""

    def resting_places(self) -> list[Cube]:
        """The places reached at which the mover may stop, the start left out, in row order."""

    def open_path(self, index: int, level: int, threats: Threats) -> Route | None:
        """The preferred way if it is the straightest one and draws no attack; None if it is not, or not known to be."""

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        """The preferred way, by the order of `rank_of`."""

    def ending_path(self, index: int, level: int, last: Sequence[tuple[int, int]], threats: Threats) -> Route:
        """The preferred way of those that come to a state, at `level`, from one of some states before it."""

    def some_path(self, index: int, level: int) -> tuple[Cube, ...]:
        """One of the cheapest ways, whatever attacks it draws."""


class BitboardReached:
    """The states that a bitboard search has reached."""

    def __init__(
        self, result: SearchResult, state_index: StateIndex, first: int, stop: Bitboard, shared: Bitboard
    ) -> None:
        self._result = result
        self._state_index = state_index
        self._first = first
        self._stop = state_index.fold(stop)
        self._shared = state_index.fold(shared) if shared else 0
        self._folded: tuple[Threats, list[tuple[str, Bitboard]], list[Bitboard]] | None = None

    def count(self) -> int:
        """How many states are reached."""
        return self._result.reached.bit_count()

    def level(self, index: int) -> int | None:
        """The cheapest level at which a state is reached, None if it is not."""
        return self._result.level(index)

    def indices(self) -> Iterator[tuple[int, int]]:
        """(state, level) of every state reached, level by level, settled on demand."""
        return self._result.indices()

    def stops_among(self, wanted: Bitboard) -> Iterator[tuple[int, int]]:
        """(state, level) of the places of a set at which the mover may stop or starts, level by level."""
        stops = self._state_index.fold(wanted) & (self._stop | 1 << self._first)
        return self._result.among(stops) if stops else iter(())

    def before(self, index: int, level: int) -> Sequence[tuple[int, int]]:
        """(state, level) of every state from which a step comes to a state at `level`, the cheapest or a later one."""
        return self._result.before(index, level)

    def stops_at(self, index: int) -> bool:
        """Whether the mover may stop at a state; at its start it may."""
        return index == self._first or bool(self._stop >> index & 1)

    def shared_at(self, index: int) -> bool:
        """Whether stopping at a state makes the mover and another creature squeeze."""
        return bool(self._shared >> index & 1)

    def leads_on(self) -> bool:
        """Whether any place but the start is reached at which the mover may stop."""
        return bool(self._result.reached & self._stop & ~(1 << self._first))

    def resting_places(self) -> list[Cube]:
        """The places reached at which the mover may stop, the start left out, in row order."""
        region = self._state_index.unfold(self._result.reached & self._stop)
        region &= ~(1 << self._state_index.plain(self._first))
        layout = self._state_index.layout
        places = layout.cubes(region)
        return list(places) if layout.low == layout.high else sorted(places, key=row_order)

    def open_path(self, index: int, level: int, threats: Threats) -> Route | None:
        """The preferred way if it is the straightest one and draws no attack; None if it is not."""
        states = self._state_index
        to = self._destination(index, level, threats)
        return open_way(self._result, to, states.layout.block, states.bits if states.copies == 2 else 0)

    def best_path(self, index: int, level: int, threats: Threats) -> Route:
        """The preferred way, by the order of `rank_of`."""
        return preferred(self._result, self._destination(index, level, threats))

    def ending_path(self, index: int, level: int, last: Sequence[tuple[int, int]], threats: Threats) -> Route:
        """The preferred way of those that come to a state, at `level`, from one of some states before it."""
        return least_drawn_way(WaysThrough(self._result, index, last), self._destination(index, level, threats))

    def _destination(self, index: int, level: int, threats: Threats) -> Destination:
        planes, entries = self._fold(threats)
        return Destination(
            self._first, index, level, self._state_index.cube, planes, threats.parting, entries, threats.harm
        )

    def _fold(self, threats: Threats) -> tuple[list[tuple[str, Bitboard]], list[Bitboard]]:
        """Converts threats to the search's own bits, leaving out those that touch no state reached."""
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

"""An append-only log; copies share its past."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import overload

from ...components.events import Event

BLOCK = 256
"""Events per block; copies share full blocks."""
_BITS = BLOCK.bit_length() - 1


class Log(Sequence[Event]):
    """The list of all events so far. Its copies share the old events."""

    __slots__ = ("_full", "_tail", "length")

    def __init__(self) -> None:
        self._full: tuple[list[Event], ...] = ()
        self._tail: list[Event] = []
        self.length: int = 0

    def append(self, event: Event) -> None:
        event.seq = self.length
        self.length += 1
        self._tail.append(event)
        if len(self._tail) == BLOCK:
            self._full, self._tail = (*self._full, self._tail), []

    def copy(self) -> "Log":
        twin = Log()
        twin._full, twin._tail, twin.length = self._full, self._tail[:], self.length
        return twin

    def __len__(self) -> int:
        return self.length

    @property
    def newest(self) -> Event | None:
        if self._tail:
            return self._tail[-1]
        return self._full[-1][-1] if self._full else None

    def since(self, number: int) -> list[Event]:
        full = len(self._full) << _BITS
        return self._tail[number - full :] if number >= full else list(islice(self, number, None))

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        full = len(self._full) << _BITS
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(self.length))]
        if place < 0:
            place += full + len(self._tail)
        if place >= full:
            return self._tail[place - full]
        if place < 0:
            raise IndexError("there are not so many events")
        return self._full[place >> _BITS][place & (BLOCK - 1)]

    def __iter__(self) -> Iterator[Event]:
        return chain(*self._full, self._tail) if self._full else iter(self._tail)

    def __reversed__(self) -> Iterator[Event]:
        last = reversed(self._tail)
        return chain(last, *(reversed(block) for block in reversed(self._full))) if self._full else last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        raise TypeError("a log has no hash: it grows")

    def __repr__(self) -> str:
        return f"<Log of {len(self)} events>"

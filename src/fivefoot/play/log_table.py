"""A log as columns, half the size of a list."""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby, repeat
from typing import Annotated, Any, TypeAlias

import msgspec

from ..components.events import EventBase
from ..components.names import Table

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]
Runs: TypeAlias = tuple[tuple[Count, Count], ...]


class EventKind(Table, frozen=True, kw_only=True):
    """All events with the same fields, stored as one list of values per field."""

    event: str
    fields: dict[str, tuple[Any, ...]]
    """Each field's values, event by event."""


class LogTable(Table, frozen=True, kw_only=True):
    """A log stored as tables, one for each kind of event, to be small."""

    kinds: tuple[EventKind, ...]
    order: tuple[Count, ...]
    """For each event of the log, the index of its kind."""
    rounds: Runs
    turns: Runs


def table_of(log: Iterable[EventBase]) -> LogTable:
    kinds: dict[tuple[str, ...], dict[str, list[Any]]] = {}
    order, rounds, turns = [], [], []
    for event in log:
        values = event.to_dict()
        rounds.append(values.pop("round"))
        turns.append(values.pop("turn"))
        del values["seq"]
        key = values.pop("event"), *values
        fields = kinds.setdefault(key, {name: [] for name in values})
        for name, value in values.items():
            fields[name].append(value)
        order.append(key)
    numbers = {key: number for number, key in enumerate(kinds)}
    return LogTable(
        kinds=tuple(
            EventKind(event=key[0], fields={name: tuple(column) for name, column in fields.items()})
            for key, fields in kinds.items()
        ),
        order=tuple(numbers[key] for key in order),
        rounds=_runs(rounds),
        turns=_runs(turns),
    )


def events_of(table: LogTable) -> Iterator[dict[str, Any]]:
    """Yields the events stored in a table, in order; ends early if a value is missing."""
    rows = [_rows(kind) for kind in table.kinds]
    counts = zip(table.order, _each(table.rounds), _each(table.turns), strict=False)
    for seq, (number, round_, turn) in enumerate(counts):
        row = next(rows[number], None) if number < len(rows) else None
        if row is None:
            return
        yield {**row, "seq": seq, "round": round_, "turn": turn}


def _rows(kind: EventKind) -> Iterator[dict[str, Any]]:
    names = tuple(kind.fields)
    for values in zip(*kind.fields.values(), strict=False):
        yield {"event": kind.event, **dict(zip(names, values, strict=True))}


def _runs(numbers: Iterable[int]) -> Runs:
    return tuple((number, len(list(same))) for number, same in groupby(numbers))


def _each(runs: Runs) -> Iterator[int]:
    return chain.from_iterable(repeat(number, count) for number, count in runs)

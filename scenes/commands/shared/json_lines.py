"""JSON lines on standard output, the same bytes on every machine."""

from collections.abc import Iterable, Mapping

import msgspec
import typer

from ....components.events import EventBase

BATCH = 256
"""Lines per write."""


def write(objects: Iterable[Mapping[str, object]]) -> None:
    held: list[bytes] = []
    encode = msgspec.json.Encoder().encode
    for thing in objects:
        held.append(encode(thing))
        if len(held) >= BATCH:
            _flush(held)
    _flush(held)


def write_events(events: Iterable[EventBase]) -> None:
    write(event.to_dict() for event in events)


def _flush(held: list[bytes]) -> None:
    if held:
        typer.echo(b"\n".join(held) + b"\n", nl=False)
        held.clear()

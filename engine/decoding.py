"""Decodes plain data to typed structs. A lock prevents a crash of msgspec: two threads must not first use a type at
once."""

import threading
from typing import Any, TypeVar, overload

import msgspec

from ..components.intents import KINDS

T = TypeVar("T")

MOST_KEPT = 512

PREPARED: set[Any] = set(KINDS)
"""Types that msgspec has prepared: those of intents while their module was imported."""

_FIRST_USE = threading.Lock()


def prepare(kind: Any) -> None:
    with _FIRST_USE:
        if len(PREPARED) >= MOST_KEPT:
            PREPARED.clear()
        msgspec.json.Decoder(kind)
        PREPARED.add(kind)


@overload
def decode(raw: bytes | str, kind: type[T]) -> T: ...
@overload
def decode(raw: bytes | str, kind: Any) -> Any: ...
def decode(raw: bytes | str, kind: Any) -> Any:
    """Decodes JSON to a value of the type `kind`.

    Raises:
        msgspec.DecodeError: the text is not JSON, or not of this type.
    """
    if kind not in PREPARED:
        prepare(kind)
    return msgspec.json.decode(raw, type=kind)


@overload
def convert(value: object, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def convert(value: object, kind: Any, *, strict: bool = True) -> Any: ...
def convert(value: object, kind: Any, *, strict: bool = True) -> Any:
    """Converts plain tables and lists to a value of the type `kind`.

    Raises:
        msgspec.ValidationError: the value does not fit the type.
    """
    if kind not in PREPARED:
        prepare(kind)
    return msgspec.convert(value, kind, strict=strict)

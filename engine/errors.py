"""The one error of bad input: a scenario that cannot be played, told in one sentence."""

import json
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NoReturn, TypeAlias

LONGEST = 60
"""How many characters of a wrong value a message shows."""


def printable(text: str) -> str:
    """`text` with everything that a terminal could not show, or would obey, escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def spelled(value: object) -> str:
    """A value as a message shows it: as a scenario file would spell it, cut short if it is long."""
    match value:
        case bool():
            text = "true" if value else "false"
        case None:
            text = "null"
        case str():
            text = printable(json.dumps(value, ensure_ascii=False))
        case dict():
            text = "a table with " + ", ".join(printable(str(key)) for key in list(value)[:8]) if value else "{}"
        case list() | tuple():
            if len(value) <= 4 and not any(isinstance(item, (dict, list, tuple)) for item in value):
                text = "[" + ", ".join(spelled(item) for item in value) + "]"
            else:
                text = f"an array of {len(value)}"
        case int() | float():
            # A whole number of thousands of digits may not even be converted (CPython's own limit).
            huge = isinstance(value, int) and value.bit_length() > 200
            text = "a number of more than 60 digits" if huge else repr(value)
        case _:
            text = printable(str(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def joined(place: str, key: str) -> str:
    """The place of `key` in the table at `place`."""
    if not re.fullmatch(r"[\w-]+", key):
        key = spelled(key)
    return f"{place}.{key}" if place else key


def names(known: Iterable[str], wrong: str | None = None) -> str:
    """The names that are allowed, and the one that was probably meant."""
    listed = list(known)
    text = ", ".join(listed) if listed else "nothing"
    close = get_close_matches(wrong, listed, n=1) if wrong is not None and len(wrong) <= 64 else []
    return f'{text} (did you mean "{close[0]}"?)' if close else text


class ScenarioError(ValueError):
    """A scenario that cannot be played as it stands.

    Its text is one sentence: the file, the place in it, what was found there, what is allowed.
    """

    def __init__(self, *, source: str, place: str, found: str, allowed: str) -> None:
        self.source = source
        """The file, or what stands for it where the scenario came as text."""
        self.place = place
        """The place in the file, such as `creatures[2].speed.walk`, counted from 0; empty for all of it."""
        self.found = found
        """What stands there."""
        self.allowed = allowed
        """What may stand there."""
        where = f"{printable(source)}: {printable(place)}" if place else printable(source)
        super().__init__(f"{where}: found {found}; allowed: {allowed}")

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions pickle by position; this one crosses process borders in tournaments.
        return (_again, (self.source, self.place, self.found, self.allowed))


def _again(source: str, place: str, found: str, allowed: str) -> ScenarioError:
    return ScenarioError(source=source, place=place, found=found, allowed=allowed)


Fault: TypeAlias = Callable[[str, str, str], NoReturn]
"""Raises the error for a place, what was found there and what is allowed."""


def fault_in(source: str) -> Fault:
    """What raises the errors of one file."""

    def fault(place: str, found: str, allowed: str) -> NoReturn:
        raise ScenarioError(source=source, place=place, found=found, allowed=allowed)

    return fault

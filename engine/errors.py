"""Errors of bad input, in one sentence."""

import json
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NoReturn, TypeAlias

LONGEST = 60
"""The most characters of a value in an error."""
LONGEST_LIST = 150
LONGEST_WORD = 20
LONGEST_SENTENCE = 300
CLOSED_LIST = 1500

BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Printable characters that show nothing."""


def printable(text: str) -> str:
    """Returns `text` with unprintable characters replaced by escape codes."""
    return "".join(c if c.isprintable() and c not in BLANK else ascii(c)[1:-1] for c in text)


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def without_middle(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    head, tail = text[: most - 3 - half], text[-half:]
    # The words beside the gap stay whole unless they are very long.
    ends, begins = head.rfind(" ") + 1, tail.find(" ")
    head = head[:ends] if ends and len(head) - ends < LONGEST_WORD else head
    return f"{head}...{tail[begins:] if 0 <= begins < LONGEST_WORD else tail}"


def spelled(value: object) -> str:
    match value:
        case bool():
            text = "true" if value else "false"
        case None:
            text = "null"
        case str():
            text = printable(json.dumps(value[: LONGEST + 1], ensure_ascii=False))
        case dict():
            text = (
                "a table with " + ", ".join(printable(str(key)[:LONGEST]) for key in list(value)[:8]) if value else "{}"
            )
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
    return shortened(text, LONGEST)


def joined(place: str, key: object) -> str:
    word = key if isinstance(key, str) and re.fullmatch(r"[\w-]+", key) else spelled(key)
    return f"{place}.{word}" if place else word


MOST_COMPARED = 200


def names(known: Iterable[str], wrong: str | None = None, most: int = LONGEST_LIST) -> str:
    """Returns a list of the allowed names as text, with the one that `wrong` probably means."""
    listed = [shortened(printable(name), LONGEST) for name in known]
    compared = listed[:MOST_COMPARED]
    close = get_close_matches(wrong, compared, n=1) if wrong is not None and len(wrong) <= LONGEST else []
    meant = f' (did you mean "{close[0]}"?)' if close else ""
    shown = length = 0
    for name in listed:
        length += len(name) + 2
        if shown and length > most:
            break
        shown += 1
    more = f" and {len(listed) - shown} more" if shown < len(listed) else ""
    return (", ".join(listed[:shown]) or "nothing") + more + meant


class ScenarioError(ValueError):
    """Raised for a scenario that cannot be played. Its text is one sentence.

    The sentence names the file, the place, the value found and the allowed values. So do the attributes.
    """

    def __init__(self, source: str, place: str, found: str, allowed: str, longest: int = LONGEST_SENTENCE) -> None:
        self.source = source
        self.place = place
        """The place of the fault, such as `creatures[2].speed.walk`; empty for the whole file."""
        self.found = found
        """The value found at that place."""
        self.allowed = allowed
        self.longest = longest
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        place, found = without_middle(printable(self.place), 70), without_middle(printable(self.found), LONGEST + 40)
        # The file's name is shortened where everything else is long.
        source = without_middle(printable(self.source), max(90 - max(len(place) + len(found) - 120, 0), LONGEST // 2))
        text = f"{source}: {place}: found {found}; allowed: " if place else f"{source}: found {found}; allowed: "
        return text + without_middle(printable(self.allowed), max(self.longest - len(text), LONGEST))

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions pickle by position; this one crosses process borders in tournaments.
        return (type(self), (self.source, self.place, self.found, self.allowed, self.longest))


Fault: TypeAlias = Callable[[str, str, str], NoReturn]
"""Raises a `ScenarioError`, given place, value found and allowed values."""


def fault_in(source: str) -> Fault:
    def fault(place: str, found: str, allowed: str) -> NoReturn:
        raise ScenarioError(source, place, found, allowed)

    return fault

"""A remark: something on a map that one format has and the other lacks."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Remark(NamedTuple):
    """Something on a map that was ignored or changed."""

    place: str
    """Its place: a layer, an object, a square."""
    what: str
    """What was done with it, as the rest of a sentence."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


MOST_ALIKE = 20
"""Remarks of one kind that are shown one by one."""


def shown(remarks: Iterable[Remark]) -> list[str]:
    """The remarks as lines; of one kind the first few, and how many more there are."""
    counts: Counter[str] = Counter()
    lines: list[str] = []
    for remark in remarks:
        counts[remark.what] += 1
        if counts[remark.what] <= MOST_ALIKE:
            lines.append(str(remark))
    more = [(what, count - MOST_ALIKE) for what, count in counts.items() if count > MOST_ALIKE]
    return lines + [f"and {count} more: {what}" for what, count in more]


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

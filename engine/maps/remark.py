"""A remark: something on a map that one format has and the other lacks."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .. import messages
from ..messages import ENGLISH, Message, _, translated


class Remark(NamedTuple):
    """Something on a map that was ignored or changed."""

    place: str
    """Its place: a layer, an object, a square."""
    what: str
    """What was done with it, as the rest of a sentence."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"

    def told(self, language: str) -> str:
        """The remark in a language; its place is as in the file."""
        return f"{self.place}: {translated(self.what, language)}"


MOST_ALIKE = 20
"""Remarks of one kind that are shown one by one."""


def shown(remarks: Iterable[Remark], language: str = ENGLISH) -> list[str]:
    """The remarks as lines; of one kind the first few, and how many more there are."""
    counts: Counter[str] = Counter()
    lines: list[str] = []
    for remark in remarks:
        counts[remark.what] += 1
        if counts[remark.what] <= MOST_ALIKE:
            lines.append(remark.told(language))
    more = [(what, count - MOST_ALIKE) for what, count in counts.items() if count > MOST_ALIKE]
    return lines + [
        Message(_("and {count} more: {what}"), {"count": count, "what": translated(what, language)}).told(language)
        for what, count in more
    ]


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {PLURALS.get(noun, noun + 's')}"


PLURALS = {"obstacle or curtain": "obstacles or curtains"}
"""Plurals that are not formed with an s at the end."""
_NOUNS = (
    messages.counted("{count} tile", "{count} tiles", 1),
    messages.counted("{count} edge", "{count} edges", 1),
    messages.counted("{count} creature", "{count} creatures", 1),
    messages.counted("{count} remark", "{count} remarks", 1),
    messages.counted("{count} more remark", "{count} more remarks", 1),
    messages.counted("{count} light", "{count} lights", 1),
    messages.counted("{count} sound", "{count} sounds", 1),
    messages.counted("{count} note", "{count} notes", 1),
    messages.counted("{count} template", "{count} templates", 1),
    messages.counted("{count} wall", "{count} walls", 1),
    messages.counted("{count} obstacle or curtain", "{count} obstacles or curtains", 1),
)
"""The nouns of `counted` as messages."""

"""A remark: something on a map that one format has and the other lacks."""

from typing import NamedTuple


class Remark(NamedTuple):
    """Something on a map that was ignored or changed."""

    place: str
    """Its place: a layer, an object, a square."""
    what: str
    """What was done with it, as the rest of a sentence."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

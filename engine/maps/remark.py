"""A remark: something that a map in one format says and the other does not."""

from typing import NamedTuple


class Remark(NamedTuple):
    """Something on a map that was not understood, or not taken over as it stood."""

    place: str
    """Where it is: a layer, an object, a square."""
    what: str
    """What became of it, in a sentence's rest."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

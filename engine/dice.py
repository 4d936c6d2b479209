"""The dice of a battle: one seeded stream, or scripted results."""

import random
import re
import threading
from array import array
from dataclasses import dataclass, field
from functools import lru_cache

from ..components.ordinary_class import mypyc_attr, ordinary_class

_ROLL = re.compile(r"^\s*(?:(\d{0,3})d(\d{1,4}))?\s*(?:([+-]?)\s*(\d{1,6}))?\s*$")


@ordinary_class
class DiceSpent(RuntimeError):
    """The scripted results have run out."""


@dataclass(frozen=True, slots=True)
class Roll:
    """`count` dice of `sides`, plus a constant."""

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def mean(self) -> float:
        """The average result."""
        return self.count * (self.sides + 1) / 2 + self.plus

    @property
    def variance(self) -> float:
        """The variance of the results."""
        return self.count * (self.sides * self.sides - 1) / 12


@lru_cache(maxsize=1 << 10)
def parse(text: str | int) -> Roll:
    """Read `2d6+3`; `d6` is one die, and a number alone is itself.

    Raises:
        ValueError: the text is no roll.
    """
    if isinstance(text, int):
        return Roll(0, 0, text)
    found = _ROLL.match(text)
    if not found or not (found[2] or found[4]):
        raise ValueError(f"{text!r} is no roll such as '2d6+3'")
    plus = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
    sides = int(found[2] or 0)
    count = int(found[1] or 1) if found[2] else 0
    if count and not sides:
        raise ValueError(f"{text!r} rolls dice without sides")
    return Roll(count, sides, plus)


class Stream:
    """The raw numbers behind a seed, drawn once and kept: copies of a battle's dice read the same ones."""

    __slots__ = ("_source", "_words", "_writing")

    AHEAD = 64
    """Numbers drawn at a time."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)
        self._words = array("I")
        self._writing = threading.Lock()

    def number(self, place: int) -> int:
        """The number of 32 bits at a place."""
        if place >= len(self._words):
            with self._writing:
                while place >= len(self._words):
                    draw = self._source.getrandbits
                    self._words.extend([draw(32) for _ in range(self.AHEAD)])
        return self._words[place]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Dice:
    """A stream of results, the same for the same seed on every machine."""

    seed: int
    script: tuple[int, ...] | None = None
    used: int = 0
    """Results given so far."""
    place: int = 0
    """Numbers of the stream drawn so far."""
    stream: Stream | None = field(default=None, repr=False, compare=False)
    """Shared by copies; made when it is first drawn from."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """`count` results of a die with `sides` sides.

        Raises:
            DiceSpent: the battle's dice are scripted and none are left.
        """
        if self.script is not None:
            if self.used + count > len(self.script):
                raise DiceSpent(
                    f"{len(self.script)} scripted results, of which none is left for result {len(self.script) + 1}"
                )
            results = self.script[self.used : self.used + count]
        else:
            results = tuple([self._one(sides) for _ in range(count)])
        self.used += count
        return results

    def _one(self, sides: int) -> int:
        # The highest bits of a number are what Random.getrandbits gives (stable across versions of Python, unlike
        # randrange); rejection keeps it even.
        if self.stream is None:
            self.stream = Stream(self.seed)
        spare = 32 - sides.bit_length()
        while True:
            drawn = self.stream.number(self.place) >> spare
            self.place += 1
            if drawn < sides:
                return drawn + 1

    def copy(self) -> "Dice":
        """The same stream at the same place."""
        return Dice(self.seed, self.script, self.used, self.place, self.stream)

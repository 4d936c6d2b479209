"""Malformed calls of the compiled search, with callbacks that change the table meanwhile: errors, never a crash.

`python -m tests.assault.native_calls 1000 --seed 1` makes 60,000 calls; `.ci/sanitized` makes them on a checked build.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from tests.assault.tries import main

from fivefoot.engine.search import compiled_search

CALLS = 60
ALLOWED = (ValueError, TypeError, LookupError, OverflowError, MemoryError, RuntimeError)


class Meddler:
    """A number, a truth or a creature that calls something whenever it is looked at."""

    def __init__(self, value: int, call: Callable[[], object]) -> None:
        self._value = value
        self._call = call

    def __index__(self) -> int:
        self._meddle()
        return self._value

    def __bool__(self) -> bool:
        self._meddle()
        return bool(self._value)

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        self._meddle()
        return None if name == "shape" else self

    def _meddle(self) -> None:
        with suppress(*ALLOWED):
            self._call()


class Attack:
    """Some tables and searches, and calls of them."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.native: Any = compiled_search.native()
        self.tables: list[Any] = []
        self.searches: list[Any] = []
        self.sizes: list[tuple[int, int]] = []
        self.depth = 0

    def call(self) -> None:
        """One call, whatever comes of it."""
        if self.depth > 3:
            return
        self.depth += 1
        try:
            self.dice.choice((self.table, self.add, self.add, self.search, self.among, self.ask, self.ask))()
        except ALLOWED:
            pass
        finally:
            self.depth -= 1

    def number(self, *usual: int) -> Any:
        """A number, mostly one of the usual."""
        dice = self.dice
        drawn = dice.choice(usual) if usual and dice.random() < 0.9 else dice.choice((-1, 0, 2**31, 2**63, -(2**80), 7))
        if dice.random() < 0.06:
            return dice.choice((None, 1.5, "1", b"", ()))
        return Meddler(drawn, self.call) if dice.random() < 0.15 else drawn

    def cubes(self, bits: int) -> Any:
        """A set of cubes, mostly of the right size."""
        if self.dice.random() < 0.06:
            return self.dice.choice((None, b"", "x", [1], bytes(bits // 16)))
        length = bits // 8 + 1
        return self.dice.choice((b"\xff" * length, bytes(length), self.dice.randbytes(length)))

    def meddling(self, items: list[Any]) -> Any:
        """Some items as a list, a tuple, or an iterator that calls in between."""

        def one_by_one() -> Iterator[Any]:
            for item in items:
                self.call()
                yield item

        return self.dice.choice((items, tuple(items), one_by_one(), one_by_one(), None))

    def table(self) -> None:
        """A new table of some shape."""
        width, height, depth = (self.dice.choice((1, 2, 3, 8, 20)) for _ in range(3))
        copies = self.dice.choice((1, 1, 2))
        lifts = None
        if self.dice.random() < 0.3:
            lifts = b"".join(
                self.dice.randrange(-1, depth).to_bytes(4, sys.byteorder, signed=True) for _ in range(width * height)
            )
        made = self.native.Table(
            self.number(width), self.number(height), self.number(0), self.number(depth - 1), self.number(copies), lifts
        )
        bits = (width + 1) * (depth + 1) * height
        self.tables.append(made)
        self.sizes.append((bits, bits * copies))

    def add(self) -> None:
        """The moves of an overlay."""
        at = self.dice.randrange(len(self.tables))
        bits, cells = self.sizes[at]
        shifts = sorted(self.dice.choice((-cells, -bits, -2, -1, 0, 1, 2, bits, cells)) for _ in range(4))
        arcs = [
            (self.number(shift), self.cubes(cells), self.number(1, 2, 5, 4000), self.number(0, 50, 10_000))
            for shift in shifts
        ]
        self.tables[at].add(self.number(0, 0, 1, 2), self.meddling(arcs))

    def start(self) -> tuple[Any, ...]:
        """What every search begins with."""
        at = self.dice.randrange(len(self.tables))
        bits, cells = self.sizes[at]
        first, limit = self.number(0, cells // 2, cells - 1), self.number(0, 5, 60, 20_000)
        return self.tables[at], first, self.number(0, 0, 1), limit, self.number(1, 2, 3), self.cubes(bits)

    def search(self) -> None:
        """A search among sets of cubes."""
        begun, bits = self.start(), self.dice.choice(self.sizes)[0]
        planes = [(self.number(1, 2, 4, 8, 16, 3), self.cubes(bits)) for _ in range(self.dice.randrange(4))]
        regions = [self.cubes(bits) for _ in range(self.dice.choice((0, 1, 2, 33)))]
        spaces = [tuple(self.number(0, 1, 2, 9) for _ in range(6)) for _ in range(self.dice.randrange(3))]
        found = self.native.search(*begun, self.meddling(planes), self.meddling(regions), self.meddling(spaces))
        self.searches.append(found)

    def among(self) -> None:
        """A search among creatures."""
        rows = tuple(
            (tuple(self.number(0, 1, 4, 9) for _ in range(6)), self.number(1, 2, 4, 8, 32, 65))
            for _ in range(self.dice.choice((0, 2, 5, 40)))
        )
        found = self.native.search_among(*self.start(), rows)
        if found is not None:
            self.searches.append(found)

    def ask(self) -> None:
        """A question to a search."""
        asked = self.dice.choice(self.searches)
        bits, cells = self.dice.choice(self.sizes)
        cell = self.number(0, 1, cells // 2, cells - 1, cells, bits)
        planes = tuple(self.cubes(bits) for _ in range(self.dice.choice((0, 1, 3, 64, 65))))
        self.dice.choice(
            (
                asked.settle,
                asked.leads_on,
                asked.resting_places,
                asked.reached,
                lambda: asked.done,
                lambda: asked.level(cell),
                lambda: asked.batch(cell),
                lambda: asked.stops_at(cell),
                lambda: asked.shared_at(cell),
                lambda: asked.before(cell, self.number(0, 1, 5)),
                lambda: asked.stops_among(self.cubes(bits), self.number(-1, 0, 5)),
                lambda: asked.some_way(cell),
                lambda: asked.way(cell, planes, self.dice.choice(((), planes)), self.number(0, 1)),
            )
        )()


def attempt(dice: random.Random) -> None:
    """Some tables, and sixty calls; a crash ends the process."""
    attack = Attack(dice)
    if attack.native is None:
        return
    while not attack.tables:
        attack.call()
    for _ in range(CALLS):
        with suppress(IndexError):  # no search to ask yet
            attack.call()


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

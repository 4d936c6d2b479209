"""The random draws of a generated scenario, the same for the same seed on every machine."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from ..dice import Dice

T = TypeVar("T")


class Chance:
    """A stream of draws."""

    def __init__(self, seed: str) -> None:
        self._dice = Dice(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))

    def between(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        return least + self._dice.roll(1, most - least + 1)[0] - 1

    def percent(self, likely: int) -> bool:
        """True with a likelihood in percent."""
        return self._dice.roll(1, 100)[0] <= likely

    def pick(self, among: Sequence[T]) -> T:
        """One of several."""
        return among[self._dice.roll(1, len(among))[0] - 1]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        left, found = list(items), []
        while left:
            found.append(left.pop(self._dice.roll(1, len(left))[0] - 1))
        return found

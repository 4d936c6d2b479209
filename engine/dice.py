"""Dice: seeded, scripted, average or fated."""

import random
import re
import threading
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from ..components.ordinary_class import mypyc_attr

_ROLL = re.compile(r"^\s*(?:(\d{0,3})d(\d{1,4}))?\s*(?:([+-]?)\s*(\d{1,6}))?\s*$")


class WrongDice(RuntimeError):
    """Raised if given dice results run out, or one does not fit its die."""

    def __init__(self, found: str, allowed: str, place: str = "dice") -> None:
        super().__init__(f"{place}: found {found}; allowed: {allowed}")
        self.found = found
        self.allowed = allowed
        self.place = place


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice to roll, such as 2d6+3."""

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def mean(self) -> float:
        return self.count * (self.sides + 1) / 2 + self.plus

    @property
    def variance(self) -> float:
        return self.count * (self.sides * self.sides - 1) / 12


@lru_cache(maxsize=1 << 10)
def parse(text: str | int) -> Roll:
    """Reads a roll from text: `2d6+3`, `d6` or a number.

    Raises:
        ValueError: the text is not a roll.
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
    """The random numbers that belong to a seed. Copies of the dice share them to save time."""

    __slots__ = ("_source", "_words", "_writing")

    AHEAD = 64
    """Numbers drawn at a time."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)
        self._words = array("I")
        self._writing = threading.Lock()

    def number(self, place: int) -> int:
        if place >= len(self._words):
            with self._writing:
                while place >= len(self._words):
                    draw = self._source.getrandbits
                    self._words.extend([draw(32) for _ in range(self.AHEAD)])
        return self._words[place]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Dice:
    """Dice rolled from a seed: the results are the same on every machine."""

    seed: int
    script: tuple[int, ...] | None = None
    used: int = 0
    place: int = 0
    stream: Stream | None = field(default=None, repr=False, compare=False)
    """The seed's random numbers, made at the first draw."""
    turn: tuple[str, int] = field(default=("", 0), repr=False, compare=False)
    thrown: tuple[int, ...] = ()
    """Results thrown by hand. Each waits for a die that can show it."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Rolls `count` dice with `sides` sides.

        Raises:
            WrongDice: scripted results run out, or one is none of its die.
        """
        if self.script is not None:
            if self.used + count > len(self.script):
                raise WrongDice(
                    f"{len(self.script)} scripted results, none of them left for result {len(self.script) + 1}",
                    "a result for each roll",
                )
            results = self.script[self.used : self.used + count]
            for place, result in enumerate(results, self.used):
                if result > sides:
                    raise WrongDice(f"{result} for a d{sides}", f"at most {sides}", f"dice[{place}]")
                if result < 1:
                    raise WrongDice(f"{result} for a d{sides}", "at least 1", f"dice[{place}]")
        elif self.thrown:
            results = tuple([self._by_hand(sides) for _ in range(count)])
        elif count == 1:
            results = (self._one(sides),)
        else:
            results = tuple([self._one(sides) for _ in range(count)])
        self.used += count
        return results

    def roll_for(self, count: int, sides: int, outcome: Callable[[tuple[int, ...]], object]) -> tuple[int, ...]:
        """Rolls dice for a caller that uses only `outcome(results)`."""
        return self.roll(count, sides)

    def roll_sum(self, count: int, sides: int) -> tuple[int, ...]:
        """Rolls dice for a caller that uses only their sum."""
        return self.roll(count, sides)

    def _by_hand(self, sides: int) -> int:
        if not self.thrown or self.thrown[0] > sides:
            return self._one(sides)
        result, self.thrown = self.thrown[0], self.thrown[1:]
        return result

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
        return Dice(self.seed, self.script, self.used, self.place, self.stream, thrown=self.thrown)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class AverageDice(Dice):
    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        self.used += count
        return ((sides + 1) // 2,) * count

    def copy(self) -> "AverageDice":
        return AverageDice(self.seed, None, self.used)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class FatedDice(Dice):
    """Dice whose results depend only on the seed, the turn and the number of the roll.

    Hence a creature's rolls do not change those of later turns. A negative seed turns high rolls into low ones.
    """

    rolled: tuple[tuple[str, int], int] = (("", 0), 0)
    """((creature, turn), number of its rolls so far)."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        whose, number = self.rolled
        number = number + 1 if whose == self.turn else 1
        self.rolled = self.turn, number
        source = random.Random(f"{abs(self.seed)} {self.turn[1]} {number} {self.turn[0]}")
        self.used += count
        results = [_even(source, sides) for _ in range(count)]
        return tuple(results) if self.seed >= 0 else tuple([sides + 1 - result for result in results])

    def copy(self) -> "FatedDice":
        return FatedDice(self.seed, None, self.used, 0, None, self.turn, rolled=self.rolled)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class BranchingDice(Dice):
    """Dice that show one of all possible series of results, with its probability.

    Results that make no difference share a branch.
    """

    branch: list[list[int]] = field(default_factory=list)
    """(branch taken, number of branches) per roll. Further rolls take the first branch."""
    rolls: int = 0
    chance: Fraction = Fraction(1)
    """The chance of this branch."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        results = _nth_multiset(self._taken(comb(sides + count - 1, count)), count, sides)
        return self._shown(results, _ways(results), sides)

    def roll_for(self, count: int, sides: int, outcome: Callable[[tuple[int, ...]], object]) -> tuple[int, ...]:
        alike: dict[object, list[tuple[int, ...]]] = {}
        for number in range(comb(sides + count - 1, count)):
            results = _nth_multiset(number, count, sides)
            alike.setdefault(outcome(results), []).append(results)
        group = list(alike.values())[self._taken(len(alike))]
        return self._shown(group[0], sum(map(_ways, group)), sides)

    def roll_sum(self, count: int, sides: int) -> tuple[int, ...]:
        more = self._taken(count * (sides - 1) + 1)
        ways = _ways_of_sums(count, sides)[more]
        results = []
        for _ in range(count):
            results.append(1 + min(more, sides - 1))
            more -= results[-1] - 1
        return self._shown(tuple(results), ways, sides)

    def _taken(self, number: int) -> int:
        if self.rolls == len(self.branch):
            self.branch.append([0, number])
        self.rolls += 1
        return self.branch[self.rolls - 1][0]

    def _shown(self, results: tuple[int, ...], ways: int, sides: int) -> tuple[int, ...]:
        self.chance *= Fraction(ways, sides ** len(results))
        self.used += len(results)
        return results

    def copy(self) -> "BranchingDice":
        branch = [list(taken) for taken in self.branch]
        return BranchingDice(
            self.seed, None, self.used, 0, None, self.turn, branch=branch, rolls=self.rolls, chance=self.chance
        )


def _ways(results: tuple[int, ...]) -> int:
    ways = factorial(len(results))
    for face in set(results):
        ways //= factorial(results.count(face))
    return ways


@lru_cache(maxsize=256)
def _ways_of_sums(count: int, sides: int) -> tuple[int, ...]:
    ways = [1]
    for _ in range(count):
        grown = [0] * (len(ways) + sides - 1)
        for total, held in enumerate(ways):
            for more in range(sides):
                grown[total + more] += held
        ways = grown
    return tuple(ways)


def _nth_multiset(number: int, count: int, sides: int) -> tuple[int, ...]:
    results, least = [], 1
    for left in range(count - 1, -1, -1):
        while number >= (with_it := comb(sides - least + left, left)):
            number -= with_it
            least += 1
        results.append(least)
    return tuple(results)


def branches(most: int) -> Iterator[BranchingDice]:
    """Yields dice for each possible series of results. Use each of them before asking for the next.

    Raises:
        OverflowError: there are more than `most` combinations.
    """
    branch: list[list[int]] = []
    for _ in range(most):
        yield BranchingDice(0, branch=branch)
        while branch and branch[-1][0] + 1 == branch[-1][1]:
            branch.pop()
        if not branch:
            return
        branch[-1][0] += 1
        if any(count > most for _, count in branch):
            break
    raise OverflowError(f"more than {most} branches")


def _even(source: random.Random, sides: int) -> int:
    bits = sides.bit_length()
    while True:
        drawn = source.getrandbits(bits)
        if drawn < sides:
            return drawn + 1


def dice_of(dice: str | int | tuple[int, ...], now: Dice, turn: tuple[str, int]) -> Dice:
    """Returns new dice for a copy of a battle.

    `dice` is `same`, `average`, a seed, or a tuple of results thrown by hand.

    Raises:
        ValueError: `dice` is none of these.
    """
    if dice == "same":
        return now.copy()
    if dice == "average":
        return AverageDice(now.seed)
    if isinstance(dice, tuple):
        thrown = now.copy()
        thrown.thrown = dice
        return thrown
    if isinstance(dice, int) and not isinstance(dice, bool):
        return FatedDice(dice, turn=turn)
    raise ValueError(f"dice: found {dice!r}; allowed: 'same', 'average' or a whole number")

"""The plan of a tournament: which battle each number stands for.

A plan is a value. The number of a battle alone determines its file, ruleset, seed and brains, so that any machine can
play any part of a tournament, in any order, twice if need be.
"""

import hashlib
from collections.abc import Sequence
from itertools import combinations

import msgspec

from ...engine.errors import ScenarioError


class Entrant(msgspec.Struct, frozen=True):
    """A scenario of the tournament: its name and its text, for machines that do not have the file."""

    name: str
    text: str
    rulesets: tuple[str, ...]
    """The rulesets it is played under."""


class Pairing(msgspec.Struct, frozen=True):
    """The brains of a battle, by side."""

    red: str
    blue: str


class Fixture(msgspec.Struct, frozen=True):
    """One battle before it is played."""

    number: int
    entry: int
    """The scenario's place in the plan."""
    ruleset: str
    seed: int
    red: str
    blue: str


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament before it is played."""

    entries: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    games: int
    """Battles for each scenario."""
    seed: int
    """The first seed; each round of rulesets and pairings takes the next."""
    rules: tuple[tuple[str, str | int | bool], ...] = ()
    """House rules on top of each scenario's own."""
    rounds: int | None = None
    """Rounds after which a battle is called off; None: the match's default."""
    keep: str = "none"
    """Which logs come back with the results: interesting, all or none."""
    bots: bytes = b""
    """The limits of bots and other programs, as JSON; empty: the defaults."""

    @property
    def battles(self) -> int:
        """How many battles there are in all."""
        return self.games * len(self.entries)

    def fixture(self, number: int) -> Fixture:
        """The battle of a number from 0 to `battles` - 1.

        Numbers go through the scenarios first, so that a tournament with more games a scenario begins
        with the battles of the shorter one. Every ruleset and pairing meets the same seeds.
        """
        game, at = divmod(number, len(self.entries))
        entry = self.entries[at]
        step, choice = divmod(game, len(entry.rulesets) * len(self.pairings))
        pairing = self.pairings[choice % len(self.pairings)]
        ruleset = entry.rulesets[choice // len(self.pairings)]
        return Fixture(number, at, ruleset, self.seed + step, pairing.red, pairing.blue)

    @property
    def parts(self) -> dict[str, str]:
        """The parts of its identity, as words, to explain how another tournament differs."""
        texts = hashlib.sha256("\0".join(entry.text for entry in self.entries).encode()).hexdigest()
        return {
            "scenarios": ", ".join(entry.name for entry in self.entries),
            "texts": texts,
            "rulesets": ", ".join(dict.fromkeys(name for entry in self.entries for name in entry.rulesets)),
            "brains": ", ".join(dict.fromkeys(pairing.red for pairing in self.pairings)),
            "seed": str(self.seed),
            "rules": ", ".join(f"{name}={value}" for name, value in self.rules),
            "rounds": "" if self.rounds is None else str(self.rounds),
            "limits of bots": self.bots.decode(),
        }

    @property
    def digest(self) -> str:
        """The identity of a tournament: all but the number of games and the logs to keep."""
        return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(self, games=0, keep=""))).hexdigest()


def pairings_of(brains: Sequence[str]) -> tuple[Pairing, ...]:
    """Every brain against every other, each pair with its sides swapped; a single brain against itself."""
    once = list(dict.fromkeys(brains))
    if len(once) == 1:
        return (Pairing(once[0], once[0]),)
    return tuple(pairing for a, b in combinations(once, 2) for pairing in (Pairing(a, b), Pairing(b, a)))


def check_games(games: int, source: str = "--games") -> None:
    """Refuses an invalid number of games.

    Raises:
        ScenarioError: it is not positive, or too great.
    """
    if not 1 <= games <= 10**9:
        raise ScenarioError(source, "", str(games), "1 to 1000000000")

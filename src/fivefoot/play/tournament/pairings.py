"""A tournament's plan: a number determines file, ruleset, seed and brains."""

import hashlib
from collections.abc import Sequence
from itertools import combinations

import msgspec

from ...engine.errors import ScenarioError


class Entrant(msgspec.Struct, frozen=True):
    """A scenario that takes part in a tournament: its name and text."""

    name: str
    text: str
    rulesets: tuple[str, ...]


class Pairing(msgspec.Struct, frozen=True):
    red: str
    blue: str


class Fixture(msgspec.Struct, frozen=True):
    """One battle of a tournament's plan: scenario, ruleset, players and seed."""

    number: int
    entry: int
    ruleset: str
    seed: int
    red: str
    blue: str


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    entries: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    games: int
    """Battles per scenario and pairing."""
    seed: int
    """The first seed; each round of pairings takes the next."""
    rules: tuple[tuple[str, str | int | bool], ...] = ()
    """House rules over the scenario's."""
    rounds: int | None = None
    """Rounds before a draw; None: the match's default."""
    keep: str = "none"
    bots: bytes = b""
    """Bots' limits as JSON; may be empty."""

    @property
    def battles(self) -> int:
        return self.games * len(self.entries)

    def fixture(self, number: int) -> Fixture:
        """Returns the plan of the battle with this number, from 0 to `battles` - 1.

        The scenario changes fastest, so a longer tournament extends a shorter one.
        """
        game, at = divmod(number, len(self.entries))
        entry = self.entries[at]
        step, choice = divmod(game, len(entry.rulesets) * len(self.pairings))
        pairing = self.pairings[choice % len(self.pairings)]
        ruleset = entry.rulesets[choice // len(self.pairings)]
        return Fixture(number, at, ruleset, self.seed + step, pairing.red, pairing.blue)

    @property
    def parts(self) -> dict[str, str]:
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
        """Returns a hash of a tournament's plan. The number of games does not change it."""
        return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(self, games=0, keep=""))).hexdigest()


def pairings_of(brains: Sequence[str]) -> tuple[Pairing, ...]:
    """Returns all pairs of AI players, in both orders. A single player is paired with itself."""
    once = list(dict.fromkeys(brains))
    if len(once) == 1:
        return (Pairing(once[0], once[0]),)
    return tuple(pairing for a, b in combinations(once, 2) for pairing in (Pairing(a, b), Pairing(b, a)))


def check_games(games: int, source: str = "--games") -> None:
    if not 1 <= games <= 10**9:
        raise ScenarioError(source, "", str(games), "1 to 1000000000")

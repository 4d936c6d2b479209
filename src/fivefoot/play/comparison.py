"""Compares rulesets or house rules over the same battles."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ..engine.scenario.build import ruleset_of
from ..engine.scenario.format import Scenario
from .battle import Battle
from .bots import Fault
from .match import ROUNDS, Match, sides_of
from .players import arranged, contest, seat
from .tournament.ratings import wilson

Line = dict[str, Any]
SAME_EVENT = frozenset({"seq", "rules", "round", "turn"})
"""Event fields that are ignored when events are compared."""


class Variant(msgspec.Struct, frozen=True):
    label: str
    ruleset: str | None = None
    """None: the scenario's own ruleset."""
    rules: Mapping[str, str | int | bool] = {}


class Divergence(msgspec.Struct, frozen=True):
    seed: int
    place: int
    """Number of equal events before the difference."""
    a: Line | None
    b: Line | None
    """`a` and `b` are the different events; None after a log's end."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How many battles each side won under one variant, with its rate of wins."""

    label: str
    red: int
    blue: int
    draws: int
    red_rate: float
    red_low: float
    red_high: float
    """Upper bound (Wilson) of red's win rate; a draw counts half."""
    rounds: float
    opportunities: float
    falls: float
    damage: float
    refusals: float
    """Refused intents per battle."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    battles: int
    identical: int
    other_winner: int
    """Number of seeds with different winners."""
    parting: Divergence | None
    """The difference in the first seed whose logs differ."""
    first_kinds: dict[str, int]
    """Number of battles by the kinds of their first different events."""
    tallies: tuple[Tally, Tally]
    notes: tuple[str, ...] = ()
    missteps: tuple[str, ...] = ()
    """Faults of bots, each kind once with its count."""


def compare(
    scenario: Scenario,
    variants: tuple[Variant, Variant],
    *,
    seeds: Sequence[int],
    red: str | None = None,
    blue: str | None = None,
    rounds: int = ROUNDS,
    progress: Callable[[], None] = lambda: None,
) -> Comparison:
    """Plays the same seeds under two variants (rulesets or house rules) and compares the results.

    Raises:
        ScenarioError: one variant cannot play the scenario.
    """
    made = [arranged(scenario, variant.ruleset, variant.rules) for variant in variants]
    sides = sides_of(scenario)
    counts = (_Count(sides), _Count(sides))
    times: Counter[tuple[str, str, str]] = Counter()
    examples: dict[tuple[str, str, str], Fault] = {}
    parting: Divergence | None = None
    kinds: Counter[str] = Counter()
    identical = other = 0
    for seed in seeds:
        logs = []
        for (plain, _), count in zip(made, counts, strict=True):
            log, faults = _play(plain, seed, red, blue, rounds)
            count.add(log)
            logs.append(log)
            for fault in faults:
                key = fault.bot, fault.side, fault.kind
                times[key] += 1
                examples.setdefault(key, fault)
        at = _first_difference(*logs)
        if at is None:
            identical += 1
        else:
            here = [log[at] if at < len(log) else None for log in logs]
            kinds[" / ".join("the end" if event is None else str(event["event"]) for event in here)] += 1
            parting = parting or Divergence(seed, at, here[0], here[1])
        other += logs[0][-1].get("winner") != logs[1][-1].get("winner")
        progress()
    return Comparison(
        battles=len(seeds),
        identical=identical,
        other_winner=other,
        parting=parting,
        first_kinds=dict(kinds.most_common()),
        tallies=(counts[0].tally(variants[0].label), counts[1].tally(variants[1].label)),
        notes=(
            *(f"{variant.label}: {note}" for variant, (_, notes) in zip(variants, made, strict=True) for note in notes),
            *_same(variants, (made[0].scenario, made[1].scenario)),
        ),
        missteps=tuple(f"{examples[key]} (one of {count} such faults)" for key, count in times.items()),
    )


def _same(variants: tuple[Variant, Variant], made: tuple[Scenario, Scenario]) -> list[str]:
    one, other = (ruleset_of(scenario) for scenario in made)
    settled = all(one.setting(name) == other.setting(name) for name in one.switches)
    if one.name != other.name or not settled:
        return []
    return [f"{variants[1].label}: {one.title} plays by that without a house rule"]


def _play(
    scenario: Scenario, seed: int, red: str | None, blue: str | None, rounds: int
) -> tuple[list[Line], list[Fault]]:
    with seat(scenario, red, blue) as table, Battle(scenario, seed=seed) as battle:
        contest(Match(battle, table.brains, rounds=rounds), table)
        in_feet = 1 if battle.rules.feet else 5
        return [_plain(event.to_dict(), in_feet) for event in battle.events], table.faults


def _plain(line: Line, in_feet: int) -> Line:
    for key in ("cost", "spent"):
        if key in line:
            line[key] = line[key] * in_feet
    return line


def _first_difference(a: Sequence[Line], b: Sequence[Line]) -> int | None:
    for at in range(max(len(a), len(b))):
        if at >= len(a) or at >= len(b):
            return at
        if a[at]["event"] == "battle-started" == b[at]["event"]:
            continue
        if {k: v for k, v in a[at].items() if k not in SAME_EVENT} != {
            k: v for k, v in b[at].items() if k not in SAME_EVENT
        }:
            return at
    return None


class _Count:
    def __init__(self, sides: tuple[str | None, str | None]) -> None:
        self.sides = sides
        self.battles = self.red = self.draws = self.rounds = 0
        self.amounts: Counter[str] = Counter()

    def add(self, log: Sequence[Line]) -> None:
        winner = log[-1].get("winner")
        self.battles += 1
        self.red += winner is not None and winner == self.sides[0]
        self.draws += winner is None or winner not in self.sides  # a third side's victory counts for neither
        self.rounds += log[-1]["round"]
        for line in log:
            kind = line["event"]
            if kind in ("opportunity", "fell", "refused"):
                self.amounts[kind] += 1
            elif kind == "damaged":
                self.amounts[kind] += line["amount"]

    def tally(self, label: str) -> Tally:
        sure = wilson(self.red + self.draws / 2, self.battles)

        def each(total: int) -> float:
            return round(total / max(self.battles, 1), 3)

        return Tally(
            label=label,
            red=self.red,
            blue=self.battles - self.red - self.draws,
            draws=self.draws,
            red_rate=sure.rate,
            red_low=sure.low,
            red_high=sure.high,
            rounds=each(self.rounds),
            opportunities=each(self.amounts["opportunity"]),
            falls=each(self.amounts["fell"]),
            damage=each(self.amounts["damaged"]),
            refusals=each(self.amounts["refused"]),
        )

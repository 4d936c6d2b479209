"""Two rulesets, or one with and without a house rule, over the same battles: where they part, and what changes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ..engine.ratings import wilson
from ..engine.setting_up import ruleset_of
from ..engine.specs import Scenario
from .battle import Battle
from .players import arranged, contest, seat
from .skirmish import ROUNDS, Skirmish, sides_of

Line = dict[str, Any]
SAME_EVENT = frozenset({"seq", "rules", "round", "turn"})
"""What may differ without the event being another one: where it stands, and what is cited for it."""


class Variant(msgspec.Struct, frozen=True):
    """One of the two ways of playing."""

    label: str
    ruleset: str | None = None
    """None: the file's own."""
    rules: Mapping[str, str | int | bool] = {}


class Parting(msgspec.Struct, frozen=True):
    """The first event at which two battles differ."""

    seed: int
    place: int
    """How many events they have in common, set-up included."""
    a: Line | None
    b: Line | None
    """The events there; None where the log has ended."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the battles under one variant."""

    label: str
    red: int
    blue: int
    draws: int
    red_rate: float
    red_low: float
    red_high: float
    """The red side's share of battles won, a draw counting half, with Wilson's bounds."""
    rounds: float
    opportunities: float
    falls: float
    damage: float
    refusals: float
    """Averages a battle, as are the four before."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All that was found."""

    battles: int
    identical: int
    """Seeds whose two battles went exactly alike."""
    other_winner: int
    """Seeds whose battles were won by different sides."""
    parting: Parting | None
    """Where the battles of the first seed that differ part."""
    first_kinds: dict[str, int]
    """What kind of event they part at, by how often."""
    tallies: tuple[Tally, Tally]
    notes: tuple[str, ...] = ()


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
    """Play the same seeds under both variants.

    Distances are told in feet where a ruleset counts in squares, so that units are no difference.

    Raises:
        ScenarioError: the scenario cannot be played by one of them.
    """
    made = [arranged(scenario, variant.ruleset, variant.rules) for variant in variants]
    outcomes: tuple[list[list[Line]], list[list[Line]]] = ([], [])
    parting: Parting | None = None
    kinds: Counter[str] = Counter()
    identical = other = 0
    for seed in seeds:
        logs = [_log(plain, seed, red, blue, rounds) for plain, _ in made]
        for kept, log in zip(outcomes, logs, strict=True):
            kept.append(log)
        at = _first_difference(*logs)
        if at is None:
            identical += 1
        else:
            here = [log[at] if at < len(log) else None for log in logs]
            kinds[" / ".join("the end" if event is None else str(event["event"]) for event in here)] += 1
            parting = parting or Parting(seed, at, here[0], here[1])
        other += logs[0][-1].get("winner") != logs[1][-1].get("winner")
        progress()
    sides = sides_of(scenario)
    return Comparison(
        battles=len(seeds),
        identical=identical,
        other_winner=other,
        parting=parting,
        first_kinds=dict(kinds.most_common()),
        tallies=(_tally(variants[0], outcomes[0], sides), _tally(variants[1], outcomes[1], sides)),
        notes=(
            *(f"{variant.label}: {note}" for variant, (_, notes) in zip(variants, made, strict=True) for note in notes),
            *_same(variants, (made[0].scenario, made[1].scenario)),
        ),
    )


def _same(variants: tuple[Variant, Variant], made: tuple[Scenario, Scenario]) -> list[str]:
    """A note where a house rule changes nothing because the ruleset stands so already."""
    one, other = (ruleset_of(scenario) for scenario in made)
    settled = all(one.setting(name) == other.setting(name) for name in one.switches)
    if one.name != other.name or not settled:
        return []
    return [f"{variants[1].label}: {one.title} plays by that without a house rule"]


def _log(scenario: Scenario, seed: int, red: str | None, blue: str | None, rounds: int) -> list[Line]:
    with seat(scenario, red, blue) as table, Battle(scenario, seed=seed) as battle:
        contest(Skirmish(battle, table.brains, rounds=rounds), table)
        in_feet = 1 if battle.rules.feet else 5
        return [_plain(event.to_dict(), in_feet) for event in battle.events]


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


def _tally(variant: Variant, logs: Sequence[Sequence[Line]], sides: tuple[str | None, str | None]) -> Tally:
    winners = [log[-1].get("winner") for log in logs]
    red = sum(winner is not None and winner == sides[0] for winner in winners)
    draws = sum(winner is None for winner in winners)
    sure = wilson(red + draws / 2, len(logs))

    def each(kind: str, amount: Callable[[Line], float] = lambda line: 1) -> float:
        total = sum(amount(line) for log in logs for line in log if line["event"] == kind)
        return round(total / max(len(logs), 1), 3)

    return Tally(
        label=variant.label,
        red=red,
        blue=len(logs) - red - draws,
        draws=draws,
        red_rate=sure.rate,
        red_low=sure.low,
        red_high=sure.high,
        rounds=round(sum(log[-1]["round"] for log in logs) / max(len(logs), 1), 3),
        opportunities=each("opportunity"),
        falls=each("fell"),
        damage=each("damaged", lambda line: float(line["amount"])),
        refusals=each("refused"),
    )

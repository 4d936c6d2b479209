"""A ruleset with what a game's files define: conditions, items and terrain costs as answers to its questions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ...components.definitions import ConditionSpec, Definitions
from ...components.position import Mode
from ...components.stats import Adjusted
from ..memo import Memo
from ..state.creature import Creature
from .ruleset import MOST_VARIED, Ruleset

Speeds = Callable[[Ruleset, Creature], Mapping[Mode, int]]

_DEFINED: Memo[tuple[Ruleset, bytes], Ruleset] = Memo(MOST_VARIED)
"""Rulesets with definitions: battles with equal ones share what is compiled for them."""


def defining(rules: Ruleset, defined: Definitions) -> Ruleset:
    """The ruleset with definitions; the very same one if there are none."""
    if defined == rules.defined:
        return rules
    key = (rules, msgspec.json.encode(defined))
    found = _DEFINED.get(key)
    if found is None:
        found = _DEFINED.keep(key, replace(rules.with_answers(_answers(rules, defined)), defined=defined))
    return found


def _answers(rules: Ruleset, defined: Definitions) -> dict[str, Any]:
    own, known = defined.conditions, rules.conditions
    answers: dict[str, Any] = {}
    if own:
        answers["conditions.known"] = known.known.union(own)
        answers["conditions.immobile"] = known.immobile | _barring(own, "move")
        answers["conditions.inactive"] = known.inactive | _barring(own, "act")
        answers["conditions.unready"] = known.unready | _barring(own, "react")
    if any(spec.speed or spec.adds.speed for spec in own.values()) or any(
        spec.adds.speed for spec in defined.items.values()
    ):
        answers["movement.speeds"] = adjusted_speeds(rules.movement.speeds)
    return answers


def _barring(own: Mapping[str, ConditionSpec], what: str) -> frozenset[str]:
    return frozenset(name for name, spec in own.items() if what in spec.bars)


def adjusted_speeds(speeds: Speeds) -> Speeds:
    """Speeds with what items and conditions add, then halved if one halves them, rounded down to a square."""

    def adjusted(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
        found = speeds(rules, creature)
        change: Adjusted | None = creature.parts.get(Adjusted)
        if change is None or not (change.speed or change.halved):
            return found
        unit, share = rules.unit, 2 if change.halved else 1
        return {
            mode: max(speed + change.speed, 0) // share // unit * unit if speed > 0 else speed
            for mode, speed in found.items()
        }

    return adjusted

"""Checks a scenario's names against its ruleset."""

from collections.abc import Collection, Sequence
from typing import NoReturn

from ...components import intents
from ..errors import CLOSED_LIST, Fault, ScenarioError, fault_in, joined, names, spelled
from ..rules.catalogue import Choice, catalogue
from ..rules.ruleset import Ruleset
from .definition_checks import check_by_rules, check_conditions_by_rules, newcomers_of
from .format import Scenario


def check_ruleset(scenario: Scenario, known: Collection[str], instead: str | None = None) -> None:
    """Raises ScenarioError if the scenario's ruleset is not one of `known`."""
    name = instead or scenario.ruleset
    if name not in known:  # a look-up is faster than listing them all
        fault_in(scenario.source)("ruleset", spelled(name), names(list(known), name))


def check_against(scenario: Scenario, rules: Ruleset) -> None:
    """Raises ScenarioError for a size, condition or switch that the ruleset lacks."""
    fault = fault_in(scenario.source)
    switches(scenario, rules)
    entries = [entry.id for entry in catalogue().get(rules.catalogue, ())] if scenario.proves else []
    for index, known in enumerate(scenario.proves):
        if entries and known not in entries:
            allowed = f"a rule of {rules.name}: {names(entries, known)}"
            fault(f"proves[{index}]", f"the unknown rule {spelled(known)}", allowed)
    check_words(scenario, rules)


def check_words(scenario: Scenario, rules: Ruleset) -> None:
    """Raises ScenarioError for a size or condition that the ruleset lacks."""
    fault = fault_in(scenario.source)
    check_by_rules(scenario, rules, fault)
    check_conditions_by_rules(scenario, rules, fault)
    known = rules.conditions.known | scenario.conditions.keys()
    listed = [(f"creatures[{index}]", creature) for index, creature in enumerate(scenario.creatures)]
    for place, creature in (*listed, *newcomers_of(scenario)):
        _check_size(creature.size, rules, f"{place}.size", fault)
        _check_conditions(creature.conditions, known, rules, f"{place}.conditions", fault)
        for number, tactic in enumerate(creature.tactics):
            for key in ("has", "lacks", "target_has", "target_lacks"):
                held = getattr(tactic.when, key)
                _check_conditions(held, known, rules, f"{place}.tactics[{number}].when.{key}", fault)
    for index, turn in enumerate(scenario.turns):
        for number, intent in enumerate(turn.intents):
            place = f"turns[{index}].intents[{number}]"
            if isinstance(intent, intents.DropObject):
                _check_size(intent.size, rules, f"{place}.size", fault)
            elif isinstance(intent, intents.Afflict):
                for key, condition in (("condition", intent.condition), ("lose", intent.lose)):
                    if condition is not None and condition not in known:
                        _unknown_condition(condition, known, rules, f"{place}.{key}", fault)
    for index, expect in enumerate(scenario.expect):
        for key in ("conditions", "has", "lacks"):
            for name, held in (getattr(expect, key) or {}).items():
                _check_conditions(held, known, rules, joined(f"expect[{index}].{key}", name), fault)
        logged = (expect.event or {}).get("condition")
        if isinstance(logged, str) and logged not in known:
            _unknown_condition(logged, known, rules, f"expect[{index}].event.condition", fault)


def switches(scenario: Scenario, rules: Ruleset) -> dict[str, Choice]:
    """Returns the house rules that a scenario sets. Hyphens and underscores are equal."""
    fault = fault_in(scenario.source)
    plain = {name.replace("_", "-"): name for name in rules.switches}
    chosen: dict[str, Choice] = {}
    for given, value in scenario.rules.items():
        place = joined("rules", given)
        name = plain.get(given.replace("_", "-"))
        if name is None:
            raise ScenarioError(
                scenario.source,
                place,
                f"the unknown switch {spelled(given)}",
                f"those of {rules.name}: {names(sorted(rules.switches), given, CLOSED_LIST)}",
                longest=CLOSED_LIST,
            )
        if name in chosen:
            fault(place, f"the switch {spelled(name)} a second time", "each switch once")
        switch = rules.switches[name]
        if switch.least is not None:  # the ruleset decides which numbers the switch takes
            if isinstance(value, bool) or not isinstance(value, int):
                fault(place, spelled(value), "a whole number")
            chosen[name] = value
            continue
        for option in switch.values:
            if _same(option, value):
                chosen[name] = option
                break
        else:
            fault(place, spelled(value), ", ".join(map(spelled, switch.values)))
    return chosen


def _same(option: object, value: object) -> bool:
    if isinstance(option, str) and isinstance(value, str):
        return option.replace("_", "-") == value.replace("_", "-")
    return type(option) is type(value) and option == value


def _check_size(size: str | int, rules: Ruleset, place: str, fault: Fault) -> None:
    if str(size) not in rules.sizes.rows:
        fault(place, spelled(size), f"a size of {rules.name}: {names(rules.sizes.rows, str(size))}")


def _check_conditions(held: Sequence[str], known: Collection[str], rules: Ruleset, place: str, fault: Fault) -> None:
    for number, condition in enumerate(held):
        if condition not in known:
            _unknown_condition(condition, known, rules, f"{place}[{number}]", fault)


def _unknown_condition(condition: str, known: Collection[str], rules: Ruleset, place: str, fault: Fault) -> NoReturn:
    fault(place, spelled(condition), f"a condition of {rules.name}: {names(sorted(known), condition)}")

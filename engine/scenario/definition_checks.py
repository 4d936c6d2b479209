"""Checks of the conditions, items and terrain costs that a file defines, and of the items that its creatures have."""

from collections.abc import Collection, Iterator

from ...components.effect_acts import SELF, TARGET, EndCondition, GiveCondition, GrantMovement, MakeZone, StrikeTarget
from ...components.predicate import Predicate, words
from ..board.tiles import TileSpec
from ..errors import Fault, joined, names, spelled
from ..rules.ruleset import Ruleset
from .ability_checks import Placed, acts_of, check_act, check_condition, within
from .format import Scenario
from .validate import decode

MOST_WORDS = 60
"""The most characters of a word in a predicate."""


def check_definitions(scenario: Scenario, known: Collection[str], fault: Fault) -> None:
    """Refuses definitions that contradict themselves or name what is not there, whatever the ruleset."""
    for index, creature in enumerate(scenario.creatures):
        if creature.name in (TARGET, SELF):
            fault(f"creatures[{index}].name", spelled(creature.name), "another name; acts of abilities use this one")
    for place, act in _condition_acts(scenario):
        check_act(scenario, act, known, place, fault)
        if isinstance(act, (StrikeTarget, GrantMovement)):
            fault(f"{place}.do", spelled(str(act.__struct_config__.tag)), "an act that asks for no user of an ability")
        if isinstance(act, MakeZone) and isinstance(act.squares, str):
            fault(f"{place}.squares", spelled(act.squares), "a list of squares; an ability may name its area")
    for place, act in _all_acts(scenario):
        if isinstance(act, MakeZone):
            _check_zone(scenario, act, place, fault)
    for name, condition in scenario.conditions.items():
        _check_predicate(condition.where, f"{joined('conditions', name)}.where", fault)
        for word in _twice(condition.bars):
            fault(f"{joined('conditions', name)}.bars", f"{spelled(word)} twice", "each of move, act and react once")
    for name, item in scenario.items.items():
        place = joined("items", name)
        for number, ability in enumerate(item.can):
            if ability not in scenario.abilities:
                allowed = names(scenario.abilities, ability) if scenario.abilities else "none, as the file defines none"
                fault(f"{place}.can[{number}]", spelled(ability), f"an ability: {allowed}")
        if item.weapon is not None and item.slot is not None:
            fault(f"{place}.slot", spelled(item.slot), "nothing, as a weapon is wielded and not worn")
    for index, creature in enumerate(scenario.creatures):
        _check_gear(scenario, creature.items, creature.wields, f"creatures[{index}]", fault)


def check_conditions_by_rules(scenario: Scenario, rules: Ruleset, fault: Fault) -> None:
    """Refuses conditions that neither the ruleset nor the file knows, and predicates of sizes that it has not."""
    for place, act in (*_condition_acts(scenario), *_zone_acts(scenario)):
        if isinstance(act, (GiveCondition, EndCondition)):
            check_condition(scenario, rules, act.condition, f"{place}.condition", fault)
    for name, condition in scenario.conditions.items():
        for size in words(condition.where.size):
            if size not in rules.sizes.rows:
                at = f"{joined('conditions', name)}.where.size"
                fault(at, spelled(size), f"a size of {rules.name}: {names(rules.sizes.rows, size)}")


def _condition_acts(scenario: Scenario) -> Iterator[Placed]:
    for name, condition in scenario.conditions.items():
        yield from within(condition.acts, f"{joined('conditions', name)}.acts")


def _all_acts(scenario: Scenario) -> Iterator[Placed]:
    yield from _condition_acts(scenario)
    for name, ability in scenario.abilities.items():
        yield from acts_of(ability, joined("abilities", name))


def _zone_acts(scenario: Scenario) -> Iterator[Placed]:
    for place, act in _all_acts(scenario):
        if isinstance(act, MakeZone):
            for key in ("enter", "leave", "start", "end"):
                yield from within(getattr(act, key), f"{place}.{key}")


def _check_zone(scenario: Scenario, act: MakeZone, place: str, fault: Fault) -> None:
    if act.tile is not None:
        decode(act.tile, TileSpec, scenario.source, f"{place}.tile")
    if not isinstance(act.squares, str):
        height, width = len(scenario.board.rows), len(scenario.board.rows[0])
        for number, (x, y) in enumerate(act.squares):
            if not (0 <= x < width and 0 <= y < height):
                found, allowed = f"[{x}, {y}]", f"a square from [0, 0] to [{width - 1}, {height - 1}]"
                fault(f"{place}.squares[{number}]", found, allowed)
    _check_predicate(act.where, f"{place}.where", fault)


def _check_predicate(asked: Predicate, place: str, fault: Fault) -> None:
    for key, given in (("size", asked.size), ("kind", asked.kind), ("tag", asked.tag)):
        for word in words(given):
            if not word or len(word) > MOST_WORDS:
                fault(f"{place}.{key}", spelled(word), f"a word of 1 to {MOST_WORDS} characters")


def _check_gear(scenario: Scenario, items: Collection[str], wields: str | None, place: str, fault: Fault) -> None:
    for number, item in enumerate(items):
        if item not in scenario.items:
            allowed = names(scenario.items, item) if scenario.items else "none, as the file defines none"
            fault(f"{place}.items[{number}]", spelled(item), f"an item: {allowed}")
    for item in _twice(items):
        fault(f"{place}.items", f"{spelled(item)} twice", "each item once")
    if wields is None:
        return
    weapons = [item for item in items if scenario.items[item].weapon is not None]
    if wields not in weapons:
        fault(f"{place}.wields", spelled(wields), f"a weapon among its items: {', '.join(weapons) or 'it has none'}")


def _twice(given: Collection[str]) -> list[str]:
    listed = list(given)
    return [word for number, word in enumerate(listed) if word in listed[:number]]

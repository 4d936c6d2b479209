"""Checks abilities, conditions, items, terrain costs."""

from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import (
    SELF,
    TARGET,
    ChangeEdge,
    ChangeTile,
    DealDamage,
    EffectAct,
    EndCondition,
    EquipItem,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    HideCreature,
    JoinBattle,
    MakeZone,
    RevealCreature,
    StrikeTarget,
)
from ...components.intents import MOST_AIMED
from ...components.names import Predicate, words
from ..board.tiles import TileSpec
from ..combat.aims import most as most_of
from ..combat.areas import MOST_SQUARES, size_of
from ..dice import parse
from ..errors import Fault, ScenarioError, joined, names, spelled
from ..legality.planners.abilities import payment_words, ways_of
from ..rules.ruleset import Ruleset
from .format import CreatureSpec, Scenario
from .validate import decode

MOST_ACTS = 2000
"""Most acts per ability, with nested ones."""

Placed = tuple[str, EffectAct]


def check_abilities(scenario: Scenario, known: Collection[str], fault: Fault) -> None:
    for index, creature in enumerate(scenario.creatures):
        check_means(scenario, creature, f"creatures[{index}]", fault)
    for name, ability in scenario.abilities.items():
        place = joined("abilities", name)
        if ability.lasts is not None and ability.lasts.rounds is None and ability.lasts.turns is None:
            fault(f"{place}.lasts", "nothing", "rounds or turns")
        for key in ("rounds", "turns"):
            _check_least(getattr(ability.lasts, key, None), f"{place}.lasts.{key}", fault)
        for at, step in steps_of(ability, place):
            _check_step(step, at, fault)
        for count, (at, act) in enumerate(acts_of(ability, place), 1):
            if count > MOST_ACTS:
                fault(place, f"more than {MOST_ACTS} acts", f"at most {MOST_ACTS}")
            check_act(scenario, act, known, at, fault)


def newcomers(scenario: Scenario) -> list[str]:
    found = (act.creature.get("name") for _, act in _defined_acts(scenario) if isinstance(act, JoinBattle))
    return [name for name in found if isinstance(name, str)]


def words_of(scenario: Scenario) -> dict[str, Collection[str]]:
    """Returns the words that a scenario adds: damage kinds, causes of effects, abilities and items."""
    kinds = dict.fromkeys(
        act.kind for _, act in _defined_acts(scenario) if isinstance(act, (DealDamage, StrikeTarget)) and act.kind
    )
    kinds |= dict.fromkeys(item.weapon.kind for item in scenario.items.values() if item.weapon and item.weapon.kind)
    laid = dict.fromkeys(act.name for _, act in _defined_acts(scenario) if isinstance(act, MakeZone))
    return {
        "kind": [*kinds, "effect"],
        "by": [*scenario.abilities, *scenario.conditions, *laid],
        "ability": scenario.abilities,
        "item": scenario.items,
    }


def _defined_acts(scenario: Scenario) -> Iterator[Placed]:
    for name, ability in scenario.abilities.items():
        yield from acts_of(ability, name)
    for name, condition in scenario.conditions.items():
        yield from within(condition.acts, name)


def steps_of(ability: Ability, place: str) -> Iterator[tuple[str, StepSpec]]:
    yield place, ability
    for number, step in enumerate(ability.steps):
        yield f"{place}.steps[{number}]", step


def acts_of(ability: Ability, place: str) -> Iterator[Placed]:
    for at, step in steps_of(ability, place):
        for key, acts in (("does", step.does), ("each", step.each)):
            yield from within(acts, f"{at}.{key}")
        for outcome, acts in step.on.items():
            yield from within(acts, f"{at}.on.{outcome}")


def within(acts: Sequence[EffectAct], place: str) -> Iterator[Placed]:
    for number, act in enumerate(acts):
        at = f"{place}[{number}]"
        yield at, act
        if isinstance(act, StrikeTarget):
            for outcome, follow in act.on.items():
                yield from within(follow, f"{at}.on.{outcome}")
        elif isinstance(act, MakeZone):
            for key in ("enter", "leave", "start", "end"):
                yield from within(getattr(act, key), f"{at}.{key}")


def _check_least(amount: int | str | None, place: str, fault: Fault) -> None:
    if amount is not None and parse(amount) == parse(0):
        fault(place, spelled(amount), "1 or more")


def _check_step(step: StepSpec, place: str, fault: Fault) -> None:
    _check_least(step.affects.count, f"{place}.affects.count", fault)
    aimed = step.target.count if step.target is not None else 1
    _check_least(aimed, f"{place}.target.count", fault)
    if most_of(aimed) > MOST_AIMED:
        fault(
            f"{place}.target.count",
            spelled(aimed),
            f"at most {MOST_AIMED}, dice at their highest; an area has no limit",
        )
    roll = step.roll
    if roll is not None:
        given = [key for key, value in (("save", roll.save), ("check", roll.check), ("strike", roll.strike)) if value]
        if len(given) != 1:
            found = " and ".join(given) or "none of them"
            fault(f"{place}.roll", found, "one of save, check and strike")
    elif step.on:
        fault(f"{place}.on", f"{next(iter(step.on))} without a roll", "on beside the roll of the same step")
    if step.affects.choice and step.area is None:
        fault(f"{place}.affects.choice", "a choice without an area", "choice beside area; else count of the target")


def check_act(scenario: Scenario, act: EffectAct, known: Collection[str], place: str, fault: Fault) -> None:
    for key in ("target", "who", "whose"):
        name = getattr(act, key, None)
        if name is not None and name not in (TARGET, SELF) and name not in known:
            fault(f"{place}.{key}", spelled(name), f"target, self, or the name of a creature: {names(known, name)}")
    people = act.from_ if isinstance(act, HideCreature) else act.to if isinstance(act, RevealCreature) else ()
    key = "from" if isinstance(act, HideCreature) else "to"
    named = [(f"{key}[{number}]", name) for number, name in enumerate(people)]
    if isinstance(act, MakeZone):
        named += [(key, name) for key in ("moves_with", "by") if (name := getattr(act, key)) not in (None, SELF)]
    for key, name in named:
        if name not in known:
            fault(f"{place}.{key}", spelled(name), f"the name of a creature: {names(known, name)}")
    rows = scenario.board.rows
    check_places(len(rows[0]), len(rows), act, place, fault)
    if isinstance(act, ChangeTile):
        _check_tile(scenario, act, place, fault)
    elif isinstance(act, JoinBattle):
        _check_newcomer(scenario, act, place, fault)
    elif isinstance(act, EquipItem) and act.item not in scenario.items:
        allowed = names(scenario.items, act.item) if scenario.items else "none, as the file defines none"
        fault(f"{place}.item", spelled(act.item), f"an item: {allowed}")


def check_userless(act: EffectAct, place: str, fault: Fault) -> None:
    if isinstance(act, (StrikeTarget, GrantMovement)):
        fault(f"{place}.do", spelled(str(act.__struct_config__.tag)), "an act without a user of an ability")


def check_nested(scenario: Scenario, zone: MakeZone, known: Collection[str], place: str, fault: Fault) -> None:
    for key in ("enter", "leave", "start", "end"):
        for at, act in within(getattr(zone, key), f"{place}.{key}"):
            check_act(scenario, act, known, at, fault)
            check_userless(act, at, fault)


def check_places(width: int, height: int, act: EffectAct, place: str, fault: Fault) -> None:
    """Checks that the squares, edges and directions in an ability's act are on the board."""
    meant: list[tuple[str, Sequence[int]]] = []
    for key in () if isinstance(act, RevealCreature) else ("to", "away", "towards"):
        square = getattr(act, key, None)
        if isinstance(square, tuple):
            meant.append((key, square))
    for key in ("at", "squares", "between"):
        squares = getattr(act, key, None)
        if isinstance(squares, tuple):
            meant += [(f"{key}[{number}]", square) for number, square in enumerate(squares)]
    for key, square in meant:
        if not (0 <= square[0] < width and 0 <= square[1] < height):
            allowed = f"a square from [0, 0] to [{width - 1}, {height - 1}]"
            fault(f"{place}.{key}", spelled(list(square)), allowed)
    if isinstance(act, ChangeEdge) and not isinstance(act.between, str):
        (ax, ay), (bx, by) = act.between
        if abs(ax - bx) + abs(ay - by) != 1:
            fault(f"{place}.between", f"[{ax}, {ay}] and [{bx}, {by}]", "two squares that share a side")
    if isinstance(act, ForceMovement):
        ways = [way for way in (act.direction, act.away, act.towards) if way is not None]
        if len(ways) > 1:
            fault(place, "several directions", "one of direction, away and towards, or none of them")
        if act.direction == (0, 0):
            fault(f"{place}.direction", "[0, 0]", "one step [east, south]")


def _check_tile(scenario: Scenario, act: ChangeTile, place: str, fault: Fault) -> None:
    if isinstance(act.tile, str):
        if act.tile not in scenario.board.tiles:
            fault(f"{place}.tile", spelled(act.tile), f"a tile: {' '.join(scenario.board.tiles)}, or a table")
        return
    decode(act.tile, TileSpec, scenario.source, f"{place}.tile")


def _check_newcomer(scenario: Scenario, act: JoinBattle, place: str, fault: Fault) -> None:
    table = dict(act.creature)
    if isinstance(table.get("at", "at"), str):
        if table.get("at", "at") not in ("at", "self"):
            raise ScenarioError(scenario.source, f"{place}.creature.at", spelled(table["at"]), "at, self or a square")
        table["at"] = (0, 0)
    table.setdefault("side", SELF)
    spec = decode(table, CreatureSpec, scenario.source, f"{place}.creature")
    check_means(scenario, spec, f"{place}.creature", fault)


def check_means(scenario: Scenario, creature: CreatureSpec, place: str, fault: Fault) -> None:
    for number, name in enumerate(creature.can):
        if name not in scenario.abilities:
            allowed = names(scenario.abilities, name) if scenario.abilities else "none, as the file defines none"
            fault(f"{place}.can[{number}]", spelled(name), f"an ability: {allowed}")
    _check_gear(scenario, creature.items, creature.wields, place, fault)


def newcomers_of(scenario: Scenario) -> Iterator[tuple[str, CreatureSpec]]:
    """Yields (place in the file, creature) for each creature that an ability adds to the battle."""
    for place, act in _all_acts(scenario):
        if isinstance(act, JoinBattle):
            table = {**act.creature, "at": (0, 0)}
            table.setdefault("side", SELF)
            yield f"{place}.creature", decode(table, CreatureSpec, scenario.source, f"{place}.creature")


def check_by_rules(scenario: Scenario, rules: Ruleset, fault: Fault) -> None:
    """Checks the words and sizes of a scenario's abilities against the ruleset."""
    most = MOST_SQUARES * rules.unit
    unit = "feet" if rules.feet else "squares"
    for name, ability in scenario.abilities.items():
        place = joined("abilities", name)
        _check_payment(ability, rules, place, fault)
        for at, step in steps_of(ability, place):
            if step.area is not None:
                for key, size in (("size", step.area.size), ("width", step.area.width)):
                    if size is not None and size_of(rules, size) > MOST_SQUARES:
                        fault(f"{at}.area.{key}", spelled(size), f"at most {most} {unit}, dice at their highest")
                if size_of(rules, step.area.size) < 1 and step.area.shape not in ("burst", "emanation"):
                    fault(f"{at}.area.size", spelled(step.area.size), f"{rules.unit} {unit} or more")
            roll = step.roll
            if roll is not None and roll.save is not None and roll.dc is None and not rules.attacks.tiers:
                fault(f"{at}.roll.dc", "nothing", "a whole number from 0 to 1000")
        for at, act in acts_of(ability, place):
            if isinstance(act, (GiveCondition, EndCondition)):
                check_condition(scenario, rules, act.condition, f"{at}.condition", fault)


def _check_payment(ability: Ability, rules: Ruleset, place: str, fault: Fault) -> None:
    if ability.pays is None:
        return
    many = isinstance(ability.pays, tuple)
    for number, word in enumerate(ability.pays if isinstance(ability.pays, tuple) else (ability.pays,)):
        if ways_of(rules, word) is None:
            at = f"{place}.pays[{number}]" if many else f"{place}.pays"
            fault(at, spelled(word), f"what {rules.name} pays with: {names(payment_words(rules), str(word))}")
    if ability.pays == ():
        fault(f"{place}.pays", "[]", "one payment or more")


def check_condition(scenario: Scenario, rules: Ruleset, condition: str, place: str, fault: Fault) -> None:
    known = {**dict.fromkeys(sorted(rules.conditions.known)), **scenario.conditions}
    if condition not in known:
        _unknown(condition, rules, list(known), place, fault)


def _unknown(condition: str, rules: Ruleset, known: list[str], place: str, fault: Fault) -> NoReturn:
    fault(place, spelled(condition), f"a condition of {rules.name} or of the file: {names(known, condition)}")


MOST_WORDS = 60


def check_definitions(scenario: Scenario, known: Collection[str], fault: Fault) -> None:
    for index, creature in enumerate(scenario.creatures):
        if creature.name in (TARGET, SELF):
            fault(f"creatures[{index}].name", spelled(creature.name), "another name; acts of abilities use this one")
    for place, act in _condition_acts(scenario):
        check_act(scenario, act, known, place, fault)
        check_userless(act, place, fault)
        if isinstance(act, MakeZone) and isinstance(act.squares, str):
            fault(f"{place}.squares", spelled(act.squares), "a list of squares; an ability may name its area")
    for place, act in _zone_acts(scenario):
        check_userless(act, place, fault)
    for place, act in _all_acts(scenario):
        if isinstance(act, MakeZone) and act.tile is not None:
            decode(act.tile, TileSpec, scenario.source, f"{place}.tile")
    sides = sides_of_file(scenario)
    for place, asked in predicates_of(scenario):
        _check_predicate(asked, place, sides, fault)
    for name, condition in scenario.conditions.items():
        if condition.ends is not None and (condition.ends.save is None) == (condition.ends.roll is None):
            found = "neither" if condition.ends.save is None else "both"
            fault(f"{joined('conditions', name)}.ends", found, "one of save and roll")
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


def check_conditions_by_rules(scenario: Scenario, rules: Ruleset, fault: Fault) -> None:
    for place, act in (*_condition_acts(scenario), *_zone_acts(scenario)):
        if isinstance(act, (GiveCondition, EndCondition)):
            check_condition(scenario, rules, act.condition, f"{place}.condition", fault)
    for place, asked in predicates_of(scenario):
        for size in words(asked.size):
            if size not in rules.sizes.rows:
                fault(f"{place}.size", spelled(size), f"a size of {rules.name}: {names(rules.sizes.rows, size)}")


def predicates_of(scenario: Scenario) -> Iterator[tuple[str, Predicate]]:
    """Yields (place in the file, predicate) for each predicate of conditions, abilities and their acts."""
    for name, condition in scenario.conditions.items():
        yield f"{joined('conditions', name)}.where", condition.where
    for name, ability in scenario.abilities.items():
        place = joined("abilities", name)
        yield f"{place}.requires.self", ability.requires.self_
        yield f"{place}.requires.target", ability.requires.target
        for at, step in steps_of(ability, place):
            yield f"{at}.affects.where", step.affects.where
    for place, act in _all_acts(scenario):
        if isinstance(act, (GiveCondition, MakeZone)):
            yield f"{place}.where", act.where


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


def sides_of_file(scenario: Scenario) -> list[str]:
    """Returns the sides of a scenario's creatures, and of those that abilities add."""
    found = {one.side: None for one in scenario.creatures}
    for _, act in _defined_acts(scenario):
        side = act.creature.get("side") if isinstance(act, JoinBattle) else None
        if isinstance(side, str):
            found[side] = None
    return list(found)


def _check_predicate(asked: Predicate, place: str, sides: Collection[str], fault: Fault) -> None:
    known = ("ally", "enemy", *sides)
    if asked.side is not None and asked.side not in known:
        fault(f"{place}.side", spelled(asked.side), f"ally, enemy, or a side: {names(sides, asked.side)}")
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

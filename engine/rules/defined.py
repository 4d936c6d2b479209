"""Conditions, items, terrain and predicates of a game's files."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ...components.condition import Duration
from ...components.definitions import Adds, ConditionSpec, Definitions, Weapon
from ...components.names import Predicate, words
from ...components.plan import Strike
from ...components.position import Mode
from ...components.stats import Adjusted, Gear, Nature, Stats
from ..dice import parse
from ..memo import Memo
from ..state.component_types import component_type, register_component
from ..state.creature import Creature
from .ruleset import MOST_VARIED, Ruleset, World

for _kind in (Adjusted, Gear):
    register_component(_kind)

_copy = component_type(Stats).copy


def stacks(creature: Creature, condition: str, spec: ConditionSpec) -> int:
    """Returns how many times a condition counts: 1, or more if it stacks."""
    lasts: Duration | None = creature.condition.lasting.get(condition)
    return 1 + len(lasts.more) if lasts is not None and spec.stack == "each" else 1


def effective(world: World, gear: Gear) -> list[str]:
    """Returns the names of a creature's items that have an effect now (worn, wielded or carried)."""
    items, worn = world.rules.defined.items, set(gear.worn.values())
    return [
        item
        for item in gear.items
        if item in items
        and (item in worn if items[item].slot is not None else items[item].weapon is None or item == gear.wields)
    ]


def put_on(world: World, creature: Creature, item: str) -> None:
    """Makes a creature wield or wear an item. It gets the item if it does not have it."""
    gear: Gear | None = creature.parts.get(Gear)
    if gear is None:
        gear = Gear()
        creature.put(gear)
    if item not in gear.items:
        gear.items.append(item)
    spec = world.rules.defined.items[item]
    if spec.weapon is not None:
        gear.wields = item
    elif spec.slot is not None:
        gear.worn[spec.slot] = item
    adjust(world, creature)


def put_away(world: World, creature: Creature, item: str) -> bool:
    """Makes a creature take off or sheathe an item. Returns False if it was not in use."""
    gear: Gear | None = creature.parts.get(Gear)
    if gear is None or not in_use(creature, item):
        return False
    if gear.wields == item:
        gear.wields = None
    gear.worn = {slot: worn for slot, worn in gear.worn.items() if worn != item}
    adjust(world, creature)
    return True


def in_use(creature: Creature, item: str) -> bool:
    gear: Gear | None = creature.parts.get(Gear)
    return gear is not None and (gear.wields == item or item in gear.worn.values())


def adjust(world: World, creature: Creature) -> bool:
    """Recomputes a creature's statistics from its original statistics, its items and conditions.

    Returns False if they stay as they are.
    """
    defined = world.rules.defined
    before: Adjusted | None = creature.parts.get(Adjusted)
    base = creature.body if before is None else before.base
    gear: Gear | None = creature.parts.get(Gear)
    weapon: Weapon | None = None
    adds: list[tuple[Adds, int]] = []
    speed, halved = 0, False
    if gear is not None:
        counting = effective(world, gear)
        adds += [(defined.items[item].adds, 1) for item in counting]
        gear.lends = {ability: item for item in reversed(counting) for ability in defined.items[item].can}
        if gear.wields is not None and gear.wields in defined.items:
            weapon = defined.items[gear.wields].weapon
    for condition in sorted(creature.condition.held & defined.conditions.keys()):
        spec = defined.conditions[condition]
        times = stacks(creature, condition, spec)
        adds.append((spec.adds, times))
        if isinstance(spec.speed, int):
            speed += spec.speed * times
        else:
            halved = True
    speed += sum(added.speed * times for added, times in adds)
    adds = [(added, times) for added, times in adds if added != NOTHING]
    if not adds and weapon is None and not speed and not halved:
        if before is None:
            return False
        del creature.parts[Adjusted]
        body = base
    else:
        body = adjusted_stats(base, weapon, adds)
        creature.put(Adjusted(base, speed, halved, None if weapon is None else weapon.kind))
    body.hidden_from = creature.body.hidden_from
    creature.body = body
    creature.memory, creature.span = {}, None
    world.unsettle(creature)  # a flier may have lost its speed
    return True


def damage_kind(strike: Strike, striker: Creature) -> str:
    if strike.kind != ORDINARY or not striker.parts:
        return strike.kind
    change: Adjusted | None = striker.parts.get(Adjusted)
    return ORDINARY if change is None or change.kind is None else change.kind


ORDINARY = "strike"

NOTHING = Adds()


def adjusted_stats(base: Stats, weapon: Weapon | None, adds: list[tuple[Adds, int]]) -> Stats:
    body = _copy(base)
    body.skills, body.abilities = dict(base.skills), dict(base.abilities)
    attack = 0
    if weapon is not None:
        if weapon.attack is not None:
            attack = weapon.attack - base.attack
        if weapon.damage is not None:
            body.damage = str(weapon.damage)
        if weapon.reach is not None:
            body.reach = weapon.reach
        if weapon.range is not None:
            body.range = weapon.range
            # a weapon that only shoots makes no opportunity attacks (ep.threat.ranged)
            body.threatens = body.threatens and weapon.reach is not None
    damage = 0
    for added, times in adds:
        attack += added.attack * times
        body.ac += added.ac * times
        damage += added.damage * times
        for skill, amount in added.skills.items():
            body.skills[skill] = body.skills.get(skill, 0) + amount * times
        for ability, amount in added.abilities.items():
            body.abilities[ability] = body.abilities.get(ability, 0) + amount * times
    body.attack += attack
    body.bonus_attacks = tuple(bonus + attack for bonus in body.bonus_attacks)
    if damage and body.damage is not None:
        dice = parse(body.damage)
        body.damage = str(type(dice)(dice.count, dice.sides, dice.plus + damage))
    return body


# ---------------------------------------------------------------- rulesets with definitions


Speeds = Callable[[Ruleset, Creature], Mapping[Mode, int]]

_DEFINED: Memo[tuple[Ruleset, bytes], Ruleset] = Memo(MOST_VARIED)


def defining(rules: Ruleset, defined: Definitions) -> Ruleset:
    """Returns the ruleset with the additional conditions and items of a scenario."""
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


# ---------------------------------------------------------------- predicates


ANYBODY = Predicate()
"""The predicate that every creature fits."""
ALLY, ENEMY = "ally", "enemy"
"""As the asking creature sees them."""


def fits(rules: Ruleset, predicate: Predicate, creature: Creature, asker: Creature | None = None) -> bool:
    """True if a creature meets the requirements `predicate`; `asker` decides who is an ally."""
    return unmet(rules, predicate, creature, asker) is None


def unmet(rules: Ruleset, predicate: Predicate, creature: Creature, asker: Creature | None = None) -> str | None:
    """Returns the first requirement that the creature fails, in words; else None."""
    if predicate == ANYBODY:
        return None
    for word in predicate.has:
        if not bears(creature, word):
            return f"is not {word}"
    for word in predicate.lacks:
        if bears(creature, word):
            return f"is {word}"
    if predicate.side is not None and not _of_side(predicate.side, creature, asker):
        return f"is of the side {creature.side}, not {predicate.side}"
    rows, size, sizes = rules.sizes.rows, creature.size.name, words(predicate.size)
    if (
        predicate.size is not None
        and size not in sizes
        and not any(one in rows and rows[one] == rows.get(size) for one in sizes)
    ):
        return f"is {creature.size.name}, not {_either(sizes)}"
    nature: Nature | None = creature.parts.get(Nature)
    kinds, tags = words(predicate.kind), words(predicate.tag)
    if kinds and (nature is None or nature.kind not in kinds):
        return f"is not of the kind {_either(kinds)}"
    if tags and (nature is None or nature.tags.isdisjoint(tags)):
        return f"has not the tag {_either(tags)}"
    if predicate.hp_below is not None:
        health = creature.health
        if health.hp is None or health.full is None or health.hp >= health.full * predicate.hp_below:
            return f"does not have less than {predicate.hp_below:.0%} of its hit points"
    for what, figure in predicate.below.items():
        if creature.skill(what) >= figure:
            return f"has {what} {creature.skill(what)}, not below {figure}"
    return None


def bears(creature: Creature, word: str) -> bool:
    """True if the creature has a condition or a trait named `word`."""
    return word in creature.condition.held or word in creature.body.traits


def _of_side(side: str, creature: Creature, asker: Creature | None) -> bool:
    if side == creature.side:
        return True
    if asker is None or side not in (ALLY, ENEMY):
        return False
    return (creature.side == asker.side) == (side == ALLY)


def _either(given: tuple[str, ...]) -> str:
    return " or ".join(given)

"""Damage, healing, conditions gained and lost, and dice for amounts, each logged."""

from ...components.condition import Duration
from ...components.events import Damaged, Downed, Gained, Healed, Lost, Rolled
from ..dice import Roll, parse
from ..rules.ruleset import World
from ..state.creature import Creature


def gain(
    world: World,
    creature: Creature,
    condition: str,
    *,
    rules: tuple[str, ...] = (),
    by_choice: bool = False,
    until: str = "",
    lasts: Duration | None = None,
) -> bool:
    """Gives a condition; returns False if the creature has it already or is immune.

    `lasts` sets how long; a condition that already lasts for a time takes the new time.
    """
    state = creature.condition
    if f"immune-{condition}" in creature.body.traits or "immune-conditions" in creature.body.traits:
        return False
    stays_chosen = not world.rules.conditions.imposed_replaces_chosen
    if condition == "prone" and state.prone_by_choice and not by_choice and not stays_chosen:
        state.prone_by_choice = False
        state.could_have_stood = False
    if condition in state.held:
        if lasts is not None and condition in state.lasting:
            state.lasting[condition] = lasts
        return False
    state.held.add(condition)
    if lasts is not None:
        state.lasting[condition] = lasts
    if condition == "prone":
        state.prone_by_choice = by_choice
        state.could_have_stood = False
    if until == "turn-end":
        state.ends_with_turn[condition] = rules
    elif until == "turn-start":
        state.ends_at_start[condition] = rules
    world.creature_changed(creature)
    world.stirred.add(creature.name)
    world.emit(Gained(who=creature.name, condition=condition, rules=rules))
    world.rules.hooks.on_gain(world, creature, condition)
    return True


def lose(world: World, creature: Creature, condition: str, *, rules: tuple[str, ...] = ()) -> bool:
    """Ends a condition; returns False if the creature does not have it."""
    state = creature.condition
    if condition not in state.held:
        return False
    state.held.discard(condition)
    state.ends_with_turn.pop(condition, None)
    state.ends_at_start.pop(condition, None)
    state.lasting.pop(condition, None)
    if condition == "prone":
        state.prone_by_choice = state.could_have_stood = False
    if condition == "grabbed":
        state.grabbed_by = None
    world.creature_changed(creature)
    world.stirred.add(creature.name)
    world.emit(Lost(who=creature.name, condition=condition, rules=rules))
    return True


def run_out(world: World, until: str, whose: str | None = None) -> None:
    """Ends the conditions that run out at a moment: the start or end of a creature's turn, or of a round."""
    if not world.concerns.timed:
        return
    for creature in tuple(world.creatures):
        for condition, lasts in sorted(creature.condition.lasting.items()):
            if lasts.until != until or (whose is not None and lasts.whose != whose):
                continue
            if lasts.times > 1:
                creature.condition.lasting[condition] = lasts._replace(times=lasts.times - 1)
            else:
                lose(world, creature, condition, rules=lasts.rules)


def heal(world: World, creature: Creature, amount: int, *, rules: tuple[str, ...] = ()) -> int:
    """Restores hit points, up to the creature's maximum; returns how many.

    A creature that was downed for lack of them is up again. A creature without hit points gets none.
    """
    health = creature.health
    before = health.hp
    if before is not None:
        most = before + amount if health.full is None else max(health.full, before)
        health.hp = min(before + amount, most)
        if health.downed and health.hp > 0:
            health.downed = False
            world.creature_changed(creature)
            world.stirred.add(creature.name)
        world.touch()
    gained = 0 if before is None or health.hp is None else health.hp - before
    world.emit(Healed(who=creature.name, amount=gained, hp=health.hp, rules=rules))
    return gained


def hurt(world: World, creature: Creature, amount: int, kind: str, *, rules: tuple[str, ...] = ()) -> int:
    """Deals damage, reduced by what the creature resists; returns the damage dealt."""
    body = creature.body
    if f"immune-{kind}" in body.traits:
        amount = 0
    if kind not in world.rules.attacks.unreduced:
        amount -= body.damage_reduction
    amount = max(amount, 0)
    health = creature.health
    if health.hp is not None:
        health.hp -= amount
    if amount:
        world.touch()
    world.emit(Damaged(who=creature.name, amount=amount, kind=kind, hp=health.hp, rules=rules))
    if health.hp is not None and health.hp <= 0 and not health.downed:
        health.downed = True
        world.creature_changed(creature)
        world.stirred.add(creature.name)
        world.emit(Downed(who=creature.name))
    return amount


def roll(
    world: World,
    creature: Creature,
    what: str,
    dice: Roll,
    *,
    per_die: int = 0,
    least_per_die: int = 0,
    rules: tuple[str, ...] = (),
    outcome: str = "damage",
) -> int:
    """Rolls dice for an amount and logs it; `per_die` is added to each die, no die counting below the least."""
    if not dice.count:
        return dice.plus
    results = world.dice.roll(dice.count, dice.sides)
    total = sum(max(result + per_die, least_per_die) for result in results) + dice.plus
    world.emit(
        Rolled(
            who=creature.name,
            for_=what,
            dice=str(dice),
            results=results,
            total=total,
            dc=None,
            outcome=outcome,
            rules=rules,
        )
    )
    return total


def amount_of(world: World, creature: Creature, what: str, text: str | int, rules: tuple[str, ...] = ()) -> int:
    """An amount given as a number or as dice; dice are rolled."""
    return roll(world, creature, what, parse(text), rules=rules)

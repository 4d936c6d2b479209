"""From the words of an ability's acts to creatures, places and numbers of the battle."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import (
    SELF,
    TARGET,
    ChangeEdge,
    ChangeTile,
    EffectAct,
    ForceMovement,
    GiveCondition,
    JoinBattle,
    LetFall,
    MakeZone,
    TeleportCreature,
)
from ...components.intents import StepAim
from ...components.position import Cube
from ..combat.ability_areas import place_of
from ..combat.aims import covered, pointed
from ..rules.ruleset import World
from ..state.creature import Creature

Number: TypeAlias = Callable[[int | str], int]
"""The result of a number or dice: rolled, or expected."""


def concerns_target(act: EffectAct) -> bool:
    """True if an act happens to each target."""
    return getattr(act, "target", SELF) == TARGET or getattr(act, "who", None) == TARGET


def grounded(
    world: World,
    user: Creature,
    ability: Ability,
    step: StepSpec,
    aim: StepAim,
    target: str,
    act: EffectAct,
    number: Number,
    size: int | None = None,
) -> EffectAct | None:
    """An act with creatures, places and numbers in the place of its words; None if it concerns no creature here.

    `target` is empty for acts that happen once. `size` is the result of the dice of an area, in squares.
    """
    aim = pointed(world, ability, step, aim)
    changes: dict[str, object] = {}
    people = {TARGET: target, SELF: user.name}
    for key in ("target", "whose", "who", "moves_with"):
        value = getattr(act, key, None)
        if value in people:
            changes[key] = people[str(value)]
            if not changes[key]:
                return None
    match act:
        case ForceMovement():
            changes["distance"] = number(act.distance)
            for key, value in (("away", act.away), ("towards", act.towards)):
                if isinstance(value, str):
                    changes[key] = _point(world, user, aim, value)
            if act.direction is None and act.away is None and act.towards is None:
                changes["away"] = user.cube
        case GiveCondition() if isinstance(act.times, str):
            changes["times"] = max(number(act.times), 1)
        case LetFall() if isinstance(act.squares, str):
            changes["squares"] = number(act.squares)
        case TeleportCreature() if isinstance(act.to, str):
            changes["to"] = _point(world, user, aim, act.to)
        case ChangeTile() if isinstance(act.at, str):
            changes["at"] = _squares(world, user, ability, step, aim, act.at, size)
        case MakeZone():
            changes["by"] = user.name
            if isinstance(act.rounds, str):
                changes["rounds"] = max(number(act.rounds), 1)
            if isinstance(act.squares, str):
                changes["squares"] = _squares(world, user, ability, step, aim, act.squares, size)
        case ChangeEdge() if isinstance(act.between, str):
            changes["between"] = aim.between
        case JoinBattle():
            changes["creature"] = _newcomer(world, user, aim, act.creature)
    if any(value is None or value == () for value in changes.values()):
        return None
    return msgspec.structs.replace(act, **changes)


def _point(world: World, user: Creature, aim: StepAim, word: str) -> Cube | None:
    if word == SELF:
        return user.cube
    return None if aim.at is None else place_of(world, aim.at)


def _squares(
    world: World, user: Creature, ability: Ability, step: StepSpec, aim: StepAim, word: str, size: int | None
) -> tuple[tuple[int, int], ...]:
    """The squares that a word means, in row order; a step without an area has that of the first step."""
    if word == SELF:
        found = set(user.box.footprint)
    elif word == "at":
        found = set() if aim.at is None else {(aim.at[0], aim.at[1])}
    else:
        placed = step if step.area is not None else ability.whole[0]
        found = set(covered(world, user, placed, aim, size if placed is step else None).squares)
    return tuple(sorted((square for square in found if square in world.board), key=lambda square: square[::-1]))


def _newcomer(world: World, user: Creature, aim: StepAim, creature: dict[str, object]) -> dict[str, object] | None:
    """A creature that joins: at the square aimed at or beside the user, on the user's side, under a free name."""
    made = dict(creature)
    at = made.get("at", "at" if aim.at is not None else SELF)
    place = _point(world, user, aim, at) if isinstance(at, str) else at
    if place is None:
        return None
    made["at"] = list(place) if isinstance(place, tuple) else place
    made.setdefault("side", user.side)
    name, number = str(made.get("name", "")), 1
    while (name if number == 1 else f"{name} {number}") in world.named:
        number += 1
    made["name"] = name if number == 1 else f"{name} {number}"
    return made

"""With which modes a creature may move now, and how many squares by each: the budget of a movement."""

from collections.abc import Mapping, Sequence

from ...components.plan import MovementBudget
from ...components.position import MODES, Mode
from ..state.creature import Creature
from .ruleset import Ruleset

__all__ = ["ENDLESS", "MovementBudget", "base_speeds", "budget_for", "listed_modes", "modes_now", "speeds_now"]

ENDLESS = 4096
"""A budget, in squares, that covers any path."""


def listed_modes(rules: Ruleset, creature: Creature) -> list[tuple[Mode, bool]]:
    """(mode, listed) for every mode but teleport that the creature can use, unlisted ones included."""
    speeds = speeds_now(rules, creature)
    found: list[tuple[Mode, bool]] = []
    for mode in MODES:
        if mode == "teleport":
            continue
        if speeds.get(mode, 0) > 0:
            found.append((mode, True))
        elif mode in rules.movement.unlisted and mode not in creature.speed.listed and speeds.get("walk", 0) > 0:
            found.append((mode, False))
    return found


def base_speeds(creature: Creature) -> dict[Mode, int]:
    """The listed speeds, or those that an effect imposes."""
    return dict(creature.speed.listed if creature.speed.imposed is None else creature.speed.imposed)


def speeds_now(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """The present speeds by mode, computed once for each state of the creature."""
    imposed = creature.speed.imposed
    key = ("speeds", creature.state, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if found is None:
        found = creature.memory[key] = rules.movement.speeds(rules, creature)
    return found  # type: ignore[return-value]


def modes_now(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """The modes that a creature can use now, computed once for each state of it."""
    imposed = creature.speed.imposed
    key = ("modes", creature.state, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if found is None:
        found = creature.memory[key] = rules.movement.usable_modes(rules, creature)
    return found  # type: ignore[return-value]


def budget_for(
    rules: Ruleset,
    creature: Creature,
    *,
    factor: int = 1,
    most: int | None = None,
    exceeds: bool = False,
    parity: int = 0,
    spent: int = 0,
) -> MovementBudget:
    """What one movement may cost, in squares by mode.

    `factor` multiplies the speeds; `most` is what an effect grants (squares), capped by the speed
    unless it `exceeds` it.
    """
    speeds = speeds_now(rules, creature)
    walk = speeds.get("walk", 0)
    limits: list[tuple[Mode, int]] = []
    for mode, listed in modes_now(rules, creature):
        speed = speeds.get(mode, 0) if listed else walk
        squares = rules.squares(speed * factor)
        if most is not None:
            squares = most if exceeds else min(most, squares)
        limits.append((mode, squares))
    return MovementBudget(tuple(limits), spent=spent, parity=parity, last=rules.movement.last_square)


def rest_of_move(rules: Ruleset, creature: Creature, parity: int) -> MovementBudget:
    """What is left of the move action that is open, at no less than its first speeds where those hold to its end."""
    turn, began = creature.turn, rules.movement.began_with(rules, creature)
    rest = budget_for(rules, creature, factor=turn.pool_factor, spent=turn.pool_spent, parity=parity)
    if not began:
        return rest
    return rest._replace(limits=tuple((mode, max(most, began.get(mode, 0))) for mode, most in rest.limits))

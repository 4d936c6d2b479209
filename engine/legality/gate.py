"""Refuses what cannot act or move now, or may only crawl."""

from ..messages import _
from ..rules.ruleset import Request


def able_to_act(request: Request) -> None:
    """Refuses any intent of a creature that cannot act at all."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse("{name} is out of the fight", "downed")
    if not creature.is_any(rules.conditions.unable):
        return
    for condition in sorted(creature.condition.held & rules.conditions.unable):
        raise request.refuse(
            "{name} is {condition} and cannot act", f"condition.{condition}", "unable", condition=condition
        )


def able_to_move(request: Request) -> None:
    """Refuses movement of a creature that cannot move at all."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse("{name} is out of the fight", "downed")
    if not creature.condition.held:
        return
    for condition in sorted(creature.condition.held & (rules.conditions.immobile | rules.conditions.unable)):
        raise request.refuse(
            "{name} is {condition} and cannot move", "immobile", f"condition.{condition}", condition=condition
        )


POSTURES = frozenset({"stand", "drop-prone", "crouch"})
"""Kinds of action that count as movement where a condition bars one and not the other."""


def free_to_act(request: Request) -> None:
    """Refuses an action of a creature that a condition leaves only movement."""
    creature, rules = request.creature, request.rules
    if not creature.condition.held:
        return
    for condition in sorted(creature.condition.held & rules.conditions.inactive):
        raise request.refuse(
            _("{name} is {condition} and can only move"),
            f"condition.{condition}",
            "unable",
            name=creature.name,
            condition=condition,
        )


def begin_action(request: Request, kind: str) -> None:
    """Refuses an action that the creature, or this point of the turn, does not allow."""
    able_to_act(request)
    if kind not in POSTURES:
        free_to_act(request)
    request.rules.movement.gate(request, kind)


def begin_movement(request: Request, kind: str) -> None:
    """Refuses a kind of movement that the creature, or this point of the turn, does not allow."""
    able_to_move(request)
    request.rules.movement.gate(request, kind)


def on_its_feet(request: Request) -> None:
    """Refuses movement that a creature in a crawling condition cannot make."""
    creature, crawlers = request.creature, request.rules.movement.crawlers
    for held in sorted(creature.condition.held & crawlers):
        raise request.refuse("{name} is {condition}: it can only crawl", "crawl", f"condition.{held}", condition=held)

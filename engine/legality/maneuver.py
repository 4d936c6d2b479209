"""Refuses what cannot act or move now, or may only crawl; then finds payment and way."""

from dataclasses import dataclass

from ..rules.move_options import MoveOptions
from ..rules.movement_budget import MovementBudget, budget_for
from ..rules.ruleset import Request
from .pathing import LawfulPath, find_way, start_parity
from .request import payment_for


def able_to_act(request: Request) -> None:
    """Refuses any intent of a creature that cannot act at all."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse(f"{creature.name} is out of the fight", "downed")
    if not creature.is_any(rules.conditions.unable):
        return
    for condition in sorted(creature.condition.held & rules.conditions.unable):
        raise request.refuse(f"{creature.name} is {condition} and cannot act", f"condition.{condition}", "unable")


def able_to_move(request: Request) -> None:
    """Refuses movement of a creature that cannot move at all."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse(f"{creature.name} is out of the fight", "downed")
    if not creature.condition.held:
        return
    for condition in sorted(creature.condition.held & (rules.conditions.immobile | rules.conditions.unable)):
        raise request.refuse(f"{creature.name} is {condition} and cannot move", "immobile", f"condition.{condition}")


def begin_action(request: Request, kind: str) -> None:
    """Refuses an action that the creature, or this point of the turn, does not allow."""
    able_to_act(request)
    request.rules.movement.gate(request, kind)


def begin_movement(request: Request, kind: str) -> None:
    """Refuses a kind of movement that the creature, or this point of the turn, does not allow."""
    able_to_move(request)
    request.rules.movement.gate(request, kind)


def on_its_feet(request: Request) -> None:
    """Refuses movement that a creature in a crawling condition cannot make."""
    creature, crawlers = request.creature, request.rules.movement.crawlers
    for held in sorted(creature.condition.held & crawlers):
        raise request.refuse(f"{creature.name} is {held}: it can only crawl", "crawl", f"condition.{held}")


ORDINARY = MoveOptions()
"""The options of an ordinary move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver:
    """What a planner decides about one movement; the rest follows from the intent and the ruleset."""

    kind: str
    """The kind of walk."""
    key: str | None = None
    """The cost entry that pays for it, if not the intent's own."""
    options: MoveOptions = ORDINARY
    budget: MovementBudget | None = None
    """Its budget, if not by the creature's speed."""
    quiet: bool = False
    """Whether it draws no reactions."""


def pay_and_find(request: Request, maneuver: Maneuver) -> LawfulPath:
    """The lawful path of a movement, along the intent's path or the preferred one to its goal, and its payment.

    Raises:
        Forbidden: the actions are not available, or no lawful way leads there.
    """
    intent = request.intent
    pays = payment_for(request, key=maneuver.key)
    budget = maneuver.budget or budget_for(request.rules, request.creature, parity=start_parity(request))
    kind, quiet = maneuver.kind, maneuver.quiet
    way = find_way(request, budget, maneuver.options, intent.path, intent.to, kind=kind, quiet=quiet)
    way.pays = pays
    return way

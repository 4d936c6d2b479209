"""What bars an intent at a point of the turn: a step besides other movement, a strike while squeezed too far."""

from ...rules.ruleset import Request
from ...space.occupancy import cramped
from .components import FullRound

TRAVEL = frozenset({"move", "double", "run", "crawl", "withdraw", "charge", "minimum"})
"""Kinds of movement that take an action."""

MOVES = frozenset({"move", "double", "crawl", "run", "charge", "minimum", "tumble", "overrun", "squeeze", "leap"})
"""Movement excluded by a round given to strikes."""


def gate(request: Request, kind: str) -> None:
    """Refuses a step besides other movement, other movement besides a step, and strikes under half the width.

    With the switch `step-with` at "full-round" a step only goes beside a full-round action.
    (srd.step.no-other-movement, srd.squeeze.under-half-no-attack, srd.actions.full-round-leaves-step)
    """
    one_step_or_movement(request, kind)
    name = request.creature.name
    if (
        kind == "step"
        and request.rules.setting("step-with") == "full-round"
        and not request.creature.own(FullRound).taken
    ):
        raise request.refuse(f"{name} takes a 5-foot step only beside a full-round action", "step.rest")
    if kind == "attack" and cramped(request.world, request.creature):
        raise request.refuse(f"{name} cannot attack in so narrow a place", "squeeze.no-attack")
    if kind in MOVES and not request.free and request.creature.own(FullRound).taken:
        raise request.refuse(f"{name} has given the round to strikes: a 5-foot step is what is left", "full-attack")


def one_step_or_movement(request: Request, kind: str) -> None:
    """Refuses a 5-foot step after other movement, other movement after a step, and a second step."""
    turn, rules, name = request.creature.turn, request.rules, request.creature.name
    if kind in TRAVEL and turn.stepped:
        raise request.refuse(f"{name} has taken a 5-foot step this turn and cannot move besides", "step.closes")
    if kind == "step":
        if turn.moved:
            raise request.refuse(f"{name} has moved this turn and cannot take a 5-foot step", "step.rest", "step")
        if turn.stepped >= int(rules.setting("steps-per-turn", 1)):
            raise request.refuse(f"{name} has taken its 5-foot step this turn", "step.once", "step")

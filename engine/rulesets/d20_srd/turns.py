"""What bars an intent at a point of the turn: a step besides other movement, a strike while squeezed too far."""

from ...rules.ruleset import Request
from ...space.occupancy import cramped
from ..shared.turn_gates import one_step_or_movement
from .components import FullRound

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
    return

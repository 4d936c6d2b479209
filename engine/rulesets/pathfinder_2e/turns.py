"""What a pause in another's space bars, and how a turn's end settles it."""

from ...effects.placement import displaced
from ...legality.maneuver import able_to_act
from ...rules.ruleset import Request, World
from ...state.creature import Creature
from .space import MOVE_ACTIONS, paused


def gate(request: Request, kind: str) -> None:
    """Refuses everything but leaving, in another's square, and acts of creatures that cannot act.

    (pf2.pass.end-action)
    """
    creature = request.creature
    if paused(request.world, creature) and kind not in MOVE_ACTIONS:
        raise request.refuse(f"{creature.name} must first leave the space that it shares", "pass.end-action")
    if kind in ("push", "pull", "slide"):
        return able_to_act(request)
    return None


def end_turn(world: World, creature: Creature) -> None:
    """Treats a turn that ends in another's square as an accident. (pf2.pass.no-end-turn)"""
    if paused(world, creature):
        displaced(world, creature)
    creature.turn.pausing = False

"""What a pause in another's space bars, and how shared spaces are settled at set-up and at a turn's end."""

from ...effects.hit_points import gain
from ...effects.placement import displaced
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request, World
from ...space.occupancy import may_rest, sharers
from ...state.creature import Creature
from .space import SQUEEZED, passing

INSIDE = frozenset(
    {"attack", "push", "pull", "slide", "dig", "claw-dirt", "knock-off", "pull-up", "interact", "carry", "drop-object"}
    | {"shift"}
)
"""Main actions, maneuvers, and a movement of its own: never done in another's space in mid-move."""


def inside(world: World, creature: Creature) -> bool:
    """Whether it has paused in mid-move in a place where it may not stop."""
    return creature.turn.pausing and not may_rest(world, creature)


def gate(request: Request, kind: str) -> None:
    """Refuses everything but moving on, in mid-move in another's space.

    What an effect grants is another movement: begun there, this one would have stopped. (ds.space.no-acting-inside)
    """
    creature, rules = request.creature, request.rules
    free = kind == "drop-prone" or (kind == "stand" and creature.condition.prone_by_choice)
    granted = getattr(request.intent, "distance", None) is not None
    barred = kind in INSIDE or kind == "stand" or free or granted
    if free and rules.setting("free_maneuver_inside") == "allow":
        barred = False
    if barred and inside(request.world, creature):
        raise request.refuse(
            f"{creature.name} has paused in another creature's space and can only move on", "space.no-acting"
        )


def set_up(world: World, creature: Creature) -> None:
    """Makes creatures that the file puts into one space too small for them squeeze from the start."""
    for other in sharers(world, creature):
        if passing(world.rules, creature, other, MoveOptions()).squeeze and not other.out and not creature.out:
            gain(world, creature, SQUEEZED, rules=world.rules.cite("squeeze"))


def turn_end(world: World, creature: Creature) -> None:
    """Moves a creature that ends its turn where it has only paused to a place where it may stay."""
    if inside(world, creature) and not creature.out:
        displaced(world, creature)
    creature.turn.pausing = False

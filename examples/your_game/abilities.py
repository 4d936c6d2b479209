"""An intent of this game: throwing a bomb that hurts all around and throws them back."""

from collections.abc import Iterator
from typing import Any

from components.gear import Bombs

from fivefoot import Creature, OwnIntent
from fivefoot.effects import DealDamage, Effect, ForceMovement
from fivefoot.intents import IntentBase, Square
from fivefoot.rules import Plan, Request, World, payment_for


class ThrowBomb(IntentBase, frozen=True, kw_only=True, tag="throw-bomb"):
    """Throws a bomb at a square no farther than 30 feet off."""

    at: Square


def throw(request: Request) -> Plan:
    """What it comes to, or why it is not allowed; it changes nothing itself."""
    creature, world, (x, y, *_) = request.creature, request.world, request.intent.at
    bombs = creature.component(Bombs)
    if bombs is None or not bombs.left:
        raise request.refuse(f"{creature.name} has no bomb left")
    if max(abs(creature.cube[0] - x), abs(creature.cube[1] - y)) > 6:
        raise request.refuse("a bomb flies 30 feet and no farther")
    acts: list[Any] = []
    for other in world.creatures:
        if max(abs(other.cube[0] - x), abs(other.cube[1] - y)) <= 1:
            acts.append(DealDamage(target=other.name, amount="1d6", kind="fire"))
            acts.append(ForceMovement(target=other.name, distance=10, away=(x, y)))
    return Plan([Effect(acts=tuple(acts), by=f"{creature.name}'s bomb")], payment_for(request))


def worth_throwing(world: World, creature: Creature) -> Iterator[IntentBase]:
    """What brains try: a bomb at each enemy."""
    return (ThrowBomb(at=other.cube[:2]) for other in world.creatures if other.side != creature.side)


BOMB = OwnIntent(ThrowBomb, throw, worth_throwing, ways=(("standard",),))

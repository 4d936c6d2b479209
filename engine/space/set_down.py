"""The places beside a carrier where it can set down a creature, and which of them comes first."""

from collections.abc import Iterator

from ...components.position import Cube
from ..geometry.boxes import Box, overlap
from ..rules.move_options import ORDINARY
from ..rules.movement_budget import modes_now
from ..rules.ruleset import World
from ..state.creature import Creature
from .forced_steps import dangerous, drop_ahead, forced_room, settle_forced
from .open_ways import leads_beside
from .support import holds_at


def carried_by(world: World, carrier: Creature) -> list[Creature]:
    """The creatures carried in the carrier's space."""
    if not world.concerns.joined:
        return []
    return [other for other in world.creatures if other.condition.carried_by == carrier.name]


def around(carrier: Box, side: int) -> Iterator[tuple[int, int]]:
    """The squares at which a space of a side touches the carrier's, in row order."""
    for y in range(carrier.y0 - side, carrier.y1 + 2):
        for x in range(carrier.x0 - side, carrier.x1 + 2):
            apart = x + side - 1 < carrier.x0 or x > carrier.x1 or y + side - 1 < carrier.y0 or y > carrier.y1
            if apart:
                yield x, y


def may_be_set_down(world: World, carrier: Creature, space: Box, carried: Creature, there: Cube) -> bool:
    """Whether the carried creature fits at a place and others let it stay, once the carrier fills `space`.

    The place is beside the carrier, with no wall between, and holds the creature up; no creature squeezes for it.
    """
    if not forced_room(world, carried, there) or overlap(space, carried.at(there)):
        return False
    if drop_ahead(world, carried, there) or not leads_beside(world, carried, space, there):
        return False
    rules, place = world.rules, carried.at(there)
    small: list[Creature] = []
    for other in world.creatures:
        if other is carrier or other is carried or not overlap(other.box, place):
            continue
        access = rules.space.access(rules, carried, other, ORDINARY)
        if not access.stop or access.squeeze:
            return False
        if carried.size.room < 5 and other.size.room < 5:
            small.append(other)
    return not small or rules.space.square_capacity(rules, carried, small)


def place_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Cube | None:
    """The first place in row order beside the carrier's space: a safe one, else one in water, else any."""
    found = list(places_for(world, carrier, space, carried))
    safe = [there for there in found if not dangerous(world, carried, there)]
    dry = (there for there in safe if not out_of_depth(world, carried, there))
    return next(dry, next(iter(safe or found), None))


def out_of_depth(world: World, creature: Creature, there: Cube) -> bool:
    """Whether a place is in water in which the creature has no way of moving."""
    return holds_at(world, creature, there) == "swim" and not any(
        mode == "swim" for mode, _ in modes_now(world.rules, creature)
    )


def places_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Iterator[Cube]:
    """The possible places beside the carrier's space, in row order."""
    for x, y in around(space, carried.size.side):
        there = settle_forced(world, carried, (x, y), (carried.cube[0], carried.cube[1], space.z0))
        if may_be_set_down(world, carrier, space, carried, there):
            yield there


__all__ = ["around", "carried_by", "may_be_set_down", "place_for"]

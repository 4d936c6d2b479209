"""Begins and ends squeezing, by the clearance at a creature's place."""

from ..field.shapes import cramped, present_ground, sharers, sharing_tightly
from ..geometry.boxes import far_off
from ..rules.ruleset import World
from ..state.creature import Creature
from .hit_points import gain, lose


def settle_squeeze(world: World, creature: Creature) -> None:
    """Begin or end a creature's squeezing, by the clearance at its place."""
    condition = world.rules.sizes.squeeze_condition
    narrow = creature.size.side > 1 or world.board.traits.narrow
    if condition is None or not (narrow or condition in creature.condition.held):
        return
    if narrow and in_tight_place(world, creature):
        gain(world, creature, condition, rules=world.rules.cite("squeeze", f"squeeze.{creature.size.name}"))
    elif condition in creature.condition.held and not sharing_tightly(world, creature):
        lose(world, creature, condition, rules=world.rules.cite("squeeze"))


def in_tight_place(world: World, creature: Creature) -> bool:
    """True if what stands around a creature's place makes it squeeze."""
    made = present_ground(world, creature)
    bit = made.layout.bit(creature.cube)
    drawn_in = creature.shape is not None and creature.condition.mount is None and not bit & made.enterable
    if bit & made.tight or drawn_in or cramped(world, creature):
        return True
    square = creature.cube[:2]
    narrow = creature.size.side == 1 and square in world.board
    return narrow and world.board.tile(*square).width < min(creature.size.room, 5.0)


def settle_others(world: World, creature: Creature) -> None:
    """Settle the squeezing of the other creatures that squeeze near what has moved or changed since the last time."""
    condition, disturbed = world.rules.sizes.squeeze_condition, tuple(world.disturbed)
    world.disturbed.clear()
    if condition not in world.concerns.conditions:
        return
    for other in world.creatures:
        if other is not creature and condition in other.condition.held:
            space, near = other.space, other.size.side + 1
            if any(not far_off(space, box, near) for box in disturbed):
                settle_squeeze(world, other)


def squeeze_together(world: World, creature: Creature) -> None:
    """Make a creature that may not stay in its place, and all that share it, squeeze."""
    condition = world.rules.sizes.squeeze_condition
    if condition is None:
        return
    present = [other for other in sharers(world, creature) if sharing_tightly(world, other)]
    for one in (creature, *present):
        gain(world, one, condition, rules=world.rules.cite("squeeze.sharing", "squeeze"))

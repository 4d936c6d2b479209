"""Deals the damage of other causes than strikes, falls and terrain; heals."""

from typing import ClassVar

from ..components.events import Healed
from ..components.plan import Harm
from ..engine.dice import parse
from ..engine.effects.hit_points import hurt, roll
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .system import System


class HarmSystem(System):
    """Deals the damage of a plan that comes from no strike."""

    acts: ClassVar[tuple[type, ...] | None] = (Harm,)

    def process(self) -> None:
        """Deal one piece of damage."""
        for _, (harm, actor) in self.world.each(Harm, Creature):
            self.done(actor)
            world = self.world
            who = world.named[harm.who]
            amount = roll(world, who, harm.kind, parse(harm.dice), per_die=harm.per_die, rules=harm.rules)
            hurt(world, who, amount, harm.kind, rules=harm.rules)


def heal(world: World, creature: Creature, amount: int, *, rules: tuple[str, ...] = ()) -> int:
    """Restores hit points, up to the creature's maximum; returns how many.

    A creature that was downed for lack of them is up again. A creature without hit points gets none.
    """
    health = creature.health
    before = health.hp
    if before is not None:
        most = before + amount if health.full is None else max(health.full, before)
        health.hp = min(before + amount, most)
        if health.downed and health.hp > 0:
            health.downed = False
            world.creature_changed(creature)
            world.stirred.add(creature.name)
        world.touch()
    gained = 0 if before is None or health.hp is None else health.hp - before
    world.emit(Healed(who=creature.name, amount=gained, hp=health.hp, rules=rules))
    return gained

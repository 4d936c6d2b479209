"""Deals the damage of other causes than strikes, falls and terrain."""

from typing import ClassVar

from ..components.plan import Harm
from ..engine.dice import parse
from ..engine.effects.hit_points import hurt, roll
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

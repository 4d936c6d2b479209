"""Rolls strikes: the reactions that have been triggered, and the strike at hand."""

from typing import ClassVar

from ..components.plan import Strike
from ..engine.effects.hit_points import hurt
from ..engine.messages import english
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .system import System, halt


class ReactionSystem(System):
    """Rolls the strikes that enemies' reactions have triggered."""

    waits: ClassVar[tuple[str, ...] | None] = ("reactions",)

    def process(self) -> None:
        """Roll every one of them."""
        world = self.world
        while world.reactions:
            strike = world.reactions.pop(0)
            world.busy = True
            striker, target = world.named[strike.by], world.named[strike.target]
            if not striker.out and not target.out:
                roll_strike(world, strike)


class StrikeSystem(System):
    """Rolls the strike at hand."""

    acts: ClassVar[tuple[type, ...] | None] = (Strike,)

    def process(self) -> None:
        """Roll one strike, unless its striker is down."""
        world = self.world
        for _, (strike, actor) in world.each(Strike, Creature):
            if actor.out:
                halt(world, actor, english("{name} is down", name=actor.name), world.rules.cite_any("downed"))
                continue
            self.done(actor)
            if not world.named[strike.target].out:
                roll_strike(world, strike)


def roll_strike(world: World, strike: Strike) -> None:
    """Rolls a strike by the ruleset's numbers, logs it, and deals its damage."""
    rolled = world.rules.attacks.strike(world, strike)
    world.emit(rolled.event)
    if rolled.kind is not None:
        hurt(world, world.named[strike.target], rolled.event.damage, rolled.kind, rules=rolled.rules)

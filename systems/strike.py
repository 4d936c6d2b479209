"""Rolls strikes: reactions first, then the attacks of the plan at hand."""

from typing import ClassVar

from ..components.plan import Strike
from ..engine.messages import english
from ..engine.state.creature import Creature
from .system import System, halt


class StrikeSystem(System):
    """Rolls the strikes that wait."""

    acts: ClassVar[tuple[type, ...] | None] = (Strike,)
    waits: ClassVar[tuple[str, ...] | None] = ("reactions",)

    def process(self) -> None:
        """Resolve every reaction that has been triggered, then one strike of the plan at hand."""
        world = self.world
        while world.reactions:
            strike = world.reactions.pop(0)
            world.busy = True
            striker, target = world.named[strike.by], world.named[strike.target]
            if not striker.out and not target.out:
                world.rules.attacks.strike(world, strike)
        super().process()

    def perform(self, actor: Creature, strike: Strike) -> None:
        """Roll one strike of the plan at hand."""
        world = self.world
        if actor.out:
            halt(world, actor, english("{name} is down", name=actor.name), world.rules.cite_any("downed"))
            return
        self.done(actor)
        if not world.named[strike.target].out:
            world.rules.attacks.strike(world, strike)

"""Carries out the act of setting down, at the end of a carrier's walk."""

from typing import ClassVar

from ..components.plan import SetDown
from ..engine.effects.placement import release
from ..engine.state.creature import Creature
from .system import System


class ReleaseSystem(System):
    """Sets down the creature that the carrier of the plan at hand carries."""

    acts: ClassVar[tuple[type, ...] | None] = (SetDown,)

    def process(self) -> None:
        """Set one creature down."""
        for _, (act, actor) in self.world.each(SetDown, Creature):
            self.done(actor)
            release(self.world, self.world.named[act.who], act.to, named=act.named)

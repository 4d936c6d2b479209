"""Carries out the act of setting down, at the end of a carrier's walk."""

from typing import ClassVar

from ..components.plan import SetDown
from ..engine.effects.setting_down import release
from .system import System


class ReleaseSystem(System):
    """Sets down the creature that the carrier of the plan at hand carries."""

    acts: ClassVar[tuple[type, ...] | None] = (SetDown,)

    def process(self) -> None:
        """Set one creature down."""
        found = self.taken(SetDown)
        if found is not None:
            _, act = found
            release(self.world, self.world.named[act.who], act.to, named=act.named)

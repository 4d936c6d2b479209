"""Counts the rounds for which the squares of objectives are held."""

from typing import ClassVar

from ..engine.state.objectives import tally
from .system import System


class ObjectiveSystem(System):
    """Counts the rounds for which squares are held."""

    waits: ClassVar[tuple[str, ...] | None] = ("round",)

    def process(self) -> None:
        """At the start of a round, count the round before, by the creatures' places at its end."""
        world = self.world
        if world.objectives and world.round - 1 > world.tallied:
            tally(world, world.round - 1)

"""Ends what lasts by concentration once its user is down, cannot act, or has left."""

from typing import ClassVar

from ..engine.effects.ongoing_uses import end_use, ongoing
from .system import System


class LastingSystem(System):
    """Looks at the uses on which creatures concentrate."""

    waits: ClassVar[tuple[str, ...] | None] = ("things",)

    def process(self) -> None:
        """End each use whose user cannot concentrate any more."""
        world, conditions = self.world, self.world.rules.conditions
        unable = conditions.unable | conditions.inactive
        for entity, use in ongoing(world):
            if not use.concentration:
                continue
            user = world.named.get(use.by)
            if user is None or user.out or user.is_any(unable):
                end_use(world, entity, use)
                world.busy = True

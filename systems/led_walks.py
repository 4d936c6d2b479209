"""Carries out movement that an ability grants to another than the creature on turn."""

from typing import ClassVar

from ..components.plan import LedWalk
from ..engine.effects.placement import displaced
from ..engine.field.shapes import may_rest
from ..engine.state.creature import Creature
from .movement import MovementSystem
from .system import System
from .threat import ThreatSystem


class LedWalkSystem(System):
    """Takes the next step of a granted walk, after the reactions to it; what bars a step ends the walk there."""

    acts: ClassVar[tuple[type, ...] | None] = (LedWalk,)

    def process(self) -> None:
        """Let enemies react to the next square, or enter it."""
        if not self.world.entered:
            for _, (led, actor) in self.world.each(LedWalk, Creature):
                self._step(actor, led)

    def _step(self, actor: Creature, led: LedWalk) -> None:
        world = self.world
        mover, walk = world.named.get(led.who), led.walk
        world.busy = True
        if mover is None or mover.out or walk.next >= len(walk.strides):
            self._finish(led)
            self.done(actor)
            return
        stride = walk.strides[walk.next]
        moving = MovementSystem(world)
        if stride.check is not None or stride.collides or moving.unable(mover, walk) is not None:
            walk.next = len(walk.strides)
        elif not walk.threat_seen:
            ThreatSystem(world).left(mover, walk)
        else:
            moving.go(mover, walk, stride)

    def _finish(self, led: LedWalk) -> None:
        mover = self.world.named.get(led.who)
        if mover is not None and not mover.out and not may_rest(self.world, mover):
            displaced(self.world, mover)

"""Moves a creature by something other than its own movement: out of the ground, down from a back."""

from typing import ClassVar

from ..components.events import Moved
from ..components.plan import Relocation
from ..engine.effects.placement import let_go, riders_follow, take_place
from ..engine.geometry.boxes import step_of
from ..engine.state.creature import Creature
from .system import System


class RelocationSystem(System):
    """Moves creatures that neither walk nor are pushed."""

    acts: ClassVar[tuple[type, ...] | None] = (Relocation,)

    def process(self) -> None:
        """Move one creature."""
        for _, (put, actor) in self.world.each(Relocation, Creature):
            self.done(actor)
            world = self.world
            who = world.named[put.who]
            here = who.cube
            take_place(world, who, put.to)
            who.position.held = "walk"
            if put.to != here:
                world.emit(Moved(who=who.name, from_=here, to=put.to, cost=0, mode=put.mode, rules=put.rules))
            riders_follow(world, who, step_of(here, put.to))
            let_go(world, who)
            world.stirred.add(who.name)
            world.entered.append((who.name, here))

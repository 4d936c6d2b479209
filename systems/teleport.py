"""Carries out a teleport: a creature leaves one space and appears in another; riders stay behind."""

from typing import ClassVar

from ..components.events import Teleported
from ..components.plan import ARRIVING, Teleportation
from ..engine.effects.hit_points import lose
from ..engine.effects.placement import let_go, nearest_place, put_back, settle_squeeze, take_place
from ..engine.field.shapes import may_rest
from ..engine.field.support import holds_at
from ..engine.state.creature import Creature
from .falling import caught
from .system import System


class TeleportSystem(System):
    """Carries out the teleport at hand."""

    acts: ClassVar[tuple[type, ...] | None] = (Teleportation,)

    def process(self) -> None:
        """Teleport one creature."""
        for _, (jaunt, actor) in self.world.each(Teleportation, Creature):
            self.done(actor)
            world = self.world
            who = world.named[jaunt.who]
            here = who.cube
            take_place(world, who, jaunt.to)
            if who.position.held == "climb":
                who.position.held = "walk"
            world.emit(Teleported(who=who.name, from_=here, to=jaunt.to, rules=jaunt.rules))
            for condition, cited in jaunt.sheds:
                lose(world, who, condition, rules=cited)
            if who is actor:
                who.turn.teleported += 1
            world.stirred.add(who.name)
            let_go(world, who)
            for rider in [other for other in world.creatures if other.condition.mount == who.name]:
                let_go(world, rider)
                if rider.condition.mount is None and not may_rest(world, rider, ARRIVING):
                    # two creatures on one back may not share the floor that it leaves them on
                    put_back(world, rider, nearest_place(world, rider))
            if world.rules.terrain.teleports_enter:
                world.entered.append((who.name, here))
            else:
                settle_squeeze(world, who)
            world.rules.hooks.on_arrival(world, who)
            if holds_at(world, who, who.cube) not in (None, "fly"):
                caught(world, who)

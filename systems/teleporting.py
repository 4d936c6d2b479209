"""Teleports: from one space to another with nothing between."""

from ..components.events import Teleported
from ..components.motion import Harm, Jaunt
from ..engine.dice import parse
from ..engine.effects import hurt, roll
from ..engine.occupancy import settle_shape
from .acting import System


class TeleportSystem(System):
    """Carries out the teleport at hand."""

    def process(self) -> None:
        """Teleport one creature."""
        found = self.at_hand(Jaunt)
        if found is None:
            return
        actor, jaunt = found
        self.done(actor)
        world = self.world
        who = world.named[jaunt.who]
        here = who.cube
        who.position.go(jaunt.to)
        if who.position.held == "climb":
            who.position.held = "walk"
        who.shape = None
        settle_shape(world, who)
        world.touch()
        world.emit(Teleported(who=who.name, from_=here, to=jaunt.to, rules=jaunt.rules))
        if who is actor:
            who.turn.facts["teleported"] = who.turn.fact("teleported") + 1
        world.stirred.add(who.name)
        world.entered.append((who.name, here))
        world.rules.on_arrival(world, who)


class HarmSystem(System):
    """Deals the damage that a plan brings by something else than a strike."""

    def process(self) -> None:
        """Deal one piece of damage."""
        found = self.at_hand(Harm)
        if found is None:
            return
        actor, harm = found
        self.done(actor)
        world = self.world
        who = world.named[harm.who]
        amount = roll(world, who, harm.kind, parse(harm.dice), per_die=harm.per_die, rules=harm.rules)
        hurt(world, who, amount, harm.kind, rules=harm.rules)

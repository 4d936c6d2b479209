"""Teleports: from one space to another with nothing between."""

from ..components.events import Moved, Teleported
from ..components.motion import Harm, Jaunt, Put
from ..engine.dice import parse
from ..engine.effects import hurt, roll
from ..engine.occupancy import let_go, may_rest, nearest_place, put_back, riders_follow, settle_squeeze, take_place
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
        take_place(world, who, jaunt.to)
        if who.position.held == "climb":
            who.position.held = "walk"
        world.emit(Teleported(who=who.name, from_=here, to=jaunt.to, rules=jaunt.rules))
        if who is actor:
            who.turn.facts["teleported"] = who.turn.fact("teleported") + 1
        world.stirred.add(who.name)
        let_go(world, who)
        for rider in [other for other in world.creatures if other.condition.mount == who.name]:
            let_go(world, rider)
            if rider.condition.mount is None and not may_rest(world, rider):
                # two that shared a back do not share the floor that it leaves them on
                put_back(world, rider, nearest_place(world, rider, None))
        if world.rules.setting("teleport_fires_enter_triggers") is False:
            settle_squeeze(world, who)
        else:
            world.entered.append((who.name, here))
        world.rules.on_arrival(world, who)


class PlacingSystem(System):
    """Puts creatures where something other than movement of their own brings them."""

    def process(self) -> None:
        """Put one creature somewhere."""
        found = self.at_hand(Put)
        if found is None:
            return
        actor, put = found
        self.done(actor)
        world = self.world
        who = world.named[put.who]
        here = who.cube
        take_place(world, who, put.to)
        who.position.held = "walk"
        riders_follow(world, who, (put.to[0] - here[0], put.to[1] - here[1], put.to[2] - here[2]))
        world.emit(Moved(who=who.name, from_=here, to=put.to, cost=0, mode=put.mode, rules=put.rules))
        let_go(world, who)
        world.stirred.add(who.name)
        world.entered.append((who.name, here))


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

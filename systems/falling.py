"""Drops every creature that nothing holds up."""

from typing import ClassVar

from ..components.plan import Drop, ForcedMove, Walk
from ..components.position import Mode
from ..engine.effects.landing import fall, touch_down
from ..engine.field.support import holds_at
from ..engine.messages import english
from ..engine.state.creature import Creature
from .system import System, halt


def lost_hold(creature: Creature, *, shoved: bool) -> tuple[str, ...]:
    """The topics of an unsupported creature's fall: the cause of its losing its hold, and the fall itself."""
    if shoved:
        return ("fall", "fall.shoved")
    if not creature.speed.listed.get("fly", 0):
        return ("fall",)
    return ("fall.flier-prone" if creature.prone else "fall.flier-slow", "fall")


class FallingSystem(System):
    """Drops every creature that has lost its hold, and those whose floor an intent takes away."""

    acts: ClassVar[tuple[type, ...] | None] = (Drop,)
    waits: ClassVar[tuple[str, ...] | None] = ("stirred",)

    def process(self) -> None:
        """Drop every creature that falls now."""
        world = self.world
        if world.reactions:
            return
        if world.stirred:
            self._look_at_stirred()
        for _, (drop, actor) in world.each(Drop, Creature):
            self.done(actor)
            if drop.target not in world.falling:  # one in a far fall has no floor left
                self._fall(world.named[drop.target], drop)

    def _look_at_stirred(self) -> None:
        """Drop creatures that have moved, or may have stood on one that has, and that nothing holds."""
        world = self.world
        shoved = carried = None
        match self.at_hand(object):
            case (_, ForcedMove() as forced_move):
                shoved = forced_move.target
                carried = shoved if forced_move.airborne else None
            case (jumper, Walk(airborne=True) as walk) if walk.next < len(walk.strides):
                carried = jumper.name
        waiting: set[str] = set()
        self._shake()
        while world.stirred:
            stirred = [c for c in world.creatures if c.name in world.stirred]
            world.stirred.clear()
            for creature in stirred:
                if creature.name == carried or self._leaps(creature.name):
                    waiting.add(creature.name)
                    continue
                held = holds_at(world, creature, creature.cube)
                if held is not None:
                    self._caught(creature, held)
                    continue
                if creature.name in world.falling:
                    continue
                world.busy = True
                self._cut_walk(creature.name)
                topics = lost_hold(creature, shoved=creature.name == shoved)
                self._fall(creature, Drop(creature.name, rules=world.rules.cite_any(*topics)))
        world.stirred |= waiting

    def _fall(self, creature: Creature, drop: Drop) -> None:
        here = creature.cube
        fall(self.world, creature, drop)
        if creature.cube != here:
            self._shake()

    def _caught(self, creature: Creature, held: Mode) -> None:
        """End the fall of a creature that something holds, and clear the squares it has fallen."""
        condition = creature.condition
        if creature.name in self.world.falling:
            touch_down(self.world, creature, held)
        elif condition.mount is None and condition.carried_by is None:
            condition.fallen = 0

    def _shake(self) -> None:
        """Mark creatures above the floor for a check: what they stood on may have moved."""
        world, level = self.world, self.world.board.traits.level
        for creature in world.creatures:
            position = creature.position
            floor = world.board.stand(position.x, position.y) if level is None else level
            if position.z > floor and position.held != "fly":
                world.stirred.add(creature.name)

    def _leaps(self, name: str) -> bool:
        """True if the plan at hand has a fall of its own for the creature: a jump down is no slip."""
        world = self.world
        for one in (world.nobody, world.named.get(world.active or "")):
            for act in one.queue.acts if one is not None else ():
                if isinstance(act, Drop) and act.target == name:
                    return True
        return False

    def _cut_walk(self, name: str) -> None:
        world = self.world
        for actor in (world.nobody, world.named.get(world.active or "")):
            if actor is not None and actor.queue.acts:
                self._cut(actor, name)

    def _cut(self, actor: Creature, name: str) -> None:
        world = self.world
        act = actor.queue.acts[0]
        if isinstance(act, Walk) and name == actor.name:
            if act.next < len(act.strides):
                halt(world, actor, english("{name} falls", name=name), world.rules.cite_any("fall"))
            else:
                act.resting = False
        elif (
            (world.nobody is None or actor is world.nobody)
            and getattr(act, "target", None) == name
            and not isinstance(act, Drop)
        ):
            self.done(actor)
            world.take_up(world.actor)

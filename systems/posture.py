"""Sets conditions, updates the turn's memory and settles passes by enemies, as a plan says."""

from typing import ClassVar

from ..components.plan import ConditionChange, PassOutcome, TurnUpdate
from ..engine.effects.hit_points import gain, lose
from ..engine.effects.placement import settle_shape
from ..engine.messages import english
from ..engine.state.creature import Creature
from .system import System, halt


class PostureSystem(System):
    """Carries out the changes of posture and memory of the plan at hand."""

    acts: ClassVar[tuple[type, ...] | None] = (ConditionChange, PassOutcome, TurnUpdate)

    def process(self) -> None:
        """Carry out one change."""
        world = self.world
        for _, (note, actor) in world.each(TurnUpdate, Creature):
            self.done(actor)
            self._note(note)
            if note.ends_turn:
                actor.turn.open = False
        for _, (passed, actor) in world.each(PassOutcome, Creature):
            self.done(actor)
            if passed.silenced:
                passed.walk.silenced.add(passed.enemy)
            if passed.barred:
                passed.walk.barred.add(passed.enemy)
        for _, (pose, actor) in world.each(ConditionChange, Creature):
            if actor.out and pose.who == actor.name:
                halt(world, actor, english("{name} is down", name=actor.name), world.rules.cite_any("downed"))
                continue
            self.done(actor)
            who = world.named[pose.who]
            for condition in pose.loses:
                lose(world, who, condition, rules=pose.rules)
            for condition in pose.gains:
                gain(world, who, condition, rules=pose.rules, by_choice=pose.by_choice, until=pose.until, given=True)

    def _note(self, note: TurnUpdate) -> None:
        world = self.world
        who = world.named[note.who]
        turn = who.turn
        if note.opens_pool:
            turn.pool_open, turn.pool_spent, turn.pool_factor = True, 0, note.opens_pool
            turn.pools += 1
            if world.rules.grid.count_scope == "action":
                turn.parity = 0
        turn.pool_spent += note.pool
        turn.pool_open &= not note.closes_pool
        turn.stepped += note.stepped
        turn.stood |= note.stood
        turn.ran |= note.ran
        if note.remember is not None:
            who.put(who.own(type(note.remember)).plus(note.remember))
        for action in note.pays:
            turn.actions[action] = turn.actions.get(action, 0) - 1
        if note.bearing is not None:
            turn.bearing = note.bearing
        if note.speed is not None:
            who.speed.imposed = dict(note.speed)
            world.stirred.add(who.name)
        if note.mount is not None:
            who.condition.mount = note.mount or None
            who.place(who.cube)
            settle_shape(world, who)
            world.stirred.add(who.name)
        if note.speed is not None or note.mount is not None:
            world.creature_changed(who)
        else:
            world.touch()

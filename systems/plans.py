"""Turns intents into plans, rolls checks, changes postures, concludes intents."""

from typing import ClassVar

from ..components.events import Done, Refused, Stopped
from ..components.intents import IntentBase, own_fields
from ..components.plan import Act, Check, ConditionChange, Halt, PassOutcome, PlannedDecision, TurnUpdate, Walk
from ..engine.effects.placement import cut_off, last_legal, release, settle_shape
from ..engine.effects.verbs import decide, gain, lose, roll_check
from ..engine.field.shapes import may_rest
from ..engine.legality.judge import judge
from ..engine.messages import english
from ..engine.state.creature import Creature
from ..engine.state.verdict import Refusal
from .system import System, halt
from .turns import note_chance_to_stand


class DeclarationSystem(System):
    """Takes the active creature's next intent and plans it, or refuses it."""

    waits: ClassVar[tuple[str, ...] | None] = ("intents",)

    def process(self) -> None:
        world = self.world
        if world.active is None:
            return
        actor = world.named[world.active]
        queue, turn = actor.queue, actor.turn
        if queue.doing is not None or not queue.intents or not turn.open:
            return
        intent = queue.intents.pop(0)
        assert isinstance(intent, IntentBase)
        world.busy = True
        answer = judge(world, actor, intent)
        if isinstance(answer, Refusal):
            world.emit(
                Refused(
                    actor=actor.name,
                    intent=intent.do,
                    reason=answer.reason,
                    rules=answer.rules,
                    data=own_fields(intent),
                )
            )
            return
        world.touch()  # the paid actions and the plan in hand change answers
        for name in answer.pays:
            turn.actions[name] -= 1
        queue.doing = intent
        queue.acts = list(answer.acts)
        queue.spent = 0
        queue.spends = answer.spends
        queue.halted = None
        queue.halt_rules = ()
        queue.rules = answer.rules
        queue.origin = actor.cube
        may_stay = not turn.moved or may_rest(world, actor)
        queue.legal = actor.cube if may_stay else last_legal(world, actor)
        queue.trail.clear()
        if world.rules.threat.reaction_scope == "movement" and not answer.continues:
            turn.provoked.clear()


class CheckSystem(System):
    """Rolls a planned check, or asks for a decision. Then it queues what follows from the result."""

    acts: ClassVar[tuple[type, ...] | None] = (Check, PlannedDecision, Halt)

    def process(self) -> None:
        world = self.world
        for _, (check, actor) in world.each(Check, Creature):
            self.done(actor, *self._rolled(check))
        for _, (choice, actor) in world.each(PlannedDecision, Creature):
            self.done(actor, *choice.ways[decide(world, choice.question)])
        for _, (end, actor) in world.each(Halt, Creature):
            if not actor.out:
                walk = next((then for then in actor.queue.acts if isinstance(then, Walk)), None)
                cut_off(world, actor, walk)
            release(world, actor)
            halt(world, actor, end.reason, end.rules)

    def _rolled(self, check: Check) -> list[Act]:
        outcome = roll_check(self.world, check)
        if outcome in check.tiers:
            return check.tiers[outcome]
        if outcome not in ("success", "critical-success"):
            return check.failure
        met = [margin for margin in check.margins if margin <= check.margin]
        return check.margins[max(met)] if met else check.success


class PostureSystem(System):
    """Updates creatures' conditions, such as prone, and the record of what they did this turn."""

    acts: ClassVar[tuple[type, ...] | None] = (ConditionChange, PassOutcome, TurnUpdate)

    def process(self) -> None:
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
            kind = type(note.remember)
            who.parts[kind] = who.own(kind).plus(note.remember)
        for action in note.pays:
            turn.actions[action] = turn.actions.get(action, 0) - 1
        if note.bearing is not None:
            turn.bearing = note.bearing
        if note.speed is not None:
            who.speed.imposed = dict(note.speed)
            world.support_checks.add(who.name)
        if note.mount is not None:
            who.condition.mount = note.mount or None
            who.place(who.cube)
            settle_shape(world, who)
            world.support_checks.add(who.name)
        if note.speed is not None or note.mount is not None:
            world.creature_changed(who)
        else:
            world.touch()


class ConclusionSystem(System):
    """Logs that an intent is done, or why it stopped early."""

    waits: ClassVar[tuple[str, ...] | None] = ("done",)

    def process(self) -> None:
        world = self.world
        if world.active is None or world.reactions or world.support_checks or world.entered:
            return
        if world.effects or world.effect is not None:
            return
        actor = world.named[world.active]
        queue = actor.queue
        if queue.doing is None or queue.acts:
            return
        intent = queue.doing
        assert isinstance(intent, IntentBase)
        queue.doing = None
        world.busy = True
        spent = queue.spent * world.rules.unit if queue.spends else 0
        data = own_fields(intent)
        if queue.halted is None:
            world.emit(
                Done(actor=actor.name, intent=intent.do, spent=spent, at=actor.cube, rules=queue.rules, data=data)
            )
        else:
            world.emit(
                Stopped(
                    actor=actor.name,
                    intent=intent.do,
                    spent=spent,
                    at=actor.cube,
                    reason=queue.halted,
                    rules=queue.halt_rules,
                    data=data,
                )
            )
        queue.halted = None
        note_chance_to_stand(world, actor)

"""The dispatcher: gives each act to its systems until none is left."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from ..components.effect_acts import Effect
from ..components.events import BattleEnded, BattleStarted, Refused
from ..components.intents import IntentBase, own_fields
from ..components.plan import ActionQueue
from ..engine.effects.placement import settle_squeeze
from ..engine.effects.verbs import draw
from ..engine.field.support import holds_at
from ..engine.geometry.boxes import Box
from ..engine.messages import english
from ..engine.rules.budget import squares_between
from ..engine.rules.ruleset import World
from ..engine.scenario.format import TurnSpec
from ..engine.state.creature import Creature
from . import SCHEDULE
from .effects import EffectSystem
from .movement import MovementSystem
from .plans import ConclusionSystem, DeclarationSystem
from .system import WAITING, SystemType
from .turns import TurnSystem
from .use import UseSystem

PASSES = 20_000
"""The most passes of a turn; then it counts as endless."""


class NeverSettles(RuntimeError):
    """Raised if the systems never come to an end, because of an error in the rules."""


class Row(NamedTuple):
    """Where a system stands in the order of systems, and the acts that it runs for."""

    number: int
    """Its place in the schedule."""
    acts: bool
    """True if it carries out that act."""
    wait: Callable[[Any], object] | None
    """The condition that wakes it; None: every pass."""


Rows: TypeAlias = dict[tuple[object, bool, int], list[Row]]
"""Cached lists of systems to run, by current act, waiting flag and last system."""

_SCHEDULED: Rows = {}

DECLARED, CONCLUDED = "intents", "done"
"""Markers for a step without an act: an intent to plan, or one to conclude."""
CARRIERS = {
    act: tuple(number for number, kind in enumerate(SCHEDULE) if act in (kind.acts or ()))
    for act in {act for kind in SCHEDULE for act in kind.acts or ()}
}
"""Numbers of the systems that carry out each type of act."""
DECLARATION, CONCLUSION = map(SCHEDULE.index, (DeclarationSystem, ConclusionSystem))
STRAIGHT_ON = tuple(map(SCHEDULE.index, (EffectSystem, MovementSystem, UseSystem)))
QUEUED = attrgetter("queue.intents")
WATCHED = {"effects": ("effects", "effect"), "round": ("uncounted",)}
"""The state attributes behind words of `System.waits`."""


class Drive:
    """Runs the systems, one after another, on the state of one battle."""

    def __init__(self, world: World, kinds: Sequence[SystemType] = SCHEDULE, rows: Rows | None = None) -> None:
        """Prepares the systems `kinds` for a battle. All drives of the battle share the cache `rows`."""
        self.world = world
        self.kinds: tuple[SystemType, ...] = tuple(kinds)
        self._systems: list[Any] = [kind(world) for kind in self.kinds]
        self.turns: TurnSystem = TurnSystem(world)
        self._plain = self.kinds == SCHEDULE
        for number in STRAIGHT_ON if self._plain else ():
            self._systems[number].straight_on = True
        self._own = frozenset(number for number, kind in enumerate(self.kinds) if kind not in SCHEDULE)
        """A game's own systems; they may write components by hand."""
        self._rows: Rows = _SCHEDULED if self._plain else {} if rows is None else rows

    # --- what is done to a battle --------------------------------------------------------------------

    def submit(self, creature: Creature, wanted: IntentBase, *, out_of_turn: bool = False) -> None:
        active = self.world.active
        if not out_of_turn and active not in (None, creature.name) and self.world.named[active].turn.open:
            self._refuse(creature, wanted, english("it is {name}'s turn", name=active))
            return
        creature.queue.intents.append(wanted)

    def process(self) -> None:
        """Plays all queued intents and opens turns as needed. The active creature comes first."""
        world = self.world
        if not world.log.length:
            self._open()
        waiting = list(filter(QUEUED, world.creatures))
        if world.active is not None and len(waiting) > 1:
            waiting.sort(key=lambda creature: creature.name != world.active)
        late = False
        for creature in waiting:
            if world.active != creature.name or not creature.turn.open:
                queued = list(creature.queue.intents)
                if world.active is not None:
                    self._close_turn()
                if not world.turns:
                    self._drop_others(creature)
                self.turns.open(creature)
                creature.queue.intents[:] = queued
                self.settle(declare=False)
            self.settle()
            if not creature.turn.open and creature.queue.intents:
                self._refuse_late(creature, creature.queue.intents)
                late = True
        if late or not waiting or self._own:
            self.settle()
        if world.active is not None and not world.named[world.active].turn.open:
            self._close_turn()
            self.settle()

    def begin_turn(self, creature: Creature) -> None:
        world = self.world
        if not world.log.length:
            self._open()
        if world.active is not None:
            self._close_turn()
        if not world.turns:
            self._drop_others(creature)
        self.turns.open(creature)
        self.settle()

    def end_turn(self) -> None:
        if not self.world.log.length:
            self._open()
        if self.world.active is not None:
            self._close_turn()
            self.settle()

    def run(self, script: Sequence[TurnSpec]) -> None:
        if not self.world.log.length:
            self._open()
        for turn in script:
            creature = self.world.named[turn.actor]
            self.end_turn()
            self.begin_turn(creature)
            for number, wanted in enumerate(turn.intents, 1):
                creature.queue.intents.append(wanted)
                self.settle()
                if not creature.turn.open:
                    self._refuse_late(creature, turn.intents[number:])
                    break
            creature.queue.intents.clear()
        self.end_turn()

    def roll_initiative(self) -> None:
        if not self.world.log.length:
            self._open()
        self.turns.roll_initiative()

    def next_round(self, slots: tuple[str, ...] | None) -> None:
        self.end_turn()
        self.turns.count_by_hand(slots)
        self.settle()

    def effect(self, effect: Effect) -> None:
        if not self.world.log.length:
            self._open()
        self.world.effects.append(effect)
        self.settle()

    def conclude(self, winner: str | None, why: str) -> None:
        self.end_turn()
        self.world.emit(BattleEnded(winner=winner, why=why))

    def closest(self, square: Sequence[int], among: Sequence[str] | None) -> str:
        world = self.world
        x, y = square[0], square[1]
        z = square[2] if len(square) > 2 else world.board.stand(x, y)
        box = Box(x, y, z, x, y, z)
        pool = [one for one in world.creatures if (among is None or one.name in among) and not one.out]
        if not pool:
            raise ValueError("there is no creature to choose from")
        far = {one.name: squares_between(world.rules, box, one.box) for one in pool}
        least = min(far.values())
        tied = sorted((one for one in pool if far[one.name] == least), key=lambda one: (one.cube[1], one.cube[0]))
        if not self.world.log.length:
            self._open()
        return tied[draw(world, tied[0], len(tied))].name

    # --- its parts -----------------------------------------------------------------------------------

    def _open(self) -> None:
        world = self.world
        world.emit(BattleStarted(ruleset=world.rules.name, seed=world.dice.seed))
        for creature in world.creatures:
            if world.rules.sizes.squeeze_condition not in creature.condition.held:
                settle_squeeze(world, creature)
        for creature in world.creatures:
            world.rules.hooks.on_set_up(world, creature)
        self.settle()

    def _drop_others(self, first: Creature) -> None:
        world = self.world
        for creature in world.creatures:
            if creature is not first:
                world.queue_support_check(creature)
        if not world.support_checks:
            return
        if holds_at(world, first, first.cube) is None:
            world.support_checks.clear()
            return
        self.settle(declare=False)

    def _close_turn(self) -> None:
        if self.turns.begin_end():
            self.settle(declare=False)
        self.turns.close()

    def _refuse_late(self, creature: Creature, wanted: Sequence[IntentBase]) -> None:
        if creature.turn.open:
            return
        for intent in wanted:
            self._refuse(creature, intent, english("{name} has ended its turn", name=creature.name))
        creature.queue.intents.clear()

    def _refuse(self, creature: Creature, wanted: IntentBase, reason: str) -> None:
        cited, data = self.world.rules.cite_any("turn.over"), own_fields(wanted)
        self.world.emit(Refused(actor=creature.name, intent=wanted.do, reason=reason, rules=cited, data=data))

    # --- passes --------------------------------------------------------------------------------------

    def settle(self, *, declare: bool = True) -> None:
        """Runs the systems until nothing changes. If `declare`, also starts queued intents.

        Raises:
            NeverSettles: the systems never finish.
        """
        world, systems, plain = self.world, self._systems, self._plain
        waits = not plain or any(WAITING(world))
        for _ in range(PASSES):
            world.busy = False
            if waits:
                if not self._one_pass(declare):
                    break
                waits = not plain or any(WAITING(world))
            else:
                if world.active is None:
                    break
                actor = world.named[world.active]
                queue = actor.queue
                if queue.acts:
                    act = queue.acts[0]
                    if actor.act is not act:
                        world.take_up(actor)
                    for number in CARRIERS.get(type(act), ()):
                        systems[number].process()
                        if any(WAITING(world)):
                            self._one_pass(declare, number)
                            waits = any(WAITING(world))
                            break
                        if not queue.acts or queue.acts[0] is not act:
                            break
                elif queue.doing is not None:
                    systems[CONCLUSION].process()
                    waits = any(WAITING(world))
                elif declare and queue.intents and actor.turn.open:
                    systems[DECLARATION].process()
                    waits = any(WAITING(world))
                else:
                    break
            if not world.busy:
                break
        else:
            raise NeverSettles(f"after {PASSES} passes the turn of {world.active} still does not settle")
        if world.actor is not None:
            world.take_up(None)

    def _one_pass(self, declare: bool, last: int = -1) -> bool:
        world, systems, own, known = self.world, self._systems, self._own, self._rows
        seldom = bool(own or world.effects or world.effect is not None or world.objectives)
        woken = seldom or bool(world.reactions or world.support_checks or world.entered or world.begun)
        while True:
            hand, queue = self._at_hand(declare)
            rows = known.get((hand, woken, last))
            if rows is None:
                rows = self._rows_of(hand, woken, last)
            act = queue.acts[0] if queue is not None and queue.acts else None
            held = world.held_up
            for number, acts, wait in rows:
                if wait is not None and (number == last or not wait(world)):
                    continue
                if acts and world.nobody is not None:
                    world.by = world.effect
                systems[number].process()
                last = number
                if seldom:
                    world.by = None
                    if number in own:
                        world.take_up_places()
                        world.off_turn_moves += 1  # it may have put anyone elsewhere, or changed anyone's state
                        for creature in world.creatures:
                            creature.changes += 1
                    break
                if not woken and (
                    world.reactions or world.support_checks or world.entered or world.begun or world.effects
                ):
                    woken = True
                    break
                if act is None or queue is None or not queue.acts or queue.acts[0] is not act or held != world.held_up:
                    break
            else:
                return last >= 0 and (hand is not None or woken)

    def _at_hand(self, declare: bool) -> tuple[object, ActionQueue | None]:
        world = self.world
        world.take_up(None)
        actor = world.nobody
        if actor is None:
            if world.active is None:
                return None, None
            actor = world.named[world.active]
        queue = actor.queue
        if queue.acts:
            if world.held_up:
                return None, queue
            world.take_up(actor)
            return type(queue.acts[0]), queue
        if world.effects or world.effect is not None:
            return None, queue
        if queue.doing is not None:
            return CONCLUDED, queue
        return (DECLARED if declare and queue.intents and actor.turn.open else None), queue

    def _rows_of(self, hand: object, woken: bool, last: int) -> list[Row]:
        rows: list[Row] = []
        for number, system in enumerate(self._systems):
            if number <= last:
                continue
            acts: Sequence[type] | None = getattr(system, "acts", None)
            words: Sequence[str] | None = getattr(system, "waits", None)
            carries_out = acts is not None and hand in acts
            if carries_out or (words is not None and hand in words) or (acts is None and words is None):
                rows.append(Row(number, carries_out, None))
            elif woken:
                watched = [name for word in words or () for name in WATCHED.get(word, (word,))]
                rows += [Row(number, False, attrgetter(name)) for name in watched if name not in (DECLARED, CONCLUDED)]
        self._rows[hand, woken, last] = rows
        return rows

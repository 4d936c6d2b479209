"""Carries commands out on a state, by stepping the systems until nothing is left to do."""

from collections.abc import Sequence
from typing import Any

from ..components.events import BattleEnded, BattleStarted, Refused
from ..components.intents import Intent, IntentBase, own_fields
from ..components.ordinary_class import ordinary_class
from ..engine.effects.choosing import draw
from ..engine.effects.squeezing import settle_squeeze
from ..engine.effects.turn_order import close_turn, open_turn, roll_initiative
from ..engine.geometry.boxes import Box
from ..engine.rules.distances import squares_between
from ..engine.rules.ruleset import World
from ..engine.scenario.format import Scenario
from ..engine.state.creature import Creature
from ..systems import SCHEDULE
from ..systems.system import Processor, SystemType
from .commands import Command, write

PASSES = 20_000
"""Passes after which a turn that does not settle counts as a fault of the rules."""


@ordinary_class
class NeverSettles(RuntimeError):
    """The systems keep finding something to do: a fault of the rules, not of the file."""


class BattleLoop:
    """Carries out commands. It has no memory: everything stands in the state."""

    def __init__(self, scenario: Scenario, systems: Sequence[SystemType] = SCHEDULE) -> None:
        self.scenario = scenario
        self.systems = tuple(systems)
        self.restless = any(kind not in SCHEDULE for kind in self.systems)
        """Whether a game's own systems run in every pass, even if fivefoot's have nothing to do."""
        self._made: tuple[World | None, list[Processor], WakeTable] = (None, [], WakeTable(()))
        """The last stepped state, its systems, and what wakes them."""

    def do(self, world: World, command: Command) -> Any:
        """Carries out one command; returns its result."""
        name, data = command.name, command.data
        match command.what:
            case "submit":
                self._submit(world, world.named[name], data, command.out_of_turn)
            case "process":
                self._process(world)
            case "act":
                self._submit(world, world.named[name], data, command.out_of_turn)
                self._process(world)
            case "begin":
                self._begin_turn(world, world.named[name])
            case "closest":
                return self._closest(world, *data)
            case "end":
                self._end_turn(world)
            case "initiative":
                self._open(world)
                roll_initiative(world)
            case "conclude":
                self._end_turn(world)
                world.emit(BattleEnded(winner=data[0], why=data[1]))
            case "run":
                self._run(world)
            case "effect":
                self._open(world)
                world.effects.append(data)
                self._settle(world)
            case "written":
                write(world, data)
        return None

    # --- commands ----------------------------------------------------------------------------------

    def _open(self, world: World) -> None:
        """Log the first event, and carry out the consequences of the set-up."""
        if world.log:
            return
        world.emit(BattleStarted(ruleset=world.rules.name, seed=world.dice.seed))
        for creature in world.creatures:
            if world.rules.sizes.squeeze_condition not in creature.condition.held:
                settle_squeeze(world, creature)
        for creature in world.creatures:
            world.rules.hooks.on_set_up(world, creature)
        # A creature stays at its place in the file until something happens to it or its turn ends.
        self._settle(world)

    def _submit(self, world: World, creature: Creature, wanted: Intent, out_of_turn: bool) -> None:
        active = world.active
        if not out_of_turn and active not in (None, creature.name) and world.named[active].turn.open:
            _refuse(world, creature, wanted, f"it is {active}'s turn")
            return
        creature.queue.intents.append(wanted)

    def _process(self, world: World) -> None:
        self._open(world)
        waiting = [c for c in world.creatures if c.queue.intents]
        if world.active is not None:
            waiting.sort(key=lambda c: c.name != world.active)
        for creature in waiting:
            self._turn_of(world, creature)
            self._settle(world)
            self._too_late(world, creature, creature.queue.intents)
        self._settle(world)
        if world.active is not None and not world.named[world.active].turn.open:
            close_turn(world)
            self._settle(world)

    def _too_late(self, world: World, creature: Creature, wanted: Sequence[IntentBase]) -> None:
        """Refuse a creature's intents after the end of its turn."""
        if creature.turn.open:
            return
        for intent in wanted:
            _refuse(world, creature, intent, f"{creature.name} has ended its turn")
        creature.queue.intents.clear()

    def _turn_of(self, world: World, creature: Creature) -> None:
        if world.active == creature.name and creature.turn.open:
            return
        queued = list(creature.queue.intents)
        if world.active is not None:
            close_turn(world)
        open_turn(world, creature)
        creature.queue.intents[:] = queued
        self._settle(world, declare=False)

    def _begin_turn(self, world: World, creature: Creature) -> None:
        self._open(world)
        if world.active is not None:
            close_turn(world)
        open_turn(world, creature)
        self._settle(world)

    def _end_turn(self, world: World) -> None:
        self._open(world)
        if world.active is not None:
            close_turn(world)
            self._settle(world)

    def _closest(self, world: World, square: Sequence[int], among: Sequence[str] | None) -> str:
        x, y = square[0], square[1]
        z = square[2] if len(square) > 2 else world.board.stand(x, y)
        box = Box(x, y, z, x, y, z)
        pool = [c for c in world.creatures if (among is None or c.name in among) and not c.out]
        if not pool:
            raise ValueError("there is no creature to choose from")
        far = {c.name: squares_between(world.rules, box, c.box) for c in pool}
        least = min(far.values())
        tied = sorted((c for c in pool if far[c.name] == least), key=lambda c: (c.cube[1], c.cube[0]))
        self._open(world)
        return tied[draw(world, tied[0], len(tied))].name

    def _run(self, world: World) -> None:
        self._open(world)
        for turn in self.scenario.turns:
            creature = world.named[turn.actor]
            if world.active is not None:
                close_turn(world)
                self._settle(world)
            open_turn(world, creature)
            self._settle(world)
            for number, wanted in enumerate(turn.intents, 1):
                creature.queue.intents.append(wanted)
                self._settle(world)
                if not creature.turn.open:
                    self._too_late(world, creature, turn.intents[number:])
                    break
            creature.queue.intents.clear()
        if world.active is not None:
            close_turn(world)
            self._settle(world)

    # --- passes ------------------------------------------------------------------------------------

    def _settle(self, world: World, declare: bool = True) -> None:
        """Run the systems until a pass changes nothing."""
        made, _, table = self._made
        if made is not world:
            systems = [kind(world) for kind in self.systems]
            table = WakeTable(systems)
            self._made = world, systems, table
        awake = table.awake(world)
        if not (self.restless or awake != table.always):
            return
        held: list[IntentBase] = []
        if not declare and world.active is not None:
            queue = world.named[world.active].queue
            held, queue.intents = queue.intents, []
            awake = table.awake(world)
        for _ in range(PASSES):
            world.busy = False
            awake = self._one_pass(world, awake)
            if not world.busy or not (self.restless or awake != table.always):
                break
        else:
            raise NeverSettles(f"after {PASSES} passes the turn of {world.active} still does not settle")
        if not declare and world.active is not None:
            world.named[world.active].queue.intents = held

    def _one_pass(self, world: World, awake: int) -> int:
        """One pass: each system in order, if it is awake when its time comes; returns those awake in the end."""
        _, systems, table = self._made
        left = awake
        while left:
            first = left & -left
            if world.nobody is not None and table.acts_now(world.nobody) & first:
                world.by = world.effect
            systems[first.bit_length() - 1].process()
            world.by = None
            awake = table.awake(world)
            left = awake & -first << 1  # its work may wake the systems after it
        return awake


def _refuse(world: World, creature: Creature, wanted: IntentBase, reason: str) -> None:
    """Log the refusal of an intent outside the creature's turn."""
    cited, data = world.rules.cite_any("turn.over"), own_fields(wanted)
    world.emit(Refused(actor=creature.name, intent=wanted.do, reason=reason, rules=cited, data=data))


class WakeTable:
    """Which systems have something to do, one bit for each in their order."""

    def __init__(self, systems: Sequence[Processor]) -> None:
        self.always = 0
        """The systems that run in every pass."""
        self._acts: dict[type, int] = {}
        waits: dict[str, int] = {}
        for number, system in enumerate(systems):
            acts: tuple[type, ...] | None = getattr(system, "acts", None)
            words: tuple[str, ...] | None = getattr(system, "waits", None)
            if acts is None and words is None:
                self.always |= 1 << number
            for act in acts or ():
                self._acts[act] = self._acts.get(act, 0) | 1 << number
            for word in words or ():
                waits[word] = waits.get(word, 0) | 1 << number
        self._effects, self._intents, self._done = (waits.pop(word, 0) for word in ("effects", "intents", "done"))
        self._reactions, self._stirred, self._entered, self._begun, self._round = (
            waits.pop(word, 0) for word in ("reactions", "stirred", "entered", "begun", "round")
        )
        self._others = tuple(waits.items())
        """What else a game's own systems wait for."""

    def awake(self, world: World) -> int:
        """The systems that something wakes, and those that run in every pass."""
        found = self.always
        active = None if world.active is None else world.named[world.active]
        actor = active if world.nobody is None else world.nobody
        if actor is not None and actor.queue.acts:
            found |= self._acts.get(type(actor.queue.acts[0]), 0)
        if world.reactions:
            found |= self._reactions
        if world.stirred:
            found |= self._stirred
        if world.entered:
            found |= self._entered
        if world.begun:
            found |= self._begun
        if world.effects or world.effect is not None:
            found |= self._effects
        elif active is not None:
            queue = active.queue
            if queue.doing is None:
                if queue.intents and active.turn.open:
                    found |= self._intents
            elif not queue.acts:
                found |= self._done
        if world.objectives and world.round - 1 > world.tallied:
            found |= self._round
        for name, bits in self._others:
            if getattr(world, name):
                found |= bits
        return found

    def acts_now(self, actor: Creature) -> int:
        """The systems that carry out a creature's act at hand."""
        return self._acts.get(type(actor.queue.acts[0]), 0) if actor.queue.acts else 0

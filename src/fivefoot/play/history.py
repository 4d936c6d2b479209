"""Runs a battle's commands; undo, redo, replay, and players' decisions."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..components.decision import Decision
from ..components.effect_acts import Effect
from ..components.events import Event, EventBase
from ..engine.dice import Dice, dice_of
from ..engine.rules.ruleset import World
from ..engine.scenario.format import TurnSpec
from ..engine.state.battle_state import MOST_EVENTS, Paused
from ..engine.state.decider import OPEN, Chooser, Deciders
from ..systems.drive import Drive, Rows
from ..systems.system import SystemType
from .commands import PLAYS, Command, Write, forget_derived, write, writes_between

NEAR = 8
"""The number of latest commands with a snapshot each. Earlier ones are thinned out."""
FAR = 128
"""The most commands between two snapshots."""

Listener = Callable[[Event], None]


class Moment(NamedTuple):
    """A battle's state and commands at one moment, kept for redo."""

    world: World
    commands: tuple[Command, ...]
    ends: tuple[int, ...]
    snapshots: dict[int, World]
    paused: bool
    returned: int


class UnderWay:
    """A command that is being carried out, with what listeners have added to it."""

    __slots__ = ("_before", "_heard", "_next_effect", "_next_write", "effects", "world", "writes")

    def __init__(self, world: World, command: Command) -> None:
        self.world = world
        self.effects: list[tuple[int, Effect]] = list(command.effects)
        self.writes: list[tuple[int, tuple[Write, ...]]] = list(command.writes)
        self._next_effect = self._next_write = 0
        self._heard = -1
        """The event being handled by listeners."""
        self._before: World | None = None

    def kept(self, command: Command) -> Command:
        """Returns the command together with the effects and changes that listeners made during it."""
        self._keep_writes()
        return command._replace(effects=tuple(self.effects), writes=tuple(self.writes))

    def repeat(self, event: EventBase) -> None:
        effects, writes = self.effects, self.writes
        while self._next_effect < len(effects) and effects[self._next_effect][0] == event.seq:
            self.world.effects.append(effects[self._next_effect][1])
            self._next_effect += 1
        while self._next_write < len(writes) and writes[self._next_write][0] == event.seq:
            write(self.world, writes[self._next_write][1])
            self._next_write += 1

    def tell(self, listeners: Sequence[Listener], event: Any) -> None:
        """Calls the listeners with an event and records the changes that they make to components."""
        self._heard, self._before = event.seq, self.world.copy()
        for listener in listeners:
            listener(event)
        self._keep_writes()
        self._before = None

    def add(self, effect: Effect) -> None:
        self.world.effects.append(effect)
        self.effects.append((self.world.log.length - 1, effect))
        self._next_effect = len(self.effects)

    def _keep_writes(self) -> None:
        if self._before is None or self.world.same(self._before):
            return
        if written := writes_between(self._before, self.world):
            forget_derived(self.world)
            self.writes.append((self._heard, written))
            self._next_write = len(self.writes)
            self._before = self.world.copy()


class History:
    """A battle's present state, its past commands, and the states kept for undo."""

    def __init__(
        self,
        world: World,
        systems: Sequence[SystemType],
        script: Sequence[TurnSpec],
        snapshots: dict[int, World] | None = None,
    ) -> None:
        self.systems = world.systems = tuple(systems)
        self.script = script
        self.chooser: Chooser | None = None
        """Makes the players' decisions; None: policies do. A fork has none."""
        self.question: Decision | None = None
        self.paused = False
        """True if the last command is not yet complete."""
        self.present: World | None = world
        """The present state; None once the battle is closed."""
        self._commands: list[Command] = []
        self._ends: list[int] = []
        """The log's length after each command."""
        self.snapshots: dict[int, World] = {0: world.copy()} if snapshots is None else snapshots
        """Snapshots by the number of commands before them; the last is always kept."""
        self._undone: list[Moment] = []
        """Moments taken back, for redo."""
        self._drive: Drive | None = None
        self._rows: Rows = {}
        self._listeners: list[Listener] = []
        self._carrying = False
        self._under_way: UnderWay | None = None
        """The command in progress."""
        self._asking = False
        self._in_one_go = False
        self._returned = 0
        """Number of events returned to callers so far."""

    # --- the present ---------------------------------------------------------------------------------

    @property
    def world(self) -> World:
        if self.present is None:
            raise RuntimeError("the battle is closed")
        return self.present

    @property
    def closed(self) -> bool:
        return self.present is None

    @property
    def commands(self) -> Sequence[Command]:
        _ = self.world
        return self._commands

    def commands_within(self, events: int) -> int:
        _ = self.world
        return bisect_right(self._ends, events)

    @property
    def start(self) -> World:
        """The battle's state before the first command."""
        _ = self.world
        return self.snapshots[0]

    def before(self, number: int) -> World:
        _ = self.world
        return self._state_before(number)

    @property
    def in_midst(self) -> bool:
        return self._carrying and not self.paused

    def fork(self) -> "History":
        world = self.world.copy()
        twin = self._twin(world, dict(self.snapshots))
        twin._commands, twin._ends = self._commands[:], self._ends[:]
        twin.paused, twin._returned = self.paused, world.log.length
        if self.in_midst:
            if self._under_way is not None:
                twin._commands[-1] = self._under_way.kept(twin._commands[-1])
            twin._ends[-1] = twin._returned
            twin.paused = True
        return twin

    def of_state(self, world: World) -> "History":
        return self._twin(world, {0: world})

    def restarted(self, dice: Dice) -> "History":
        world = self.start.copy()
        world.dice = dice
        return self._twin(world)

    def _twin(self, world: World, snapshots: dict[int, World] | None = None) -> "History":
        twin = History(world, self.systems, self.script, snapshots)
        twin._rows = self._rows
        return twin

    def close(self) -> None:
        self.present = self._drive = None
        self._commands, self._ends, self.snapshots, self._undone, self._listeners = [], [], {}, [], []

    # --- commands ------------------------------------------------------------------------------------

    def add(self, command: Command, *, fresh: bool = True) -> Any:
        if self.paused:
            with self._as_it_was_if_it_fails():
                self.resume()
                return self.add(command, fresh=fresh)
        if self.present is None or self._asking or self._carrying:
            self._check_free()
        if not self._in_one_go and command.what in PLAYS:
            self._note_writes()
        number = len(self._commands)
        try:
            self._commands.append(command)
            self._ends.append(0)
            result = self._do(number, fresh)
            self._undone = []
        except BaseException:
            self._drop(number)
            raise
        return result

    def _drop(self, number: int) -> None:
        self._carrying, self._under_way = False, None
        if self.paused:
            self._undone = []
        else:
            self._truncate(number)
            self.present = self._state_before(number)

    def events_of(self, command: Command) -> list[Event]:
        self.add(command)
        log = (self.present or self.world).log
        returned, self._returned = self._returned, log.length
        return log.since(returned)

    def all_events(self) -> list[Event]:
        log = self.world.log
        self._returned = log.length
        return list(log)

    def repeat(self, command: Command) -> None:
        self.add(command, fresh=False)

    def effect(self, effect: Effect) -> list[Event]:
        """Carries out an effect as a command. In a listener's call it joins the present command."""
        if not self._carrying:
            return self.events_of(Command("effect", "", effect))
        if self._under_way is None:
            self._under_way = UnderWay(self.world, self._commands[-1])
        self._under_way.add(effect)
        return []

    def resume(self) -> None:
        self._check_free()
        if self.paused:
            last = len(self._commands) - 1
            with self._as_it_was_if_it_fails():
                self.present = self._state_before(last)
                self.paused, self.question = False, None
                self._do(last)

    @contextmanager
    def in_one_go(self) -> Iterator[None]:
        self.resume()
        self._note_writes()
        self._in_one_go, before = True, self._in_one_go
        try:
            yield
        finally:
            self._in_one_go = before
            if self.present is not None and not before and not self.paused:
                self._keep(self.present)

    def settle_writes(self) -> None:
        """Records component changes that a game's code has made between two commands."""
        if not self.paused and not self._in_one_go:
            self._note_writes()

    def _note_writes(self) -> None:
        world, before = self.present or self.world, self.snapshots[next(reversed(self.snapshots))]
        if world.same(before):
            return
        written = writes_between(before, world)
        if written:
            forget_derived(world)
            self._undone = []
            number = len(self._commands)
            try:
                self._commands.append(Command("written", "", written))
                self._ends.append(world.log.length)
                self._keep(world)  # else the next look finds them again
            except BaseException:
                self._truncate(number)
                raise

    def _do(self, number: int, fresh: bool = False) -> Any:
        world, command = self.present or self.world, self._commands[number]
        asking: Deciders | None = None
        if self.chooser is not None or command.answers:
            asking = world.asking = self._deciders(number, fresh)
        self._carrying = True
        if self._listeners or command.effects or command.writes:
            self._under_way = UnderWay(world, command)
            world.listener = self._listener(self._under_way, self._ends[number])
        try:
            result = self._carry_out(world, command)
            if asking is not None or self._under_way is not None:
                self._commands[number] = self._done(command, asking)
        except Paused:
            self.paused = True
            return None
        finally:
            self._ends[number] = world.log.length
            world.asking = world.listener = self._under_way = None
            self._carrying = False
        if command.what != "submit" and (not self._in_one_go or number + 1 - next(reversed(self.snapshots)) >= FAR):
            self._keep(world)
        return result

    def _deciders(self, number: int, fresh: bool) -> Deciders | None:
        command = self._commands[number]
        chooser = self.chooser if fresh or command.open else None
        if chooser is None and not command.answers:
            return None
        asking = Deciders(command.answers[:-1] if command.open else command.answers, None)
        if chooser is not None:
            asking.put = lambda question: self._put(question, number, asking, chooser)
        return asking

    def _done(self, command: Command, asking: Deciders | None) -> Command:
        if asking is not None:
            command = command._replace(answers=tuple(asking.answered))
        return command if self._under_way is None else self._under_way.kept(command)

    def drive_on(self, world: World) -> Drive:
        return Drive(world, self.systems, self._rows)

    def _carry_out(self, world: World, command: Command) -> Any:
        if self._drive is None or self._drive.world is not world:
            self._drive = Drive(world, self.systems, self._rows)
        drive, name, data = self._drive, command.name, command.data
        match command.what:
            case "act":
                drive.submit(world.named[name], data, out_of_turn=command.out_of_turn)
                drive.process()
            case "begin":
                drive.begin_turn(world.named[name])
            case "end":
                drive.end_turn()
            case "submit":
                drive.submit(world.named[name], data, out_of_turn=command.out_of_turn)
            case "process":
                drive.process()
            case "effect":
                drive.effect(data)
            case "dice":
                world.dice = dice_of(data, world.dice, (world.active or "", world.round))
            case "written":
                write(world, data)
            case "round":
                drive.next_round(data)
            case "initiative":
                drive.roll_initiative()
            case "closest":
                return drive.closest(*data)
            case "conclude":
                drive.conclude(*data)
            case "run":
                drive.run(self.script)
        return None

    def _again(self, world: World, command: Command) -> None:
        world.asking = Deciders(command.answers, None) if command.answers else None
        world.listener = UnderWay(world, command).repeat if command.effects or command.writes else None
        try:
            self._carry_out(world, command)
        finally:
            world.asking = world.listener = None

    def _put(self, question: Decision, number: int, asking: Deciders, chooser: Chooser) -> str | None:
        open_ = self._commands[number]._replace(answers=(*asking.answered, OPEN))
        self._commands[number] = open_ if self._under_way is None else self._under_way.kept(open_)
        self._ends[number] = self.world.log.length
        self.question = question
        self.paused = self._asking = True
        try:
            key = chooser(question)
            question.check(key)
        finally:
            self._asking = False
        self.paused = False
        self.question = None
        return key

    def _check_free(self) -> None:
        if self.present is None:
            raise RuntimeError("the battle is closed")
        if self._asking:
            raise RuntimeError("the battle is asking a question; answer it first")
        if self._carrying:
            raise RuntimeError("a command is being carried out; in its midst a listener brings things about by effect")

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _listener(self, under_way: UnderWay, first: int) -> Callable[[Any], None]:
        def hear(event: Any) -> None:
            under_way.repeat(event)
            if event.seq >= first and self._listeners:
                under_way.tell(tuple(self._listeners), event)

        return hear

    # --- snapshots -----------------------------------------------------------------------------------

    def _keep(self, world: World) -> None:
        last = len(self._commands)
        self.snapshots[last] = world.copy()
        if last % NEAR:
            return
        kept: set[tuple[int, int]] = set()
        for place in sorted(self.snapshots):
            spacing = 1
            while last - place >= NEAR * spacing:
                spacing *= NEAR
            stretch = spacing, place // spacing
            if stretch in kept:
                del self.snapshots[place]
            kept.add(stretch)

    def _state_before(self, number: int) -> World:
        start = max(place for place in self.snapshots if place <= number)
        world = self.snapshots[start].copy()
        for command in self._commands[start:number]:
            self._again(world, command)
        return world

    def _truncate(self, length: int) -> None:
        del self._commands[length:], self._ends[length:]
        for place in [place for place in self.snapshots if place > length]:
            del self.snapshots[place]

    def _cut(self, length: int) -> None:
        self._truncate(length)
        self.present = self._state_before(length)
        if length not in self.snapshots:  # it was thinned out
            self._keep(self.present)
        self.paused, self.question = False, None
        self._returned = min(self._returned, self.present.log.length)

    def _moment(self) -> Moment:
        return Moment(
            self.world, tuple(self._commands), tuple(self._ends), dict(self.snapshots), self.paused, self._returned
        )

    def _restore(self, moment: Moment) -> None:
        self._commands[:], self._ends[:] = moment.commands, moment.ends
        self.snapshots = dict(moment.snapshots)
        self.present, self.paused, self._returned = moment.world, moment.paused, moment.returned

    # --- looking back --------------------------------------------------------------------------------

    def undo(self) -> bool:
        self._check_free()
        self.settle_writes()
        if not self._commands:
            return False
        with self._as_it_was_if_it_fails(paused_too=True):
            self._undone.append(self._moment())
            self._cut(self._step_before(len(self._commands)))
        return True

    def _step_before(self, length: int) -> int:
        commands = self._commands
        while length and commands[length - 1].what == "written":
            length -= 1
        if not length:
            return 0
        length -= 1
        if commands[length].what in PLAYS:
            while length and commands[length - 1].what == "submit":
                length -= 1
        return length

    def undo_to(self, seq: int) -> None:
        """Returns to the state just after an event, even if that is within a command.

        Raises:
            IndexError: there has been no such event.
        """
        self._check_free()
        if not 0 <= seq < self.world.log.length:
            known = f"only 0 to {self.world.log.length - 1}" if self.world.log.length else "nor any other"
            raise IndexError(f"there has been no event {seq}, {known}")
        number = bisect_left(self._ends, seq + 1)
        with self._as_it_was_if_it_fails(paused_too=True):
            self._undone.append(self._moment())
            if self._ends[number] == seq + 1 and not (self.paused and number == len(self._commands) - 1):
                self._cut(number + 1)
                return
            self.paused, self.question = False, None
            self._truncate(number + 1)
            world = self.present = self._state_before(number)
            self._commands[number] = self._commands[number].up_to(seq)
            world.halt_at = seq + 1
            try:
                self._again(world, self._commands[number])
            except Paused:
                self.paused = True
            finally:
                world.halt_at = None
            self._ends[number] = world.log.length
            self.snapshots.pop(number + 1, None)
            self._returned = min(self._returned, world.log.length)

    def redo(self) -> bool:
        self._check_free()
        if not self._undone:
            return False
        with self._as_it_was_if_it_fails(paused_too=True):
            self._restore(self._undone.pop())
            self.question = None
        return True

    def take_back(self, commands: int) -> None:
        self._check_free()
        if commands < 1:
            return
        self.settle_writes()
        with self._as_it_was_if_it_fails(paused_too=True):
            self._undone.append(self._moment())
            self._cut(max(len(self._commands) - commands, 0))

    def replay(self, commands: Sequence[Command] | None, events: int | None, most: int | None) -> None:
        self._check_free()
        again = list(self._commands if commands is None else commands)
        try:
            with self._as_it_was_if_it_fails():
                self._cut(0)
                for command in again:
                    self.world.halt_at = events
                    if most is not None:
                        self.world.most_events = most
                    self._commands.append(command)
                    self._ends.append(0)
                    self._do(len(self._commands) - 1)
                    if self.paused:
                        break
                self._returned = self.world.log.length
        finally:
            self.world.halt_at = None
            self.world.most_events = MOST_EVENTS

    @contextmanager
    def _as_it_was_if_it_fails(self, *, paused_too: bool = False) -> Iterator[None]:
        before, question, undone = self._moment(), self.question, self._undone[:]
        try:
            yield
        except BaseException:
            if paused_too or not self.paused:
                self._restore(before)
                self.question, self._undone = question, undone
                self._carrying, self._under_way = False, None
            raise

"""The timeline of a battle: does its commands, puts their decisions, undoes and repeats them."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..components.decision import Decision
from ..components.effect_acts import Effect
from ..components.events import Event
from ..engine.dice import Dice
from ..engine.rules.ruleset import World
from ..engine.state.battle_state import MOST_EVENTS, Paused
from ..engine.state.decider import OPEN, Chooser, Deciders
from .battle_loop import BattleLoop
from .commands import PLAYS, Brought, Command, forget_derived, writes_between
from .history import History


class Timeline:
    """The state of one battle, the loop that changes it, and the history that restores earlier states."""

    def __init__(self, world: World, loop: BattleLoop, history: History | None = None) -> None:
        self._world: World | None = world
        self.loop = loop
        self._history = History({0: world.copy()}) if history is None else history
        self.chooser: Chooser | None = None
        """The chooser that makes the players' decisions; None: policies make them. A fork has none."""
        self.question: Decision | None = None
        """The pending decision, if there is one."""
        self.paused = False
        """Whether the battle stands in the middle of the last command."""
        self._listeners: list[Callable[[Event], None]] = []
        self._carrying: Brought | None = None
        """The effects and writes of listeners in the command under way."""
        self._asking = False
        self._in_one_go = False
        self._told = 0
        """The number of events returned so far."""

    @property
    def world(self) -> World:
        """The present state. Undo and redo replace it.

        Raises:
            RuntimeError: the battle is closed.
        """
        if self._world is None:
            raise RuntimeError("the battle is closed")
        return self._world

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return self._world is None

    @property
    def commands(self) -> Sequence[Command]:
        """The commands, in order."""
        self._look_open()
        return self._history.commands

    def commands_within(self, events: int) -> int:
        """How many of the commands, from the first on, were done when the log had a given length."""
        self._look_open()
        return bisect_right(self._history.ends, events)

    @property
    def start(self) -> World:
        """The state before the first command; it never changes."""
        self._look_open()
        return self._history.snapshots[0]

    @property
    def in_midst(self) -> bool:
        """Whether a listener calls during a command."""
        return self._carrying is not None and not self.paused

    def fork(self) -> "Timeline":
        """An independent timeline at the same point, without a chooser."""
        world, history = self.world.copy(), self._history.copy()
        twin = Timeline(world, BattleLoop(self.loop.scenario, self.loop.systems), history)
        twin.paused, twin._told = self.paused, world.log.length
        if self._carrying is not None and not self.paused:
            last = len(history) - 1
            history.commands[last] = self._carrying.kept(history.commands[last])
            history.ends[last] = twin._told
            twin.paused = True
        return twin

    def afresh(self, dice: Dice) -> "Timeline":
        """This timeline's start, with other dice."""
        world = self.start.copy()
        world.dice = dice
        return Timeline(world, BattleLoop(self.loop.scenario, self.loop.systems))

    def close(self) -> None:
        """Closes it."""
        self._world = None
        self._history = History({})
        self._listeners = []

    # --- commands ------------------------------------------------------------------------------------

    def add(self, command: Command) -> Any:
        """Does a new command; returns its result."""
        if not self.paused:
            return self._carry_out(self._begin(command), fresh=True)
        with self._as_it_was_if_it_fails():
            return self._carry_out(self._begin(command), fresh=True)

    def events_of(self, command: Command) -> list[Event]:
        """Does a new command; returns the events since the last return."""
        self.add(command)
        log = self.world.log
        told, self._told = min(self._told, log.length), log.length
        return log[told:]

    def all_told(self) -> list[Event]:
        """All events, those already returned included."""
        log = self.world.log
        self._told = len(log)
        return list(log)

    def do(self, command: Command) -> None:
        """Repeats a command: its decisions get the same answers as before, and no player is asked."""
        self._carry_out(self._begin(command))

    def bring_about(self, effect: Effect) -> list[Event]:
        """Carries out an effect: as a command of its own, or, for a listener, within the one under way."""
        if self._carrying is None:
            return self.events_of(Command("effect", "", effect))
        self._carrying.add(effect)
        return []

    def resume(self) -> None:
        """Plays out the last command, if the battle stands in the middle of it."""
        if self._world is None or self._asking or self._carrying is not None:
            self._look_up()
        if not self.paused:
            return
        last = len(self._history) - 1
        self._world = self._history.state_before(last, self._again)
        self.paused, self.question = False, None
        self._carry_out(last)

    @contextmanager
    def in_one_go(self) -> Iterator[None]:
        """A context in which few snapshots are kept."""
        self.resume()
        self._note_writes()
        self._in_one_go, before = True, self._in_one_go
        try:
            yield
        finally:
            self._in_one_go = before
            if self._world is not None and not before and not self.paused:
                self._history.keep(self._world)

    def settle_writes(self) -> None:
        """Records a game's writes by hand, unless that happens later."""
        if not self.paused and not self._in_one_go:
            self._note_writes()

    def _note_writes(self) -> None:
        """Records a game's writes by hand since the last command as a command of its own."""
        world, before = self.world, self._history.last_kept()
        if world.same(before):
            return
        writes = writes_between(before, world)
        if not writes:
            return
        forget_derived(world)
        self._history.undone.clear()
        self._history.append(Command("written", "", writes), world.log.length)

    def _begin(self, command: Command) -> int:
        """Record a new command; returns its number."""
        self.resume()
        if not self._in_one_go and command.what in PLAYS:
            self._note_writes()
        self._history.undone.clear()
        return self._history.append(command, 0)

    def _again(self, world: World, command: Command) -> Any:
        """Repeats a command on some state: with the same answers, without choosers and listeners."""
        world.asking = Deciders(command.answers, None) if command.answers else None
        world.listener = Brought(world, command).happen if command.effects or command.writes else None
        try:
            return self.loop.do(world, command)
        finally:
            world.asking = world.listener = None

    def _carry_out(self, number: int, fresh: bool = False) -> Any:
        """Carries out a command; the chooser decides if the command is new, or stands at a pending decision.

        A command that fails changes nothing: it is dropped, and the state is what it was before.
        """
        history, world = self._history, self.world
        command = history.commands[number]
        asked = self.chooser if fresh or command.open else None
        asking: Deciders | None = None
        if asked is not None or command.answers:
            asking = Deciders(command.answers[:-1] if command.open else command.answers, None)
            if asked is not None:
                asking.put = lambda question: self._put(question, number, asking, asked)
        brought = Brought(world, command)
        world.asking, self._carrying = asking, brought
        if self._listeners or command.effects or command.writes:
            world.listener = self._teller(brought, history.ends[number])
        try:
            came_of_it = self.loop.do(world, command)
        except Paused:
            self.paused = True
            history.ends[number] = world.log.length
            return None
        except BaseException:
            if self.paused:
                history.ends[number] = world.log.length
            else:
                history.truncate(number)
                self._world = history.state_before(number, self._again)
            raise
        finally:
            world.asking = world.listener = self._carrying = None
        if asking is not None or brought.effects or brought.writes:
            answers = tuple(asking.answered) if asking is not None else ()
            history.commands[number] = brought.kept(command._replace(answers=answers))
        history.ends[number] = world.log.length
        if (not self._in_one_go or history.far_from_kept) and command.what in PLAYS:
            history.keep(world)
        return came_of_it

    def _put(self, question: Decision, number: int, asking: Deciders, chooser: Chooser) -> str | None:
        """Put a decision to the chooser; meanwhile, and without an answer, the battle stands at it."""
        assert self._carrying is not None
        commands = self._history.commands
        commands[number] = self._carrying.kept(commands[number]._replace(answers=(*asking.answered, OPEN)))
        self._history.ends[number] = self.world.log.length
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

    def _look_up(self) -> None:
        """Refuse play and undo during a decision, and on a closed battle."""
        self._look_open()
        if self._asking:
            raise RuntimeError("the battle is asking a question; answer it first")
        if self._carrying is not None:
            raise RuntimeError("a command is being carried out; in its midst a listener brings things about by effect")

    def _look_open(self) -> None:
        if self._world is None:
            raise RuntimeError("the battle is closed")

    # --- listening -----------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls a listener with every new event; returns a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _teller(self, brought: Brought, told: int) -> Callable[[Any], None]:
        """A function that repeats a command's effects and writes, and calls listeners with its events from a number
        on."""

        def tell(event: Any) -> None:
            brought.happen(event)
            if event.seq >= told and self._listeners:
                brought.tell(tuple(self._listeners), event)

        return tell

    # --- looking back --------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Takes back the last command with all that belongs to it; returns whether there was one."""
        self._look_up()
        self.settle_writes()
        length = len(self._history)
        if not length:
            return False
        length = self._history.step_before(length)
        self._keep_for_redo()
        self._cut(length)
        return True

    def undo_to(self, seq: int) -> None:
        """Goes back to just after an event, in the middle of a command if need be.

        Raises:
            IndexError: there has been no such event.
        """
        self._look_up()
        history = self._history
        if not 0 <= seq < self.world.log.length:
            raise IndexError(f"there has been no event {seq}, only 0 to {self.world.log.length - 1}")
        number = history.holding(seq)
        self._keep_for_redo()
        whole = history.ends[number] == seq + 1 and not (self.paused and number == len(history) - 1)
        self.paused, self.question = False, None
        if whole:
            self._world = history.go_back(number + 1, self._again)
        else:
            history.truncate(number + 1)
            self._world = history.state_before(number, self._again)
            history.commands[number] = history.commands[number].up_to(seq)
            self.world.halt_at = seq + 1
            try:
                self._again(self.world, history.commands[number])
            except Paused:
                self.paused = True
            finally:
                self.world.halt_at = None
            history.ends[number] = self.world.log.length
            history.snapshots.pop(number + 1, None)
        self._told = min(self._told, self.world.log.length)

    def redo(self) -> bool:
        """Repeats what was undone last, if there was no command since; returns whether there was anything."""
        self._look_up()
        if not self._history.undone:
            return False
        moment = self._history.undone.pop()
        self._history.restore(moment)
        self._world, self.paused = moment.world, moment.paused
        self.question = None
        self._told = min(self._told, self.world.log.length)
        return True

    def take_back(self, commands: int) -> None:
        """Undoes a number of commands, those that only submitted an intent included."""
        self._look_up()
        if commands < 1:
            return
        self.settle_writes()
        self._keep_for_redo()
        self._cut(max(len(self._history) - commands, 0))

    def replay(self, commands: Sequence[Command] | None, events: int | None, most: int | None) -> None:
        """Starts anew and repeats all commands, or others, up to a length of the log.

        Raises:
            ValueError: they come to `most` events and would go on.
        """
        self._look_up()
        again = list(self._history.commands if commands is None else commands)
        try:
            with self._as_it_was_if_it_fails():
                self._cut(0)
                for command in again:
                    self.world.halt_at = events
                    if most is not None:
                        self.world.most_events = most
                    self._carry_out(self._history.append(command, 0))
                    if self.paused:
                        break
        finally:
            self.world.halt_at = None
            self.world.most_events = MOST_EVENTS

    @contextmanager
    def _as_it_was_if_it_fails(self) -> Iterator[None]:
        """A context whose failure leaves no trace, unless the battle then stands at a decision."""
        before, question = self._history.moment(self.world, self.paused), self.question
        try:
            yield
        except Exception:
            if not self.paused:
                self._history.restore(before)
                self._world, self.paused, self.question = before.world, before.paused, question
            raise

    def _keep_for_redo(self) -> None:
        self._history.undone.append(self._history.moment(self.world, self.paused))

    def _cut(self, length: int) -> None:
        """Go back to before the command of a number."""
        self._world = self._history.go_back(length, self._again)
        self.paused, self.question = False, None
        self._told = min(self._told, self._world.log.length)

"""Where a battle stands among its commands: does them, asks in their midst, takes them back and does them again."""

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
from .commands import Brought, Command, forget_derived, writes_between
from .history import History


class Timeline:
    """The state of one battle, the loop that changes it, and the history by which any earlier state comes back."""

    def __init__(self, world: World, loop: BattleLoop, history: History | None = None) -> None:
        self._world: World | None = world
        self.loop = loop
        self._history = history or History(world.copy())
        self.chooser: Chooser | None = None
        """Who makes the choices that the rules leave to a player; None: the policies make them. A fork has none."""
        self.question: Decision | None = None
        """The question that waits for its answer, if one does."""
        self.paused = False
        """Whether the battle stands in the middle of the last command."""
        self._listeners: list[Callable[[Event], None]] = []
        self._carrying: Brought | None = None
        """What listeners have brought about in the command that is being carried out."""
        self._asking = False
        self._in_one_go = False
        self._told = 0
        """How many events the caller has been given."""

    @property
    def world(self) -> World:
        """The state as it stands. Undo and redo put another one in its place.

        Raises:
            RuntimeError: the battle is closed.
        """
        if self._world is None:
            raise RuntimeError("the battle is closed")
        return self._world

    @property
    def closed(self) -> bool:
        """Whether there is nothing left of it."""
        return self._world is None

    @property
    def commands(self) -> Sequence[Command]:
        """What was done, in order."""
        self._look_open()
        return self._history.commands

    def commands_within(self, events: int) -> int:
        """How many of the commands, from the first on, had been done by the time the log held so many events."""
        self._look_open()
        return bisect_right(self._history.ends, events)

    @property
    def start(self) -> World:
        """The state before anything was done; it never changes."""
        self._look_open()
        return self._history.snapshots[0]

    @property
    def in_midst(self) -> bool:
        """Whether a command is being carried out, and it is a listener who asks."""
        return self._carrying is not None and not self.paused

    def fork(self) -> "Timeline":
        """One of its own that has come to the same point; nobody is asked in it."""
        world, history = self.world.copy(), self._history.copy()
        twin = Timeline(world, BattleLoop(self.loop.scenario, self.loop.systems), history)
        twin.paused, twin._told = self.paused, len(world.log)
        if self._carrying is not None and not self.paused:
            last = len(history) - 1
            history.commands[last] = self._carrying.kept(history.commands[last])
            history.ends[last] = twin._told
            twin.paused = True
        return twin

    def afresh(self, dice: Dice) -> "Timeline":
        """One at this one's start, with other dice."""
        world = self.start.copy()
        world.dice = dice
        return Timeline(world, BattleLoop(self.loop.scenario, self.loop.systems))

    def close(self) -> None:
        """Let go of everything."""
        self._world = None
        self._history = History.__new__(History)
        self._listeners = []

    # --- commands ------------------------------------------------------------------------------------

    def add(self, command: Command) -> Any:
        """Do something for the first time; returns what it comes to."""
        if not self.paused:
            return self._carry_out(self._begin(command), fresh=True)
        with self._as_it_was_if_it_fails():
            return self._carry_out(self._begin(command), fresh=True)

    def events_of(self, command: Command) -> list[Event]:
        """Do something for the first time; returns the events since those that were returned last."""
        self.add(command)
        log = self.world.log
        told, self._told = min(self._told, log.length), log.length
        return log[told:]

    def all_told(self) -> list[Event]:
        """All events, those that have been returned before as well."""
        log = self.world.log
        self._told = len(log)
        return list(log)

    def do(self, command: Command) -> None:
        """Do what was done before: the choices in it are made as they were made then, and nobody is asked."""
        self._carry_out(self._begin(command))

    def bring_about(self, effect: Effect) -> list[Event]:
        """An effect: a command of its own, or, where a listener asks for it, a part of the one that is carried out."""
        if self._carrying is None:
            return self.events_of(Command("effect", "", effect))
        self._carrying.add(effect)
        return []

    def resume(self) -> None:
        """Play out the last command, where the battle stands in the middle of it."""
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
        """A while in which few snapshots are kept."""
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
        """What a game has written to components by hand is noted, unless that comes later."""
        if not self.paused and not self._in_one_go:
            self._note_writes()

    def _note_writes(self) -> None:
        """What a game has written to components by hand since the last command becomes a command of its own."""
        world, before = self.world, self._history.last_kept()
        if world.same(before):
            return
        writes = writes_between(before, world)
        if not writes:
            return
        forget_derived(world)
        self._history.undone.clear()
        self._history.append(Command("written", "", writes), len(world.log))

    def _begin(self, command: Command) -> int:
        """Note a new command; returns its number."""
        self.resume()
        if not self._in_one_go and command.plays:
            self._note_writes()
        self._history.undone.clear()
        return self._history.append(command, 0)

    def _again(self, world: World, command: Command) -> Any:
        """Do a command again on some state: what was answered is answered alike, and nobody is asked or told."""
        world.asking = Deciders(command.answers, None) if command.answers else None
        world.listener = Brought(world, command).happen if command.effects or command.writes else None
        try:
            return self.loop.do(world, command)
        finally:
            world.asking = world.listener = None

    def _carry_out(self, number: int, fresh: bool = False) -> Any:
        """Do a command; whoever chooses is asked where it is done for the first time, or was left at a question.

        A command that fails changes nothing: it is forgotten, and the state is what it was before.
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
        if self._listeners or brought:
            world.listener = self._teller(brought, history.ends[number])
        try:
            came_of_it = self.loop.do(world, command)
        except Paused:
            self.paused = True
            history.ends[number] = len(world.log)
            return None
        except BaseException:
            if self.paused:
                history.ends[number] = len(world.log)
            else:
                history.truncate(number)
                self._world = history.state_before(number, self._again)
            raise
        finally:
            world.asking = world.listener = self._carrying = None
        if asking is not None or brought:
            answers = tuple(asking.answered) if asking is not None else ()
            history.commands[number] = brought.kept(command._replace(answers=answers))
        history.ends[number] = world.log.length
        if (not self._in_one_go or history.far_from_kept) and command.plays:
            history.keep(world)
        return came_of_it

    def _put(self, question: Decision, number: int, asking: Deciders, chooser: Chooser) -> str | None:
        """Ask; meanwhile, and if no answer is to be had, the battle stands at the open question."""
        assert self._carrying is not None
        commands = self._history.commands
        commands[number] = self._carrying.kept(commands[number]._replace(answers=(*asking.answered, OPEN)))
        self._history.ends[number] = len(self.world.log)
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
        """Nothing is played or looked back on while a question is being asked, nor once the battle is closed."""
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
        """Have every new event told as it happens; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _teller(self, brought: Brought, told: int) -> Callable[[Any], None]:
        """Has listeners told of a command's events from a number on, and what was brought about before happen again."""

        def tell(event: Any) -> None:
            brought.happen(event)
            if event.seq >= told and self._listeners:
                brought.tell(tuple(self._listeners), event)

        return tell

    # --- looking back --------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last command with what belongs to it; returns whether there was anything to take back."""
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
        """Go back to just after an event, in the middle of a command if need be.

        Raises:
            IndexError: there has been no such event.
        """
        self._look_up()
        history = self._history
        if not 0 <= seq < len(self.world.log):
            raise IndexError(f"there has been no event {seq}, only 0 to {len(self.world.log) - 1}")
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
            history.ends[number] = len(self.world.log)
            history.snapshots.pop(number + 1, None)
        self._told = min(self._told, len(self.world.log))

    def redo(self) -> bool:
        """Bring back what was undone last, if nothing has been done since; returns whether there was anything."""
        self._look_up()
        if not self._history.undone:
            return False
        moment = self._history.undone.pop()
        self._history.restore(moment)
        self._world, self.paused = moment.world, moment.paused
        self.question = None
        self._told = min(self._told, len(self.world.log))
        return True

    def take_back(self, commands: int) -> None:
        """Undo the last so many commands, those that only submitted something counted as well."""
        self._look_up()
        if commands < 1:
            return
        self.settle_writes()
        self._keep_for_redo()
        self._cut(max(len(self._history) - commands, 0))

    def replay(self, commands: Sequence[Command] | None, events: int | None, most: int | None) -> None:
        """Start anew and do all commands again, or others; stop when the log holds so many events.

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
        """A while whose failure leaves no trace, unless the battle stands at a question then."""
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
        self._told = min(self._told, len(self._world.log))

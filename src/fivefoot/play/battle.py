"""A battle: load it, ask it, play it, look back on it."""

from __future__ import annotations  # help() and editors say `Intent`, not all that it may be

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Self

from ..components.decision import Decision
from ..components.effect_acts import EffectAct
from ..components.events import Event
from ..components.intents import Intent
from ..components.names import Name
from ..engine.brains.shipped import check_brains
from ..engine.dice import Dice, DiceSpent
from ..engine.errors import ScenarioError
from ..engine.rules.ruleset import Ruleset, World
from ..engine.scenario import read as files
from ..engine.scenario.build import ruleset_of, world_of
from ..engine.scenario.format import Scenario
from ..engine.scenario.parse import check_sound
from ..engine.scenario.validate import decode
from ..engine.state.battle_state import MOST_EVENTS, Paused
from ..engine.state.decider import OPEN, Chooser, Deciders
from ..engine.state.objectives import standing
from ..systems.system import SystemType
from . import save
from .battle_loop import BattleLoop, NeverSettles
from .commands import Brought, Command, forget_derived, writes_between
from .effect_checks import effect_of
from .history import History
from .intent_checks import typed_of
from .parts import Equip, OwnIntent, Parts, arranged, intents_of, parts_of, with_intents
from .questions import queries
from .questions.battle_questions import BattleQuestions
from .save import Saved

__all__ = ["Battle", "Command", "NeverSettles"]


class Battle(BattleQuestions):
    """One battle on one board under one ruleset.

    It is a state, the loop that plays on it, and the history of what was asked: everything that happens follows from
    the scenario, the seed and the commands, in order. A copy (`fork`, `copy.copy`, `copy.deepcopy`) is a battle of
    its own at the same point; what is undone or forked keeps what a game has written to components by hand.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        ruleset: str | None = None,
        seed: int | None = None,
        rules: Ruleset | None = None,
        systems: Iterable[SystemType] = (),
        components: Equip | Iterable[type | Equip] | None = None,
        intents: Iterable[OwnIntent] = (),
    ) -> None:
        """A battle of a scenario that is sound (`Battle.of` checks one made in code).

        `ruleset` and `seed` take the place of the scenario's own; `rules` is a ruleset of your own making.
        `systems` are classes of systems of your own (their `before` or `after` names one of ours), `components`
        what gives a creature its components of your own, `intents` kinds of intent of your own.

        Raises:
            ScenarioError: the rules do not know what the scenario names.
            TypeError, ValueError: one of the parts is no such part.
        """
        self.scenario = scenario
        self._chosen = (ruleset, seed, rules)
        self._parts = parts_of(systems, components, intents)
        check_brains(scenario)
        played = with_intents(rules or ruleset_of(scenario, ruleset), self._parts.intents)
        self._world: World | None = world_of(scenario, ruleset, seed, played)
        equip = self._world.equip = self._parts.equip
        if equip is not None:
            for creature in self._world.creatures:
                for part in equip(creature):
                    creature.put(part)
        self._loop = BattleLoop(scenario, arranged(self._parts.systems))
        self._history = History(self._world.copy())
        self._start()

    def _start(self) -> None:
        self.chooser: Chooser | None = None
        """Who makes the choices that the rules leave to a player; None: the policies make them. A fork has none."""
        self.question: Decision | None = None
        """The question that waits for its answer, if one does."""
        self._listeners: list[Callable[[Event], None]] = []
        self._carrying: Brought | None = None
        """What listeners have brought about in the command that is being carried out."""
        self._paused = False
        self._asking = False
        self._in_one_go = False
        self._told = 0

    @classmethod
    def of(cls, scenario: Scenario | Mapping[str, Any], **options: Any) -> Battle:
        """A battle made in code: of a table like a scenario file's, or of a `Scenario`; every check of a file is run.

        `options` are those of `Battle`.

        Raises:
            ScenarioError: it is no sound scenario.
        """
        return cls(files.scenario_of(scenario, intents=options.get("intents", ())), **options)

    # --- the state as it stands --------------------------------------------------------------------

    @property
    def world(self) -> World:
        """The state: board, creatures, dice, clock and log. Undo and redo put another one in its place.

        Raises:
            RuntimeError: the battle is closed.
        """
        if self._world is None:
            raise RuntimeError("the battle is closed")
        return self._world

    def _open_for_use(self) -> None:
        if self._world is None:
            raise RuntimeError("the battle is closed")

    @property
    def paused(self) -> bool:
        """Whether the battle stands in the middle of the last command."""
        return self._paused

    @property
    def deeds(self) -> Sequence[Command]:
        """What was done to it, in order."""
        self._open_for_use()
        return tuple(self._history.commands)

    def deeds_within(self, events: int) -> int:
        """How many of its deeds, from the first on, had been done by the time the log held so many events."""
        self._open_for_use()
        return bisect_right(self._history.ends, events)

    def __repr__(self) -> str:
        world = self._world
        if world is None:
            return "<Battle, closed>"
        turn = f"{world.active}'s turn" if world.active is not None else "between turns"
        up = sum(map(standing, world.creatures))
        return f"<Battle {world.rules.name}, round {world.round}, {turn}, {up} of {len(world.creatures)} standing>"

    # --- play ----------------------------------------------------------------------------------------

    def submit(self, name: str, wanted: Intent | Mapping[str, Any], *, out_of_turn: bool = False) -> None:
        """Queue an intent. While another's turn is open it is refused, unless `out_of_turn` says that it is meant.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is no intent; the error says what is wrong with it.
        """
        name = self.creature(name).name
        typed = typed_of(wanted, intents_of(self.rules))
        self._add(Command("submit", name, typed, out_of_turn=out_of_turn))

    def process(self) -> list[Event]:
        """Play what is queued, opening the turn of whoever has something queued.

        Returns all events since those that were returned last.

        Raises:
            Unanswered: the chooser gave no answer. The battle stands at the question; whatever is called next
                goes on from there, and asks again.
        """
        return self._events(Command("process"))

    def act(self, name: str, wanted: Intent | Mapping[str, Any], *, out_of_turn: bool = False) -> list[Event]:
        """Submit an intent and play it, as one command; returns as `process` does.

        Raises:
            KeyError, ScenarioError, Unanswered: as `submit` and `process`.
        """
        name = self.creature(name).name
        typed = typed_of(wanted, intents_of(self.rules))
        return self._events(Command("act", name, typed, out_of_turn=out_of_turn))

    def effect(
        self, acts: Iterable[EffectAct | Mapping[str, Any]], *, by: str, rules: Iterable[str] = ()
    ) -> list[Event]:
        """Have something happen that no creature does: a trap, a spell, a story. It costs nothing and is nobody's turn.

        `acts` are structs or tables (`fivefoot.effects`), brought about in their order; `by` says what it is and
        `rules` what its events cite. From a listener it happens at once, in the middle of a move if need be, and is
        kept with the command in which it happened. Returns as `process` does.

        Raises:
            ScenarioError: one of them is no act, or names what is not there. Nothing has happened then.
        """
        effect = effect_of(self.world, self.scenario, acts, by, rules)
        if self._carrying is None:
            return self._events(Command("effect", "", effect))
        self._carrying.add(effect)
        return []

    def begin_turn(self, name: str) -> list[Event]:
        """Open a creature's turn, ending any other's.

        Raises:
            KeyError: there is no such creature.
        """
        return self._events(Command("begin", self.creature(name).name))

    def end_turn(self) -> list[Event]:
        """End the open turn, if one is open."""
        return self._events(Command("end"))

    def roll_initiative(self) -> Sequence[str]:
        """The order in which creatures take their turns where no script says, rolled once."""
        self.resume()
        if not self.world.order:
            self._add(Command("initiative"))
        return self.order

    def conclude(self, winner: str | None, why: str) -> None:
        """The battle is over.

        Raises:
            ScenarioError: the winner is no name, or the reason no text.
        """
        check_sound({"winner": winner, "why": why}, "conclude")
        decode(winner, Name | None, "conclude", "winner")  # type: ignore[arg-type]
        decode(why, str, "conclude", "why")
        self._add(Command("conclude", "", (winner, why)))

    def closest(self, square: Sequence[int], among: Sequence[str] | None = None) -> str:
        """The creature closest to a square; a die decides between those equally close.

        Raises:
            KeyError: there is no creature of a name among those to choose from.
            ScenarioError: those to choose from are no list of names.
            ValueError: the square is not on the board, or there is no creature to choose from.
        """
        asked = queries.square_on(self.world, square)
        listed: tuple[Name, ...] | None = decode(among, tuple[Name, ...] | None, "closest", "among")  # type: ignore[arg-type]
        names = None if listed is None else tuple(self.creature(name).name for name in listed)
        if not any(not c.out and (names is None or c.name in names) for c in self.creatures):
            raise ValueError("there is no creature to choose from")
        nearest: str = self._add(Command("closest", "", (asked, names)))
        return nearest

    def run(self) -> list[Event]:
        """Play the script to its end; returns all events.

        Raises:
            ScenarioError: the scripted dice run out.
        """
        with self.dice_told():
            self._add(Command("run"))
        self._told = len(self.world.log)
        return list(self.world.log)

    @contextmanager
    def dice_told(self) -> Iterator[None]:
        """Tells of scripted dice that run out as of any other fault of the file.

        Raises:
            ScenarioError: they did.
        """
        try:
            yield
        except DiceSpent as spent:
            raise ScenarioError(
                source=self.scenario.source,
                place="dice",
                found=str(spent),
                allowed="as many results as are rolled",
            ) from None

    def resume(self) -> None:
        """Play out the last command, where the battle stands in the middle of it; every further command does so.

        Raises:
            Unanswered: there is a question on the way, and no answer to be had.
        """
        if self._world is None or self._asking or self._carrying is not None:
            self._look_up()
        if not self._paused:
            return
        last = len(self._history) - 1
        self._world = self._history.state_before(last, self._again)
        self._paused, self.question = False, None
        self._carry_out(last)

    @contextmanager
    def in_one_go(self) -> Iterator[None]:
        """A while in which many commands are given that nobody means to undo one by one: few snapshots are kept.

        Undo works all the same; it only takes longer, since what was done from here on is done again for it.
        """
        self.resume()
        self._note_writes()
        self._in_one_go, before = True, self._in_one_go
        try:
            yield
        finally:
            self._in_one_go = before
            if self._world is not None and not before and not self._paused:
                self._history.keep(self._world)

    # --- commands ------------------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """Do what was done before: the choices in it are made as they were made then, and nobody is asked."""
        self._begin_command(command)
        self._carry_out(len(self._history) - 1)

    def _events(self, command: Command) -> list[Event]:
        """Do something for the first time; returns the events since those that were returned last."""
        self._add(command)
        log = self.world.log
        told, self._told = min(self._told, len(log)), len(log)
        return log[told:]

    def _add(self, command: Command) -> Any:
        """Do something for the first time; returns what it comes to."""
        with self._as_it_was_if_it_fails() if self._paused else nullcontext():
            self._begin_command(command)
            return self._carry_out(len(self._history) - 1, fresh=True)

    @contextmanager
    def _as_it_was_if_it_fails(self) -> Iterator[None]:
        """A while whose failure leaves no trace, unless the battle stands at a question then."""
        before, question = self._history.moment(self.world, self._paused), self.question
        try:
            yield
        except Exception:
            if not self._paused:
                self._history.restore(before)
                self._world, self._paused, self.question = before.world, before.paused, question
            raise

    def _begin_command(self, command: Command) -> None:
        self.resume()
        if command.plays:
            self._settle_writes()
        self._forget_undone()
        self._history.append(command, 0)

    def _settle_writes(self) -> None:
        if not self._paused and not self._in_one_go:
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
        self._forget_undone()
        self._history.append(Command("written", "", writes), len(world.log))

    def _forget_undone(self) -> None:
        if self._history.undone:
            self._history.undone.clear()

    def _again(self, world: World, command: Command) -> Any:
        """Do a command again on some state: what was answered is answered alike, and nobody is asked or told."""
        world.asking = Deciders(command.answers, None) if command.answers else None
        world.listener = Brought(world, command).happen if command.effects or command.writes else None
        try:
            return self._loop.do(world, command)
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
            came_of_it = self._loop.do(world, command)
        except Paused:
            self._paused = True
            history.ends[number] = len(world.log)
            return None
        except BaseException:
            if self._paused:
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
        history.ends[number] = len(world.log)
        if command.plays and (not self._in_one_go or history.far_from_kept):
            history.keep(world)
        return came_of_it

    def _put(self, question: Decision, number: int, asking: Deciders, chooser: Chooser) -> str | None:
        """Ask; meanwhile, and if no answer is to be had, the battle stands at the open question."""
        assert self._carrying is not None
        commands = self._history.commands
        commands[number] = self._carrying.kept(commands[number]._replace(answers=(*asking.answered, OPEN)))
        self._history.ends[number] = len(self.world.log)
        self.question = question
        self._paused = self._asking = True
        try:
            key = chooser(question)
            question.check(key)
        finally:
            self._asking = False
        self._paused = False
        self.question = None
        return key

    def _look_up(self) -> None:
        """Nothing is played or looked back on while a question is being asked, nor once the battle is closed."""
        self._open_for_use()
        if self._asking:
            raise RuntimeError("the battle is asking a question; answer it first")
        if self._carrying is not None:
            raise RuntimeError("a command is being carried out; in its midst a listener brings things about by effect")

    # --- listening -----------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Have every new event told as it happens, in this battle and not in its forks; returns what ends that.

        What is undone or done again is not told. A listener looks on; it may bring something about by `effect` and
        write to components, which is kept with the command in which it happens. Whatever else plays raises
        RuntimeError in the midst of a command.
        """
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

    def fork(self) -> Battle:
        """A battle of its own that has come to the same point and goes on by itself; nobody is asked in it."""
        twin = Battle.__new__(Battle)
        twin.scenario, twin._chosen, twin._parts = self.scenario, self._chosen, self._parts
        twin._world = self.world.copy()
        twin._loop = BattleLoop(self.scenario, self._loop.systems)
        twin._history = self._history.copy()
        twin._start()
        twin._paused, twin._told = self._paused, len(twin._world.log)
        if self._carrying is not None and not self._paused:  # asked for by a listener
            last = len(twin._history) - 1
            twin._history.commands[last] = self._carrying.kept(twin._history.commands[last])
            twin._history.ends[last] = twin._told
            twin._paused = True
        return twin

    def afresh(self, seed: int) -> Battle:
        """The battle of this one's start with other dice, as `Battle` with that seed, for the cost of a copy."""
        self._open_for_use()
        twin = Battle.__new__(Battle)
        ruleset, _, rules = self._chosen
        twin.scenario, twin._chosen, twin._parts = self.scenario, (ruleset, seed, rules), self._parts
        twin._world = self._history.snapshots[0].copy()
        twin._world.dice = Dice(seed, self.scenario.dice)
        twin._loop = BattleLoop(self.scenario, self._loop.systems)
        twin._history = History(twin._world.copy())
        twin._start()
        return twin

    def __copy__(self) -> Battle:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, object]) -> Battle:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.save(), self._parts)

    def undo(self, seq: int | None = None) -> bool:
        """Take back the last command, with what was submitted for it and written since; or go back to just after `seq`.

        Back in the middle of a move, what was asked stays asked: the next command plays it out first. Returns whether
        there was anything to take back.

        Raises:
            IndexError: there has been no such event.
        """
        self._look_up()
        history = self._history
        if seq is not None:
            self._back_to(seq)
            return True
        self._settle_writes()
        length = len(history)
        if not length:
            return False
        length = history.step_before(length)
        self._keep_for_redo()
        self._cut(length)
        return True

    def redo(self) -> bool:
        """Bring back what was undone last, if nothing has been done since; returns whether there was anything."""
        self._look_up()
        if not self._history.undone:
            return False
        moment = self._history.undone.pop()
        self._history.restore(moment)
        self._world, self._paused = moment.world, moment.paused
        self.question = None
        self._told = min(self._told, len(self.world.log))
        return True

    def take_back(self, commands: int) -> None:
        """Undo the last so many commands, those that only submitted something counted as well."""
        self._look_up()
        if commands < 1:
            return
        self._settle_writes()
        self._keep_for_redo()
        self._cut(max(len(self._history) - commands, 0))

    def replay(
        self, commands: Sequence[Command] | None = None, events: int | None = None, most: int | None = None
    ) -> None:
        """Start anew and do all of this battle's commands again, or others; stop when the log holds so many events.

        Choices are made as they were made; only a question that was left open is asked.

        Raises:
            KeyError, ValueError, IndexError: the commands are not of a battle of this scenario, or come to `most`
                events and would go on. The battle is what it was.
            Unanswered: a question was left open, and no answer is to be had.
        """
        self._look_up()
        for name, number in (("events", events), ("most", most)):
            if number is not None:
                queries.number_of(number, name, 0, MOST_EVENTS)
        again = list(self._history.commands if commands is None else commands)
        try:
            with self._as_it_was_if_it_fails():
                self._cut(0)
                for command in again:
                    self.world.halt_at = events
                    if most is not None:
                        self.world.most_events = most
                    self._carry_out(self._history.append(command, 0))
                    if self._paused:
                        break
        finally:
            self.world.halt_at = None
            self.world.most_events = MOST_EVENTS

    def _keep_for_redo(self) -> None:
        self._history.undone.append(self._history.moment(self.world, self._paused))

    def _cut(self, length: int) -> None:
        """Go back to before the command of a number."""
        self._world = self._history.go_back(length, self._again)
        self._paused, self.question = False, None
        self._told = min(self._told, len(self._world.log))

    def _back_to(self, seq: int) -> None:
        history = self._history
        if not 0 <= seq < len(self.world.log):
            raise IndexError(f"there has been no event {seq}, only 0 to {len(self.world.log) - 1}")
        number = history.holding(seq)
        self._keep_for_redo()
        whole = history.ends[number] == seq + 1 and not (self._paused and number == len(history) - 1)
        self._paused, self.question = False, None
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
                self._paused = True
            finally:
                self.world.halt_at = None
            history.ends[number] = len(self.world.log)
            history.snapshots.pop(number + 1, None)
        self._told = min(self._told, len(self.world.log))

    # --- keeping -------------------------------------------------------------------------------------

    def save(self, players: Mapping[str, str] | None = None) -> str:
        """The battle as it stands, in the middle of a move if need be, as one line of text that `restore` takes.

        The window, `fivefoot replay` and `fivefoot render` read it as well; `players` says who plays which side there.

        Raises:
            ScenarioError: `players` are no names and texts that can be kept.
            ValueError: it is played by a ruleset that is none of the known ones with switches set.
        """
        seats = decode(dict(players or {}), dict[str, str], "save", "players")
        check_sound(seats, "save")
        if self._carrying is not None and not self._paused:
            return self.fork().save(players)
        self._settle_writes()
        commands, log = self._history.commands, self.world.log
        return save.saved(self.scenario, self._chosen, self._parts, seats, commands, log, self._paused)

    def saved_start(self) -> str:
        """The battle before anything was done, as text that `restore` takes.

        Raises:
            ValueError: it is played by a ruleset that is none of the known ones with switches set.
        """
        return save.saved(self.scenario, self._chosen, self._parts, {}, (), (), paused=False)

    @classmethod
    def restore(
        cls,
        text: str,
        source: str = "<saved battle>",
        *,
        rules: Ruleset | None = None,
        systems: Iterable[SystemType] = (),
        components: Equip | Iterable[type | Equip] | None = None,
        intents: Iterable[OwnIntent] = (),
    ) -> Battle:
        """A saved battle, standing where it stood; it goes on as the one that was saved would have.

        `rules`, `systems`, `components` and `intents` of a game's own are given again, unless they are registered.

        Raises:
            ScenarioError: the text is no saved battle, or its deeds no longer come to the log that they came to.
        """
        found = save.read(text, source, lambda: parts_of(systems, components, intents), rules)
        battle = cls._replayed(found, source, rules)
        if len(battle.events) != found.events or save.digest(battle.events) != found.digest:
            played = len(battle.events)
            battle.close()
            raise ScenarioError(
                source=source,
                place="digest",
                found=f"that the deeds come to another log ({played} events, {found.events} saved)",
                allowed="a battle saved by a fivefoot of the same rules",
            )
        return battle

    @classmethod
    def _replayed(cls, found: Saved, source: str, rules: Ruleset | None) -> Battle:
        """What a save comes to when it is played; raises ScenarioError where it cannot be."""
        try:
            battle = cls(
                found.scenario,
                ruleset=found.ruleset,
                seed=found.seed,
                rules=rules or found.rules,
                systems=found.parts.systems,
                components=found.parts.equips,
                intents=found.parts.intents,
            )
        except ScenarioError as error:
            raise save.within(error, source) from None
        try:
            with battle.dice_told():
                battle.replay(found.deeds, found.events if found.paused else None, most=found.events)
        except (KeyError, IndexError, ValueError, TypeError, NeverSettles) as error:
            battle.close()
            if isinstance(error, ScenarioError):
                raise save.within(error, source) from None
            raise ScenarioError(
                source=source, place="deeds", found=f"what cannot be done ({error})", allowed="deeds of that battle"
            ) from None
        battle._told = len(battle.events)
        return battle

    def replay_html(self, path: str | os.PathLike[str]) -> None:
        """Write one self-contained page that plays the battle so far in any browser.

        Raises:
            OSError: it cannot be written.
        """
        from .replay.web_page import page  # needed by this call alone

        self._open_for_use()
        start, title = self._history.snapshots[0], self.scenario.title
        Path(path).write_text(page(title, start, self.events), encoding="utf-8")

    def close(self) -> None:
        """Let go of everything. Whatever is asked of the battle afterwards raises RuntimeError."""
        self._world = None
        self._history = History.__new__(History)
        self._listeners = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unpickled(text: str, parts: Parts) -> Battle:
    return Battle.restore(text, systems=parts.systems, components=parts.equips, intents=parts.intents)

"""A battle: load it, query it, play it, undo it, save it, and restore it if it still gives the same log."""

from __future__ import annotations  # help() and editors show `Event`, not the union

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Self, Unpack

from ..components.decision import Decision
from ..components.effect_acts import EffectAct
from ..components.events import Event
from ..components.intents import IntentBase
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
from ..engine.state.battle_state import MOST_EVENTS
from ..engine.state.decider import Chooser
from ..engine.state.objectives import standing
from ..systems.system import SystemType
from . import save
from .battle_loop import BattleLoop, NeverSettles
from .commands import Command
from .effect_checks import effect_of
from .intent_checks import typed_of
from .parts import BattleOptions, Equip, OwnIntent, Parts, arranged, intents_of, parts_of, with_intents
from .questions import queries
from .questions.battle_questions import BattleQuestions
from .save import Saved
from .timeline import Timeline

__all__ = ["Battle", "Command", "NeverSettles"]


class Battle(BattleQuestions):
    """One battle on one board under one ruleset.

    It is a state, the loop that plays on it, and the history of its commands: everything that happens follows from the
    scenario, the seed and the commands, in order. A copy (`fork`, `copy.copy`, `copy.deepcopy`) is an independent
    battle at the same point; undo and fork keep components that a game has written by hand.
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

        `ruleset` and `seed` replace the scenario's own; `rules` is a ruleset of your own, which the scenario's house
        rules vary where it has not set their switches itself. `systems` are classes of systems of your own (their
        `before` or `after` is one of fivefoot's), `components` a function that gives a creature its components of
        your own, or several of them (a class among them is made known to saves, and no creature gets one), `intents`
        are kinds of intent of your own.

        Raises:
            ScenarioError: the rules do not know what the scenario names.
            TypeError, ValueError: one of the parts is no such part.
        """
        self.scenario = scenario
        self._chosen = (ruleset, seed, rules)
        self._parts = parts_of(systems, components, intents)
        check_brains(scenario)
        played = with_intents(ruleset_of(scenario, ruleset, rules), self._parts.intents)
        world = world_of(scenario, ruleset, seed, played)
        equip = world.equip = self._parts.equip
        if equip is not None:
            for creature in world.creatures:
                for part in equip(creature):
                    creature.put(part)
        self._timeline = Timeline(world, BattleLoop(scenario, arranged(self._parts.systems)))

    @classmethod
    def of(cls, scenario: Scenario | Mapping[str, Any], **options: Unpack[BattleOptions]) -> Battle:
        """A battle made in code, from a table like a scenario file's or from a `Scenario`, with every check of a file.

        `options` are those of `Battle`.

        Raises:
            ScenarioError: it is no sound scenario.
        """
        return cls(files.scenario_of(scenario, intents=options.get("intents", ())), **options)

    # --- the present state ---------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """The state: board, creatures, dice, clock and log. Undo and redo replace it.

        Raises:
            RuntimeError: the battle is closed.
        """
        return self._timeline.world

    @property
    def _loop(self) -> BattleLoop:
        return self._timeline.loop

    @property
    def paused(self) -> bool:
        """Whether the battle stands in the middle of the last command."""
        return self._timeline.paused

    @property
    def chooser(self) -> Chooser | None:
        """The chooser that makes the players' decisions; None: policies make them. A fork has none."""
        return self._timeline.chooser

    @chooser.setter
    def chooser(self, chooser: Chooser | None) -> None:
        self._timeline.chooser = chooser

    @property
    def question(self) -> Decision | None:
        """The pending decision, if there is one."""
        return self._timeline.question

    @property
    def commands(self) -> Sequence[Command]:
        """Its commands, in order."""
        return tuple(self._timeline.commands)

    def commands_within(self, events: int) -> int:
        """How many of its commands, from the first on, were done when the log had a given length."""
        return self._timeline.commands_within(events)

    def __repr__(self) -> str:
        if self._timeline.closed:
            return "<Battle, closed>"
        world = self.world
        turn = f"{world.active}'s turn" if world.active is not None else "between turns"
        up = sum(map(standing, world.creatures))
        return f"<Battle {world.rules.name}, round {world.round}, {turn}, {up} of {len(world.creatures)} standing>"

    # --- play ----------------------------------------------------------------------------------------

    def submit(self, name: str, wanted: IntentBase | Mapping[str, Any], *, out_of_turn: bool = False) -> None:
        """Queues an intent. While another's turn is open it is refused, unless `out_of_turn` allows it.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is no intent; the error says what is wrong with it.
        """
        world = self.world
        name, typed = world.named[name].name, typed_of(wanted, intents_of(world.rules))
        self._timeline.add(Command("submit", name, typed, out_of_turn=out_of_turn))

    def process(self) -> list[Event]:
        """Plays the queued intents, opening the turn of a creature that has one.

        Returns all events since the last return.

        Raises:
            Unanswered: the chooser gave no answer. The battle stands at the question; whatever is called next
                goes on from there, and asks again.
        """
        return self._timeline.events_of(Command("process"))

    def act(self, name: str, wanted: IntentBase | Mapping[str, Any], *, out_of_turn: bool = False) -> list[Event]:
        """Submits an intent and plays it, as one command; returns as `process` does.

        Raises:
            KeyError, ScenarioError, Unanswered: as `submit` and `process`.
        """
        world = self.world
        name, typed = world.named[name].name, typed_of(wanted, intents_of(world.rules))
        return self._timeline.events_of(Command("act", name, typed, out_of_turn=out_of_turn))

    def effect(
        self, acts: Iterable[EffectAct | Mapping[str, Any]], *, by: str, rules: Iterable[str] = ()
    ) -> list[Event]:
        """Carries out acts that no creature performs: a trap, a spell, a story. They cost no action and need no turn.

        `acts` are structs or tables (`fivefoot.effects`), in order; `by` names their cause and `rules` are what their
        events cite. Called by a listener, it acts at once, in the middle of a move if need be, and is saved with the
        command under way. Returns as `process` does.

        Raises:
            ScenarioError: one of them is no act, or names what is not there. Nothing has happened then.
        """
        effect = effect_of(self.world, self.scenario, acts, by, rules)
        return self._timeline.bring_about(effect)

    def begin_turn(self, name: str) -> list[Event]:
        """Opens a creature's turn, ending any other's.

        Raises:
            KeyError: there is no such creature.
        """
        return self._timeline.events_of(Command("begin", self.creature(name).name))

    def end_turn(self) -> list[Event]:
        """Ends the open turn, if there is one."""
        return self._timeline.events_of(Command("end"))

    def roll_initiative(self) -> Sequence[str]:
        """Rolls the order of turns for play without a script, once; returns it."""
        self.resume()
        if not self.world.order:
            self._timeline.add(Command("initiative"))
        return self.order

    def conclude(self, winner: str | None, why: str) -> None:
        """Ends the battle.

        Raises:
            ScenarioError: the winner is no name, or the reason no text.
        """
        check_sound({"winner": winner, "why": why}, "conclude")
        decode(winner, Name | None, "conclude", "winner")  # type: ignore[arg-type]
        decode(why, str, "conclude", "why")
        self._timeline.add(Command("conclude", "", (winner, why)))

    def closest(self, square: Sequence[int], among: Sequence[str] | None = None) -> str:
        """The creature closest to a square; a die decides between equally close ones.

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
        nearest: str = self._timeline.add(Command("closest", "", (asked, names)))
        return nearest

    def run(self) -> list[Event]:
        """Plays the script to its end; returns all events.

        Raises:
            ScenarioError: the scripted dice run out.
        """
        with self.dice_told():
            self._timeline.add(Command("run"))
        return self._timeline.all_told()

    @contextmanager
    def dice_told(self) -> Iterator[None]:
        """A context that reports scripted dice running out as a fault of the file.

        Raises:
            ScenarioError: they did.
        """
        try:
            yield
        except DiceSpent as spent:
            raise ScenarioError(self.scenario.source, "dice", str(spent), "as many results as are rolled") from None

    def resume(self) -> None:
        """Plays out the last command, if the battle stands in the middle of it; every further command does so.

        Raises:
            Unanswered: a decision on the way has no answer.
        """
        self._timeline.resume()

    def in_one_go(self) -> AbstractContextManager[None]:
        """A context for many commands that will not be undone one by one: few snapshots are kept.

        Undo still works; it takes longer, because it repeats the commands of the context.
        """
        return self._timeline.in_one_go()

    def do(self, command: Command) -> None:
        """Repeats a command: its decisions get the same answers as before, and no player is asked."""
        self._timeline.do(command)

    # --- listening -----------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls a listener with every new event of this battle, not of its forks; returns a function that ends this.

        Undone and repeated events are not passed on. A listener observes; it may call `effect` and write to components,
        which is saved with the command under way. Any other play raises RuntimeError during a command.
        """
        return self._timeline.listen(listener)

    # --- looking back --------------------------------------------------------------------------------

    def fork(self) -> Battle:
        """An independent battle at the same point that goes on by itself, without a chooser."""
        return self._twin(self._timeline.fork())

    def afresh(self, seed: int) -> Battle:
        """This battle's start with other dice, as `Battle` with that seed, for the cost of a copy."""
        twin = self._twin(self._timeline.afresh(Dice(seed, self.scenario.dice)))
        ruleset, _, rules = self._chosen
        twin._chosen = ruleset, seed, rules
        return twin

    def _twin(self, timeline: Timeline) -> Battle:
        """A battle of the same scenario, ruleset and parts on another timeline."""
        twin = Battle.__new__(Battle)
        twin.scenario, twin._chosen, twin._parts = self.scenario, self._chosen, self._parts
        twin._timeline = timeline
        return twin

    def __copy__(self) -> Battle:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, object]) -> Battle:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.save(), self._parts)

    def undo(self, seq: int | None = None) -> bool:
        """Takes back the last command, with its submissions and later writes; or goes back to just after `seq`.

        Back in the middle of a move, the intent remains in hand: the next command plays it out first. Returns whether
        there was anything to take back.

        Raises:
            IndexError: there has been no such event.
        """
        if seq is None:
            return self._timeline.undo()
        self._timeline.undo_to(seq)
        return True

    def redo(self) -> bool:
        """Repeats what was undone last, if there was no command since; returns whether there was anything."""
        return self._timeline.redo()

    def take_back(self, commands: int) -> None:
        """Undoes a number of commands, those that only submitted an intent included."""
        self._timeline.take_back(commands)

    def replay(
        self, commands: Sequence[Command] | None = None, events: int | None = None, most: int | None = None
    ) -> None:
        """Starts anew and repeats all of this battle's commands, or others, up to a length of the log.

        Decisions get the same answers; only a pending one is put to the chooser.

        Raises:
            KeyError, ValueError, IndexError: the commands are not of a battle of this scenario, or come to `most`
                events and would go on. The battle is what it was.
            Unanswered: a pending decision has no answer.
        """
        for name, number in (("events", events), ("most", most)):
            if number is not None:
                queries.number_of(number, name, 0, MOST_EVENTS)
        self._timeline.replay(commands, events, most)

    # --- saving --------------------------------------------------------------------------------------

    def save(self, players: Mapping[str, str] | None = None) -> str:
        """The present battle, in the middle of a move if need be, as one line of text for `restore`.

        The window, `fivefoot replay` and `fivefoot render` read it as well; `players` says who plays which side there.

        Raises:
            ScenarioError: `players` are no names and texts that can be kept.
            ValueError: it is played by a ruleset that is none of the known ones with switches set.
        """
        seats = decode(dict(players or {}), dict[str, str], "save", "players")
        check_sound(seats, "save")
        if self._timeline.in_midst:
            return self.fork().save(players)
        self._timeline.settle_writes()
        commands, log = self._timeline.commands, self.world.log
        return save.saved(self.scenario, self._chosen, self._parts, seats, commands, log, self.paused)

    def saved_start(self) -> str:
        """The battle before its first command, as text for `restore`.

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
        """A saved battle at the point where it was saved; it goes on as the original would have.

        `rules`, `systems`, `components` and `intents` of a game's own are given again, unless they are registered.

        Raises:
            ScenarioError: the text is no saved battle, or its commands no longer give the same log.
        """
        found = save.read(text, source, lambda: parts_of(systems, components, intents), rules)
        battle = cls._replayed(found, source, rules)
        if len(battle.events) != found.events or save.digest(battle.events) != found.digest:
            played = len(battle.events)
            battle.close()
            raise ScenarioError(
                source,
                "digest",
                f"that the commands come to another log ({played} events, {found.events} saved)",
                "a battle saved by a fivefoot of the same rules",
            )
        return battle

    @classmethod
    def _replayed(cls, found: Saved, source: str, rules: Ruleset | None) -> Battle:
        """Plays a save; raises ScenarioError if it cannot be played."""
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
                battle.replay(found.commands, found.events if found.paused else None, most=found.events)
        except (KeyError, IndexError, ValueError, TypeError, NeverSettles) as error:
            battle.close()
            if isinstance(error, ScenarioError):
                raise save.within(error, source) from None
            raise ScenarioError(source, "deeds", f"what cannot be done ({error})", "commands of that battle") from None
        battle._timeline.all_told()
        return battle

    def replay_html(self, path: str | os.PathLike[str]) -> None:
        """Writes one self-contained page that plays the battle so far in any browser.

        Raises:
            OSError: it cannot be written.
        """
        from .replay.web_page import page  # needed by this call alone

        start, title = self._timeline.start, self.scenario.title
        Path(path).write_text(page(title, start, self.events), encoding="utf-8")

    def close(self) -> None:
        """Closes the battle. Every later call raises RuntimeError."""
        self._timeline.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unpickled(text: str, parts: Parts) -> Battle:
    return Battle.restore(text, systems=parts.systems, components=parts.equips, intents=parts.intents)

"""Who plays: shipped brains by name, a program's own by `module:object`, bots by `cmd:`.

Only the owner of the machine names code, on the command line or in a program. What a scenario file says
in `ai` is looked up among the shipped brains and nowhere else.
"""

import importlib
import inspect
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from ..components.events import Event
from ..components.questions import Question
from ..engine.brains import BRAINS, Brain, Choosing, Deciding, Play, View
from ..engine.converting import Conversion, unscripted
from ..engine.errors import ScenarioError, spelled
from ..engine.specs import Scenario
from .battle import Battle
from .bots import BotPlayer, FaultKind, Forfeit, Misdeed, Rules
from .patience import OutOfTime, at_most
from .skirmish import Skirmish, brains_for
from .skirmish import sides as standing_sides

COMMAND = "cmd:"
"""What a bot's command line is told by."""
KNOWN_FORMS = f"{', '.join(BRAINS)}, module:object, or {COMMAND}PROGRAM"


class Guarded:
    """A brain of somebody else's making: what it raises, or too long a thought, costs it the turn, or the choice.

    After as many faults as a bot may have it is not asked again.
    """

    def __init__(self, name: str, brain: Brain, rules: Rules | None = None) -> None:
        self.name = name
        self.brain = brain
        self.rules = rules or Rules()
        self.misdeeds: list[Misdeed] = []

    def choose(self, view: View, question: Question) -> str | None:
        """Make a choice, if the brain makes choices; one that fails is left to the policies."""
        if not isinstance(self.brain, Choosing) or self._given_up:
            return None
        try:
            with at_most(self.rules.python):
                key = self.brain.choose(view, question)
            question.check(key)
        except (Exception, OutOfTime) as error:
            self._report(view, error)
            return None
        return key

    @property
    def _given_up(self) -> bool:
        return len(self.misdeeds) >= self.rules.faults

    def _report(self, view: View, error: BaseException) -> None:
        me, detail = view.me, f"{type(error).__name__}: {error}"
        kind: FaultKind = "crash"
        if isinstance(error, OutOfTime):
            kind, detail = "hang", f"it took more than {self.rules.python:g} seconds"
        self.misdeeds.append(Misdeed(self.name, me.side, me.name, view.world.round, kind, detail))

    def turn(self, view: View) -> Play:
        """Play one turn."""
        if self._given_up:
            return
        play: Play | None = None
        came_of_it: Any = None
        left = self.rules.python
        while True:
            begun = time.monotonic()
            try:
                with at_most(max(left, 0.001)):
                    play = play or self.brain.turn(view)
                    wanted = next(play, None) if came_of_it is None else play.send(came_of_it)
            except StopIteration:
                return
            except (Exception, OutOfTime) as error:
                self._report(view, error)
                return
            if wanted is None:
                return
            left -= time.monotonic() - begun
            came_of_it = yield wanted


def python_brain(name: str, source: str, place: str, rules: Rules | None = None) -> Guarded:
    """The brain `module:object`: a brain, a class of them, a turn (a generator of intents) or a decision.

    Raises:
        ScenarioError: there is no such module or object, or it is no brain.
    """
    module_name, _, path = name.partition(":")
    if "" not in sys.path:  # as for `python -m`: the owner's own modules are where the owner is
        sys.path.insert(0, "")
    try:
        found: Any = importlib.import_module(module_name)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise ScenarioError(
            source=source, place=place, found=f"{spelled(name)} ({error})", allowed=KNOWN_FORMS
        ) from None
    if inspect.isclass(found):
        found = found()
    if hasattr(found, "turn"):
        return Guarded(name, found, rules)
    if inspect.isgeneratorfunction(found):
        return Guarded(name, _Playing(found), rules)
    if callable(found):
        return Guarded(name, Deciding(name, found), rules)
    allowed = "something with a method turn(view), a generator of intents, or a function of a view"
    raise ScenarioError(source=source, place=place, found=spelled(name), allowed=allowed)


class _Playing:
    """A generator function as a brain."""

    def __init__(self, turn: Callable[[View], Play]) -> None:
        self.turn = turn


@dataclass
class Table:
    """The players of one battle. Close it when the battle is over."""

    brains: dict[str, Brain] = field(default_factory=dict)
    """By creature."""
    others: list["Guest"] = field(default_factory=list)
    """Those that may misbehave."""

    @property
    def misdeeds(self) -> list[Misdeed]:
        """What they have done wrong."""
        return [misdeed for player in self.others for misdeed in player.misdeeds]

    def over(self, winner: str | None, why: str) -> None:
        """Tell the bots how it ended, and put them down."""
        for player in self.others:
            if isinstance(player, BotPlayer):
                player.over(winner, why)

    def close(self) -> None:
        """Put the bots down."""
        for player in self.others:
            if isinstance(player, BotPlayer):
                player.close()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Guest: TypeAlias = BotPlayer | Guarded
"""A player of somebody else's making, who may misbehave."""


def player_of(
    name: str, scenario: Scenario, bots: Rules | None = None, *, source: str = "", place: str = ""
) -> Brain | Guest:
    """The player that a name stands for: a shipped brain, `module:object`, or `cmd:PROGRAM` with its arguments.

    `source` and `place` are where the name stood, for the error.

    Raises:
        ScenarioError: there is no such player.
    """
    if name in BRAINS:
        return BRAINS[name]
    if name.startswith(COMMAND):
        return BotPlayer(command_of(name, source, place), scenario, bots or Rules(), _version())
    if ":" in name:
        return python_brain(name, source, place, bots)
    raise ScenarioError(source=source, place=place, found=spelled(name), allowed=KNOWN_FORMS)


def seat(scenario: Scenario, red: str | None = None, blue: str | None = None, bots: Rules | None = None) -> Table:
    """Players for every creature; `red` and `blue` as for `brains_for`, with all forms of names.

    Raises:
        ScenarioError: there is no such brain, or no side to give one to.
    """
    table = Table()

    def find(name: str, source: str, place: str) -> Brain:
        player = player_of(name, scenario, bots, source=source, place=place)
        if isinstance(player, (BotPlayer, Guarded)):
            table.others.append(player)
        return player

    table.brains = brains_for(scenario, red, blue, find)
    return table


def command_of(name: str, source: str, place: str) -> list[str]:
    """The words of a bot's command line.

    Raises:
        ScenarioError: there are none, or a quotation mark is left open.
    """
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise ScenarioError(
            source=source, place=place, found=f"{spelled(name)} ({error})".lower(), allowed="a command line"
        ) from None
    if not words:
        raise ScenarioError(source=source, place=place, found=spelled(name), allowed="a command line")
    return words


def _version() -> str:
    from .. import __version__

    return __version__


def arranged(
    scenario: Scenario, ruleset: str | None = None, rules: Mapping[str, str | int | bool] | None = None
) -> Conversion:
    """A scenario for brains to play: without its script, by another ruleset if one is given, with house rules.

    Raises:
        ScenarioError: it cannot be played by that ruleset.
    """
    plain, notes = unscripted(scenario, None if ruleset == scenario.ruleset else ruleset)
    if rules:
        given = {name.replace("_", "-") for name in rules}
        kept = {name: value for name, value in plain.rules.items() if name.replace("_", "-") not in given}
        plain = msgspec.structs.replace(plain, rules={**kept, **rules})
    return Conversion(plain, notes)


def contest(skirmish: Skirmish, table: Table) -> list[Event]:
    """Play a battle to its end with the players of a table, and send them home.

    Raises:
        ScenarioError: the scripted dice run out.
    """
    battle = skirmish.battle
    with table:
        try:
            skirmish.play()
        except Forfeit as forfeit:
            forfeited(battle, forfeit)
        last = battle.events[-1]
        table.over(getattr(last, "winner", None), getattr(last, "why", ""))
    return list(battle.events)


def forfeited(battle: Battle, forfeit: Forfeit) -> None:
    """End a battle that a bot's fault has cost its side."""
    loser = forfeit.misdeed.side
    left = [side for side in standing_sides(battle.creatures) if side != loser]
    # What it has left open, and whatever comes up now, is for the policies.
    chooser, battle.chooser = battle.chooser, None
    battle.conclude(left[0] if len(left) == 1 else None, f"{loser} has forfeited")
    battle.chooser = chooser

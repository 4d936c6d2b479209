"""Players by name: shipped brains, a user's own as `module:object`, bots as `cmd:`.

Only the owner of the machine names code, on the command line or in a program. A scenario file's `ai` is looked up among
the shipped brains and nowhere else.
"""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from .. import __version__
from ..components.events import Event
from ..engine.brains import BRAINS, Brain
from ..engine.errors import ScenarioError, spelled
from ..engine.extras import require
from ..engine.messages import english
from ..engine.scenario.convert import Conversion, unscripted
from ..engine.scenario.format import Scenario
from .battle import Battle
from .bots import BotForfeit, BotPlayer, BotRules, Fault
from .bots.python_brains import PythonBrain, python_brain
from .match import Match, brains_for
from .match import sides as standing_sides

COMMAND = "cmd:"
"""The prefix of a bot's command line."""
KNOWN_FORMS = f"{', '.join(BRAINS)}, module:object, or {COMMAND}PROGRAM"


@dataclass
class Seats:
    """The players of one battle. Close it when the battle is over."""

    brains: dict[str, Brain] = field(default_factory=dict)
    """By creature."""
    others: list["Guest"] = field(default_factory=list)
    """The players that may have faults."""

    @property
    def misdeeds(self) -> list[Fault]:
        """Their faults."""
        return [misdeed for player in self.others for misdeed in player.misdeeds]

    def over(self, winner: str | None, why: str) -> None:
        """Sends the bots the end of the battle, and ends their programs."""
        for player in self.others:
            if isinstance(player, BotPlayer):
                player.over(winner, why)

    def close(self) -> None:
        """Ends the bots, and releases the processes of Python brains."""
        for player in self.others:
            player.close()

    def __enter__(self) -> "Seats":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Guest: TypeAlias = BotPlayer | PythonBrain
"""A user's player, which may have faults."""


def player_of(
    name: str, scenario: Scenario, bots: BotRules | None = None, *, source: str = "", place: str = ""
) -> Brain | Guest:
    """The player of a name: a shipped brain, `module:object`, or `cmd:PROGRAM` with its arguments.

    `source` and `place` locate the name, for the error.

    Raises:
        ScenarioError: there is no such player.
        MissingExtra: the extra `bots` is not installed, and the player is none of fivefoot's own.
    """
    if name in BRAINS:
        return BRAINS[name]
    if name.startswith(COMMAND):
        require("psutil", purpose="a program that plays")
        return BotPlayer(command_of(name, source, place), scenario, bots or BotRules(), _version())
    if ":" in name:
        return python_brain(name, source, place, bots)
    raise ScenarioError(source, place, spelled(name), KNOWN_FORMS)


def seat(scenario: Scenario, red: str | None = None, blue: str | None = None, bots: BotRules | None = None) -> Seats:
    """Players for every creature; `red` and `blue` as for `brains_for`, with all forms of names.

    Raises:
        ScenarioError: there is no such brain, or no side to give one to.
    """
    table = Seats()

    def find(name: str, source: str, place: str) -> Brain:
        player = player_of(name, scenario, bots, source=source, place=place)
        if isinstance(player, (BotPlayer, PythonBrain)):
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
        raise ScenarioError(source, place, f"{spelled(name)} ({error})".lower(), "a command line") from None
    if not words:
        raise ScenarioError(source, place, spelled(name), "a command line")
    return words


def _version() -> str:
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


def contest(skirmish: Match, table: Seats) -> list[Event]:
    """Plays a battle to its end, and closes its players.

    Raises:
        ScenarioError: the scripted dice run out.
    """
    battle = skirmish.battle
    with table:
        try:
            skirmish.play()
        except BotForfeit as forfeit:
            forfeited(battle, forfeit)
        last = battle.events[-1]
        table.over(getattr(last, "winner", None), getattr(last, "why", ""))
    return list(battle.events)


def forfeited(battle: Battle, forfeit: BotForfeit) -> None:
    """Ends a battle that a bot's fault has forfeited."""
    loser = forfeit.misdeed.side
    left = [side for side in standing_sides(battle.creatures) if side != loser]
    # Its pending decision, and later ones, are left to the policies.
    chooser, battle.chooser = battle.chooser, None
    battle.conclude(left[0] if len(left) == 1 else None, english("{side} has forfeited", side=loser))
    battle.chooser = chooser

"""Players by name: shipped brains, `module:object`, `cmd:` bots.

Scenario files name shipped brains only; code is named by the owner of the machine.
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
KNOWN_FORMS = f"{', '.join(BRAINS)}, module:object, or {COMMAND}PROGRAM"


@dataclass
class Seats:
    """The AI players of all sides of a battle. Call `close` afterwards."""

    brains: dict[str, Brain] = field(default_factory=dict)
    others: list["Guest"] = field(default_factory=list)
    """Players that may fail, such as bots."""

    @property
    def faults(self) -> list[Fault]:
        return [fault for player in self.others for fault in player.faults]

    def over(self, winner: str | None, why: str) -> None:
        for player in self.others:
            if isinstance(player, BotPlayer):
                player.over(winner, why)

    def close(self) -> None:
        for player in self.others:
            player.close()

    def __enter__(self) -> "Seats":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Guest: TypeAlias = BotPlayer | PythonBrain


def player_of(
    name: str, scenario: Scenario, bots: BotRules | None = None, *, source: str = "", place: str = ""
) -> Brain | Guest:
    """Returns the AI player or bot with this name. Errors name `source` and `place`.

    Raises:
        ScenarioError: there is no such player.
        MissingExtra: a user's player needs the extra `bots`.
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
    """Returns an AI player for every creature. `red` and `blue` name the players of two sides.

    Raises:
        ScenarioError: there is no such brain or side.
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
    """Splits a bot's command line into words.

    Raises:
        ScenarioError: the line is empty, or a quotation mark is open.
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
    """Returns the scenario for AI players, without its script, under a ruleset and house rules.

    Raises:
        ScenarioError: the ruleset cannot play the scenario.
    """
    plain, notes = unscripted(scenario, None if ruleset == scenario.ruleset else ruleset)
    if rules:
        given = {name.replace("_", "-") for name in rules}
        kept = {name: value for name, value in plain.rules.items() if name.replace("_", "-") not in given}
        plain = msgspec.structs.replace(plain, rules={**kept, **rules})
    return Conversion(plain, notes)


def contest(skirmish: Match, table: Seats) -> list[Event]:
    """Plays a battle to its end and returns the log. The AI players are closed afterwards.

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
    loser = forfeit.fault.side
    left = [side for side in standing_sides(battle.creatures) if side != loser]
    # Its pending decision, and later ones, are left to the policies.
    chooser, battle.chooser = battle.chooser, None
    battle.conclude(left[0] if len(left) == 1 else None, english("{side} has forfeited", side=loser))
    battle.chooser = chooser

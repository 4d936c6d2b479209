"""Battles by mail: each turn is a save that continues the last."""

from typing import NamedTuple

from ..components.intents import IntentBase
from ..engine.errors import ScenarioError, spelled
from ..engine.legality.judge import not_granted
from . import save
from .battle import Battle
from .commands import Command
from .match import Match
from .table.session import PERSON

TURNS = frozenset({"act", "submit", "process", "begin", "end", "run", "round", "initiative", "conclude"})
"""The commands that a player may give."""


class MailedTurn(NamedTuple):
    """What is new in a saved battle compared with the last one that was mailed."""

    sides: tuple[str, ...]
    """The sides whose players acted."""
    commands: int
    events: int
    digest: str
    waits: str | None


def waits_for(battle: Battle, players: dict[str, str]) -> str | None:
    side = None if battle.active is None or battle.over else battle.creature(battle.active).side
    return side if side is not None and players.get(side) == PERSON else None


def proved_turn(before: str, after: str, sources: tuple[str, str] = ("the turn before", "the turn")) -> MailedTurn:
    """Plays a saved battle and checks that it continues the one before by one side's turn.

    Raises:
        ScenarioError: a text is not a saved battle, or the second does not continue the first.
    """
    old, new = save.read(before, sources[0]), save.read(after, sources[1])
    with Battle.restore(before, sources[0]) as battle, Battle.restore(after, sources[1]) as reached:
        told, had = list(reached.commands), list(battle.commands)
        same = (old.players, old.seed, old.scenario) == (new.players, new.seed, new.scenario)
        if not same or told[: len(had)] != had or not reached.proved:
            raise ScenarioError(
                sources[1], "", "another battle, or another past", "a save that continues from that turn"
            )
        players = dict(new.players)
        sides = [side for command in told[len(had) :] if (side := _played(battle, command, players, sources[1]))]
        if len(set(sides)) > 1:
            raise ScenarioError(sources[1], "", spelled(sides[-1]), "the acts of one side")
        if save.digest(battle.events) != save.digest(reached.events):
            raise ScenarioError(sources[1], "digest", "another log", "the log of its commands")
        digest = save.digest(battle.events)
        return MailedTurn(
            tuple(dict.fromkeys(sides)), len(told) - len(had), len(battle.events), digest, waits_for(battle, players)
        )


def _played(battle: Battle, command: Command, players: dict[str, str], source: str) -> str | None:
    if command.what not in TURNS or command.effects or command.writes or command.out_of_turn:
        raise ScenarioError(source, "deeds", spelled(command.what), "the commands of a turn")
    if command.what == "begin" and command.name != Match(battle, {}).next_up():
        raise ScenarioError(source, "deeds", spelled(command.name), "the creature that is next")
    if command.what == "conclude" and Match(battle, {}).verdict() is None:
        raise ScenarioError(source, "deeds", spelled(command.what), "a battle that is decided")
    side = battle.creature(command.name).side if command.what in ("act", "submit") else None
    if side is not None and isinstance(command.data, IntentBase):
        beyond = not_granted(battle.world, battle.creature(command.name), command.data)
        if beyond is not None:
            raise ScenarioError(source, "deeds", beyond.reason, "an intent within the creature's own means")
    battle.do(command)
    return side if players.get(side or "") == PERSON else None

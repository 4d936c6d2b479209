"""Replay files: a save with its log, or a bare log.

The first line is from `Battle.save`; each further line is an event as in `fivefoot run --json`. Under equal rules the
first line is enough, and the battle can continue. A bare log needs its scenario. Older records are readable.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ...components.events import BattleStarted, Event
from ...components.intents import Intent, Square
from ...components.names import Name
from ...engine.decoding import convert
from ...engine.errors import ScenarioError, printable, spelled
from ...engine.files import bytes_of
from ...engine.rules.ruleset import World
from ...engine.scenario import read as files
from ...engine.scenario.build import world_of
from ...engine.scenario.format import Scenario
from ...engine.scenario.validate import decode
from ...play import save
from ...play.battle import Battle
from ...play.commands import Command
from ...play.replay.snapshot import Snapshot, after_each
from ...play.save import log_lines

FORMAT = 1
LARGEST = 256 * 2**20
"""Most bytes of a record."""


@dataclass(frozen=True, slots=True)
class Record:
    """A battle that was read from a save or an event log, to be shown again."""

    scenario: Scenario
    events: tuple[Event, ...]
    seed: int | None = None
    commands: tuple[Command, ...] | None = None
    """None for a bare log."""
    players: dict[str, str] = field(default_factory=dict)
    source: str = "<log>"
    log: bytes = b""
    saved: str | None = None

    def tableaux(self) -> list[Snapshot]:
        """Returns the board before the first event and after each event."""
        return after_each(Snapshot.of(self.start()), self.events)

    def start(self) -> World:
        return world_of(self.scenario, None, self.seed)

    def battle(self) -> Battle:
        """Returns the saved battle, ready to be continued."""
        if self.saved is not None:
            return Battle.restore(self.saved, self.source)
        if self.commands is None:
            raise ScenarioError(self.source, "line 1", "a bare log", "a battle saved by fivefoot play")
        battle = Battle(self.scenario, seed=self.seed)
        left_open = bool(self.commands) and self.commands[-1].open
        try:
            with battle.dice_told():
                battle.replay(self.commands, len(self.events) if left_open else None, most=len(self.events))
        except (KeyError, ValueError, IndexError) as error:
            battle.close()
            raise ScenarioError(
                self.source, "line 1: deeds", f"one that fails ({error})", "commands of a battle"
            ) from None
        return battle


def record_of(battle: Battle, players: dict[str, str] | None = None) -> bytes:
    return battle.save(players, lines=True).encode()


def read(path: Path, scenario: Path | None = None) -> Record:
    """Reads a save or an event log. `scenario` names the scenario of a bare log."""
    source = str(path)
    raw = bytes_of(source, LARGEST, f"a log of fivefoot of at most {LARGEST >> 20} MiB")
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise ScenarioError(source, "", "nothing", "a log: one JSON object a line")
    head = _object(source, *lines[0])
    if "save" in head:
        return _of_save(source, lines)
    if "fivefoot" not in head:
        if scenario is None:
            raise ScenarioError(
                source,
                "line 1",
                "a bare log",
                "a record with its scenario; give the scenario of a bare log with --scenario",
            )
        events = _events(source, lines)
        known = files.read(scenario)
        return Record(known, events, _seed(events), None, {}, source, _bytes(lines))
    return _with_head(source, head, lines[1:])


def _of_save(source: str, lines: list[tuple[int, bytes]]) -> Record:
    text = _bytes(lines).decode("utf-8", "replace")
    found = save.read(text, source)
    scenario = msgspec.structs.replace(found.scenario, ruleset=found.ruleset or found.scenario.ruleset)
    if found.rules is not None:
        chosen = dict(found.rules.chosen)
        scenario = msgspec.structs.replace(scenario, ruleset=found.rules.name, rules=chosen)
    if lines[1:]:
        events, log = _events(source, lines[1:]), _bytes(lines[1:])
    else:
        with Battle.restore(text, source) as battle:
            events = tuple(battle.events)
        log = log_lines(events)
    return Record(scenario, events, found.seed, tuple(found.commands or ()), found.players, source, log, text)


def is_record(path: Path) -> bool:
    """True if a file begins like a save or an event log."""
    if not path.is_file():
        return False
    try:
        with open(path, "rb") as file:
            line = file.readline(LARGEST)
    except OSError:
        return False
    return line.startswith((b'{"fivefoot"', b'{"save"')) or (line.startswith(b'{"') and b'"event":' in line[:400])


def _with_head(source: str, head: dict[str, Any], lines: list[tuple[int, bytes]]) -> Record:
    if head.get("fivefoot") != FORMAT:
        raise ScenarioError(source, "line 1: fivefoot", spelled(head.get("fivefoot")), str(FORMAT))
    tree = head.get("scenario")
    if not isinstance(tree, dict):
        raise ScenarioError(source, "line 1: scenario", type(tree).__name__, "a scenario")
    scenario = files.parse(json.dumps(tree), f"{source}: line 1: scenario", kind="json")
    seed = decode(head.get("seed"), int | None, source, "line 1: seed")  # type: ignore[arg-type]
    players = decode(head.get("players", {}), dict[str, str], source, "line 1: players")
    given = head.get("deeds")
    listed = given if isinstance(given, list) else []
    return Record(
        scenario,
        _events(source, lines),
        seed,
        tuple(_command(source, index, entry) for index, entry in enumerate(listed)),
        players,
        source,
        _bytes(lines),
    )


KINDS = ("submit", "process", "begin", "end", "conclude", "run", "initiative", "closest")


def _command(source: str, index: int, entry: object) -> Command:
    place = f"line 1: deeds[{index}]"
    if not (isinstance(entry, list) and len(entry) in (3, 4) and entry[0] in KINDS and isinstance(entry[1], str)):
        raise ScenarioError(source, place, spelled(entry), "[what, who, with] or with answers")
    what, name, data = entry[:3]
    with_what: object = None
    try:
        if what == "submit":
            with_what = decode(data, Intent, source, f"{place}[2]")  # type: ignore[arg-type]
        if what == "conclude":
            with_what = decode(data, tuple[Name | None, str], source, f"{place}[2]")
        if what == "closest":
            with_what = decode(data, tuple[Square, tuple[Name, ...] | None], source, f"{place}[2]")
        answers = convert(entry[3] if len(entry) == 4 else (), tuple[str, ...])
    except ScenarioError:
        raise
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise ScenarioError(source, place, printable(str(error)[:80]), "a command of a battle") from None
    return Command(what, name, with_what, answers)


def _object(source: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ScenarioError(source, f"line {number}", printable(str(error)[:80]), "one JSON object a line") from None
    if not isinstance(found, dict):
        raise ScenarioError(source, f"line {number}", type(found).__name__, "one JSON object a line")
    return found


def _events(source: str, lines: list[tuple[int, bytes]]) -> tuple[Event, ...]:
    events: list[Event] = []
    for number, line in lines:
        event: Event = decode(_object(source, number, line), Event, source, f"line {number}")  # type: ignore[arg-type]
        events.append(event)
    return tuple(events)


def _bytes(lines: Sequence[tuple[int, bytes]]) -> bytes:
    return b"".join(line + b"\n" for _, line in lines)


def _seed(events: Sequence[Event]) -> int | None:
    return next((event.seed for event in events if isinstance(event, BattleStarted)), None)


__all__ = ["Record", "log_lines", "read", "record_of"]

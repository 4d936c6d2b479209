"""Runs the suite on an engine."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

import msgspec

from ...components.events import Event, EventBase
from ...components.position import Cube
from ...engine.decoding import convert
from ...engine.errors import ScenarioError, spelled
from ...engine.scenario.expectations import failures, names_the_end
from ...engine.scenario.format import Scenario, TurnSpec
from ...engine.scenario.read import read_cases, scenario_of
from ...engine.state.objectives import Victory
from ..battle import Battle
from ..bots.bot_process import BotFault, BotProcess, Limits

TILES = {
    "#": "tile.wall",
    "o": "tile.pillar",
    ":": "tile.difficult",
    "%": "tile.impeded",
    "~": "tile.water",
    "_": "tile.pit",
    "^": "tile.hazard",
    ",": "tile.obstacle",
    "d": "tile.earth",
    "s": "tile.earth",
    **dict.fromkeys("123456789", "tile.height"),
}
GRANTED = {"name", "side", "at", "size", "speed", "conditions"}
"""Creature fields that every engine must know, without a tag."""

Table = Mapping[str, Any]


def features(tree: Table) -> list[str]:
    return sorted({*_board(tree), *_creatures(tree), *_script(tree), *_expected(tree)})


def _board(tree: Table) -> Iterator[str]:
    board = tree["board"]
    legend = board.get("legend", {})
    for tile in set(board["map"]) - set(legend):
        if tile in TILES:
            yield TILES[tile]
    for meaning in legend.values():
        yield from (f"tile.{key}" for key in meaning)
    yield from (key for key in ("edges", "ceiling") if board.get(key) is not None and board[key] != [])
    yield from (f"rules.{switch}" for switch in tree.get("rules", {}))
    told = ("dice", "scene", "precise", "objectives", "abilities", "conditions", "items", "terrain")
    yield from (key for key in told if tree.get(key))


def _creatures(tree: Table) -> Iterator[str]:
    creatures: Sequence[Table] = tree.get("creatures", ())
    if len(creatures) > 1:
        yield "others"
    for creature in creatures:
        yield f"size.{creature.get('size', 'medium')}"
        speed = creature.get("speed")
        yield from (f"mode.{mode}" for mode in (speed if isinstance(speed, Mapping) else ("walk",)))
        yield from (f"condition.{condition}" for condition in creature.get("conditions", ()))
        yield from (f"creature.{key}" for key in creature if key not in GRANTED)
        if len(creature["at"]) > 2:
            yield "level"


def _script(tree: Table) -> Iterator[str]:
    for turn in tree.get("turns", ()):
        for intent in turn.get("intents", ()):
            yield f"do.{intent['do']}"
            yield from (f"do.{intent['do']}.{key}" for key in intent if key != "do")
            squares = [*intent.get("path", ()), *([intent["to"]] if "to" in intent else ())]
            if any(len(square) > 2 for square in squares):
                yield "level"


def _expected(tree: Table) -> Iterator[str]:
    for expect in tree.get("expect", ()):
        yield from (f"expect.{key}" for key in expect)
        if _raised(list(expect.values())):
            yield "level"
        if "event" in expect:
            yield f"event.{expect['event']['event']}"
            if "rules" in expect["event"]:
                yield "cites"


def _raised(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_raised, value.values()))
    if not isinstance(value, (list, tuple)):
        return False
    if len(value) == 3 and all(isinstance(one, int) for one in value):
        return bool(value[2])
    return any(map(_raised, value))


LIMITS = Limits(start=20.0, turn=60.0, battle=7200.0, line=16 * 2**20, output=2**32)


class NoAnswer(Exception):
    """Raised if an engine that is tested gives no answer or an invalid one."""


@dataclass(frozen=True, slots=True)
class EngineArrival:
    cost: float
    can_stop: bool


class EngineProcess:
    """The program of an engine that is tested, in a process of its own.

    Raises:
        BotFault: the engine cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = BotProcess(command, LIMITS)

    def ask(self, ask: str, **fields: Any) -> dict[str, Any]:
        self._process.tell(json.dumps({"ask": ask, **fields}).encode())
        line = self._process.hear(time.monotonic() + LIMITS.turn)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise NoAnswer(f"{ask}: {line[:80]!r} is no JSON object")
        if "error" in answer:
            raise NoAnswer(f"{ask}: {answer['error']}")
        return answer

    def close(self) -> None:
        self._process.close()


class RemoteBattle:
    """A scenario that the tested engine plays in its own process."""

    def __init__(self, engine: EngineProcess, scenario: Scenario) -> None:
        self._engine = engine
        self._board = Battle(scenario)
        self._creatures: dict[str, Any] = {}
        self.events: list[EventBase] = []
        tree = scenario.tree()
        for runners in ("turns", "expect", "proves", "tags"):
            tree.pop(runners, None)
        self._take("load", engine.ask("load", scenario=tree))

    def play(self, turn: TurnSpec) -> None:
        intents = msgspec.to_builtins(turn.intents)
        self._take("apply", self._engine.ask("apply", actor=turn.actor, intents=intents))

    def _take(self, ask: str, answer: Mapping[str, Any]) -> None:
        try:
            self.events += [convert(event, Event) for event in answer["events"]]
            self._creatures = dict(answer["creatures"])
        except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
            raise NoAnswer(f"{ask}: {error}") from None

    def why(self, actor: str, intent: Mapping[str, Any]) -> bool:
        return self._engine.ask("why", actor=actor, intent=intent).get("refused") is not None

    def creature(self, name: str) -> Any:
        try:
            told = self._creatures[name]
            cube = tuple(told["at"])
            space = told["space"] if "space" in told else self._board.creature(name).size.side
            return SimpleNamespace(
                position=SimpleNamespace(cube=cube),
                condition=SimpleNamespace(held=frozenset(told["conditions"])),
                health=SimpleNamespace(hp=told["hp"]),
                size=SimpleNamespace(side=space),
            )
        except (KeyError, TypeError) as error:
            raise NoAnswer(f"creatures: nothing is told of {name} ({error})") from None

    def reach(self, name: str, *, fresh: bool = True) -> Mapping[Cube, EngineArrival]:
        told = self._engine.ask("reach", creature=name)
        return {tuple(one["at"]): EngineArrival(one["cost"], one["can_stop"]) for one in told["reach"]}

    def threat(self, name: str) -> frozenset[Cube]:
        return frozenset(tuple(cube) for cube in self._engine.ask("threat", creature=name)["threat"])

    def flanked(self, target: str, by: str) -> bool:
        return bool(self._engine.ask("flanked", target=target, by=by)["flanked"])

    def distance(self, a: str, b: str) -> float:
        return float(self._engine.ask("distance", **{"from": a, "to": b})["distance"])

    def floor_at(self, x: int, y: int) -> int:
        return self._board.floor_at(x, y)

    def ending(self) -> Victory | None:
        told = self._engine.ask("ending")["ending"]
        return None if told is None else Victory(told["winner"], told["why"])


__all__ = ["BotFault", "EngineProcess", "NoAnswer", "RemoteBattle"]


PERFT = "perft.jsonl"
"""A ruleset's counts as JSON lines."""
DEPTH = 2
MOST_STARTS = 20

Outcome: TypeAlias = Literal["passed", "failed", "unclaimed"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a tested engine supports, by its own word: rulesets and features."""

    engine: str
    version: str
    rulesets: frozenset[str]
    features: frozenset[str] | None
    cites: bool
    """True if the engine names rule ids."""

    def covers(self, ruleset: str, tags: Sequence[str]) -> bool:
        if ruleset not in self.rulesets or ("cites" in tags and not self.cites):
            return False
        return self.features is None or self.features.issuperset(tags)


@dataclass(frozen=True, slots=True)
class Item:
    """One task of the test suite: a test case, or a position with expected counts."""

    ruleset: str
    chapter: str
    scenario: Scenario
    tags: tuple[str, ...]
    creature: str = ""
    counts: tuple[int, ...] = ()
    """The counts by depth; empty for a case."""


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The result of one task of the test suite."""

    item: Item
    outcome: Outcome
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class SuiteReport:
    """The results of all tasks of the test suite."""

    claim: Claim
    results: list[SuiteResult] = field(default_factory=list)

    def count(self, ruleset: str | None = None, chapter: str | None = None) -> dict[Outcome, int]:
        counts: dict[Outcome, int] = {"passed": 0, "failed": 0, "unclaimed": 0}
        for result in self.results:
            if ruleset in (None, result.item.ruleset) and chapter in (None, result.item.chapter):
                counts[result.outcome] += 1
        return counts

    def chapters(self) -> list[tuple[str, str]]:
        return list(dict.fromkeys((result.item.ruleset, result.item.chapter) for result in self.results))


def items(folder: Path, rulesets: Sequence[str] = ()) -> Iterator[Item]:
    homes = sorted(home for home in folder.iterdir() if home.is_dir()) if folder.is_dir() else []
    if not homes:
        raise ScenarioError(str(folder), "", "no suite", "the folder of fivefoot-suite.zip, which each release has")
    for home in homes:
        if rulesets and home.name not in rulesets:
            continue
        for file in sorted(home.glob("*.json")):
            for case in read_cases(file):
                yield Item(case.ruleset, file.stem, case, case.tags)
        counts = home / PERFT
        for number, line in enumerate(counts.read_text(encoding="utf-8").splitlines() if counts.is_file() else (), 1):
            yield _counted(f"{counts}:{number}", line)


def _counted(source: str, line: str) -> Item:
    try:
        told: dict[str, Any] = json.loads(line)
        scenario = scenario_of(told["scenario"], source)
        tags = ("perft", *features(told["scenario"]))
        return Item(scenario.ruleset, "perft", scenario, tags, told["creature"], tuple(told["counts"]))
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, ScenarioError):
            raise
        raise ScenarioError(source, "", f"no position ({error})", "a line of counts") from None


def run(
    command: Sequence[str],
    wanted: Sequence[Item],
    *,
    depth: int = DEPTH,
    tell: Callable[[SuiteResult], object] = lambda result: None,
) -> SuiteReport:
    engine, claim = _started(command)
    report, starts = SuiteReport(claim), 1
    try:
        for item in wanted:
            if not claim.covers(item.ruleset, item.tags) or names_the_end(item.scenario):
                result = SuiteResult(item, "unclaimed")
            else:
                try:
                    faults = tuple(_faults(engine, claim, item, depth))
                except BotFault as fault:
                    faults = (str(fault),)
                    engine.close()
                    starts += 1
                    if starts > MOST_STARTS:
                        raise ScenarioError(
                            command[0],
                            "",
                            f"an engine that has ended {MOST_STARTS} times, the last time: {fault}",
                            "one that answers",
                        ) from None
                    engine, _ = _started(command)
                result = SuiteResult(item, "failed" if faults else "passed", faults)
            report.results.append(result)
            tell(result)
    finally:
        engine.close()
    return report


def _started(command: Sequence[str]) -> tuple[EngineProcess, Claim]:
    engine: EngineProcess | None = None
    try:
        engine = EngineProcess(command)
        told = engine.ask("hello")
        known = told["features"]
        return engine, Claim(
            engine=str(told["engine"]),
            version=str(told.get("version", "")),
            rulesets=frozenset(told["rulesets"]),
            features=None if known == "all" else frozenset(known),
            cites=bool(told.get("cites", False)),
        )
    except (BotFault, NoAnswer, KeyError, TypeError) as error:
        if engine is not None:
            engine.close()
        raise ScenarioError(
            spelled(" ".join(command)), "hello", f"no engine ({error})", "an answer with engine, rulesets and features"
        ) from None


def _faults(engine: EngineProcess, claim: Claim, item: Item, depth: int) -> Iterator[str]:
    try:
        if item.counts:
            engine.ask("load", scenario=item.scenario.tree())
            for number, count in enumerate(item.counts[:depth], 1):
                found = engine.ask("perft", creature=item.creature, depth=number).get("count")
                if found != count:
                    yield f"depth {number}: expected {count}, found {found}"
            return
        case = item.scenario if claim.cites else msgspec.structs.replace(item.scenario, proves=())
        battle = RemoteBattle(engine, case)
        asks = claim.features is None or "why" in claim.features
        for turn in case.turns:
            refuses = None
            if asks and len(turn.intents) == 1:
                refuses = battle.why(turn.actor, msgspec.to_builtins(turn.intents[0]))
            before = len(battle.events)
            battle.play(turn)
            came = [event.event for event in battle.events[before:]]
            at_once = came[1:2] != [] and came[0] == "turn-started" and came[1] in ("refused", "moved", "done")
            if refuses is not None and at_once and refuses != (came[1] == "refused"):
                yield f"why says that {turn.actor} {'may not' if refuses else 'may'}, what happened was {came[1]}"
        yield from failures(case, battle)
    except NoAnswer as error:
        yield str(error)
    except (KeyError, TypeError, ValueError) as error:
        yield f"an answer that cannot be read ({error})"

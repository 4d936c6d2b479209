"""Runs the suite on an engine: every case and every count that it claims, with the results."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from ...engine.errors import ScenarioError, spelled
from ...engine.scenario.expectations import failures, names_the_end
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import read_cases, scenario_of
from .features import features
from .remote_battle import BotFault, EngineProcess, NoAnswer, RemoteBattle

PERFT = "perft.jsonl"
"""The file of a ruleset's counts: a JSON object a line with a `scenario`, a `creature` and `counts` by depth."""
DEPTH = 2
"""The depth of counts by default."""
MOST_STARTS = 20
"""How often an engine is started before it is given up."""

Outcome: TypeAlias = Literal["passed", "failed", "unclaimed"]


@dataclass(frozen=True, slots=True)
class Claim:
    """An engine's claim."""

    engine: str
    version: str
    rulesets: frozenset[str]
    features: frozenset[str] | None
    """The tags that it supports; None: all."""
    cites: bool
    """Whether it names the catalogue's ids."""

    def covers(self, ruleset: str, tags: Sequence[str]) -> bool:
        """Whether the claim covers an item with some tags."""
        if ruleset not in self.rulesets or ("cites" in tags and not self.cites):
            return False
        return self.features is None or self.features.issuperset(tags)


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the suite: a case, or a position with its counts."""

    ruleset: str
    chapter: str
    scenario: Scenario
    tags: tuple[str, ...]
    creature: str = ""
    counts: tuple[int, ...] = ()
    """Ends of the creature's turn by depth; empty for a case."""


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The result of an item."""

    item: Item
    outcome: Outcome
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class SuiteReport:
    """The results of the whole suite."""

    claim: Claim
    results: list[SuiteResult] = field(default_factory=list)

    def count(self, ruleset: str | None = None, chapter: str | None = None) -> dict[Outcome, int]:
        """The number of each outcome, of all items or some."""
        counts: dict[Outcome, int] = {"passed": 0, "failed": 0, "unclaimed": 0}
        for result in self.results:
            if ruleset in (None, result.item.ruleset) and chapter in (None, result.item.chapter):
                counts[result.outcome] += 1
        return counts

    def chapters(self) -> list[tuple[str, str]]:
        """(ruleset, chapter), each once, in the order of the suite."""
        return list(dict.fromkeys((result.item.ruleset, result.item.chapter) for result in self.results))


def items(folder: Path, rulesets: Sequence[str] = ()) -> Iterator[Item]:
    """Every item in a suite's folder, or of some rulesets in it.

    Raises:
        ScenarioError: there is no suite, or something in it is no case.
    """
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
    """Runs items on an engine.

    Raises:
        ScenarioError: it cannot be started, or does not say what it claims.
    """
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
    """A sentence for each difference from the suite.

    Raises:
        BotFault: the engine has ended, or takes too long.
    """
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

"""Finds the rule entries that a test case or named check proves."""

import ast
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..components.events import Refused
from ..engine.errors import ScenarioError
from ..engine.files import DATA_FILES
from ..engine.messages import message_of
from ..engine.rules.catalogue import catalogue
from ..engine.rules.ruleset import Ruleset
from ..engine.scenario.expectations import failures
from ..engine.scenario.format import Scenario
from ..engine.scenario.read import read_cases
from ..systems.drive import NeverSettles
from .battle import Battle


@dataclass(frozen=True, slots=True)
class EntryCoverage:
    """Which test or test scenario checks one rule of the catalogue."""

    id: str
    proof: str = ""
    check: str = ""
    note: str = ""
    """Why no program can test the entry."""

    @property
    def settled(self) -> bool:
        return bool(self.proof or self.check)

    @property
    def missing(self) -> bool:
        """True if a test of this rule is possible and there is none."""
        return not self.settled and not self.note


def entry_coverage(rules: Ruleset, proofs: Mapping[str, str], checks: Mapping[str, str]) -> list[EntryCoverage]:
    return [
        EntryCoverage(entry.id, proofs.get(entry.id, ""), checks.get(entry.id, ""), rules.notes.get(entry.id, ""))
        for entry in catalogue().get(rules.name, ())
    ]


def tree() -> Path | None:
    """Returns the folder of fivefoot's source code; None for an installed package."""
    if not isinstance(DATA_FILES, Path):
        return None
    root = DATA_FILES.resolve().parent
    return root if (root / "tests" / "cases").is_dir() and (root / "pyproject.toml").is_file() else None


CHECKS = "tests/named_checks.toml"


@dataclass(slots=True)
class Proofs:
    by_id: dict[str, str] = field(default_factory=dict)
    """The first passing case that proves each rule id."""
    passing: set[str] = field(default_factory=set)
    idle: list[tuple[str, str]] = field(default_factory=list)
    """(case, rule id) where the case claims to prove the rule but does not."""


def deciding(case: Scenario) -> set[str] | None:
    """Plays a test scenario. Returns the ids of the rules that it checks; None if it fails."""
    try:
        with Battle(case) as battle:
            battle.run()
            if failures(case, battle):
                return None
            cited = {frozenset(event.rules) for event in battle.events}
            return first_of(battle.rules.topics.values(), cited)
    except ScenarioError:
        return None


def first_of(topics: Iterable[tuple[str, ...]], cited: set[frozenset[str]]) -> set[str]:
    return {ids[0] for ids in topics if ids and any(rules.issuperset(ids) for rules in cited)}


def name_of(folder: Path, path: Path, case: Scenario) -> str:
    return f"{path.relative_to(folder).with_suffix('').as_posix()}: {case.title}"


def proofs_in(root: Path) -> Proofs:
    folder, found = root / "tests" / "cases", Proofs()
    for path in sorted(folder.rglob("*.toml")):
        for case in read_cases(path):
            decided = deciding(case)
            if decided is None:
                continue
            name = name_of(folder, path, case)
            found.passing.add(name)
            for known in case.proves:
                if known in decided:
                    found.by_id.setdefault(known, name)
                else:
                    found.idle.append((name, known))
    return found


class KnownRefusal(NamedTuple):
    """One kind of refusal, with an example from the test scenarios."""

    message: str
    rules: tuple[str, ...]
    example: str
    """The sentence that the player reads."""
    case: str


def refusals_in(root: Path, rulesets: Collection[str]) -> list[KnownRefusal]:
    """Returns all kinds of refusals that occur in the test scenarios, with an example each."""
    folder, found = root / "tests" / "cases", dict[str, KnownRefusal]()
    for path in sorted(folder.rglob("*.toml")):
        for case in read_cases(path):
            if case.ruleset not in rulesets:
                continue
            for event in _refused(case):
                message = message_of(event.reason)
                example = KnownRefusal(message, tuple(event.rules), event.reason, name_of(folder, path, case))
                found.setdefault(message, example)
    return sorted(found.values())


def _refused(case: Scenario) -> list[Refused]:
    try:
        with Battle(case) as battle:
            return [event for event in battle.run() if isinstance(event, Refused)]
    except (ScenarioError, NeverSettles):
        return []


def checks_in(root: Path, passing: set[str]) -> dict[str, str]:
    """Returns {rule id: test or test scenario that checks the rule and passes}."""
    file = root / CHECKS
    named = tomllib.loads(file.read_text(encoding="utf-8"))["checks"] if file.is_file() else {}
    found: dict[str, str] = {}
    for known, check in named.items():
        kind, _, what = check.partition(" ")
        if (kind == "case" and what in passing) or (kind == "test" and is_there(root, what)):
            found[known] = check
    return found


def is_there(root: Path, what: str) -> bool:
    file, _, function = what.partition("::")
    if not (root / file).is_file():
        return False
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in ast.walk(tree))

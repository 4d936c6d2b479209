"""Which catalogue entries count as proven: by a passing case that cites them, or by a named check."""

import ast
import tomllib
from pathlib import Path

from ..engine.errors import ScenarioError
from ..engine.scenario.expectations import failures
from ..engine.scenario.format import Scenario
from ..engine.scenario.read import read_cases
from .battle import Battle

CHECKS = "tests/named_checks.toml"
"""The file that names a check for each entry that no event or refusal can cite."""


def holds(case: Scenario) -> bool:
    """Whether a case plays and all its expectations and proofs hold."""
    try:
        with Battle(case) as battle:
            battle.run()
            return not failures(case, battle)
    except ScenarioError:
        return False


def name_of(folder: Path, path: Path, case: Scenario) -> str:
    """The name of a case: its file below the folder of cases, and its title."""
    return f"{path.relative_to(folder).with_suffix('').as_posix()}: {case.title}"


def proofs_in(root: Path) -> tuple[dict[str, str], set[str]]:
    """(for each id the first passing case that proves it, the names of all passing cases) of a source tree."""
    folder = root / "tests" / "cases"
    proofs: dict[str, str] = {}
    passing: set[str] = set()
    for path in sorted(folder.rglob("*.toml")):
        for case in read_cases(path):
            if holds(case):
                name = name_of(folder, path, case)
                passing.add(name)
                for known in case.proves:
                    proofs.setdefault(known, name)
    return proofs, passing


def checks_in(root: Path, passing: set[str]) -> dict[str, str]:
    """For each id its named check: a case that passes, or a test that exists (the test run proves it)."""
    file = root / CHECKS
    named = tomllib.loads(file.read_text(encoding="utf-8"))["checks"] if file.is_file() else {}
    found: dict[str, str] = {}
    for known, check in named.items():
        kind, _, what = check.partition(" ")
        if (kind == "case" and what in passing) or (kind == "test" and is_there(root, what)):
            found[known] = check
    return found


def is_there(root: Path, what: str) -> bool:
    """Whether the source tree has a test `file::function`.

    Whether a test, `file::function`, is in the source tree.
    """
    file, _, function = what.partition("::")
    if not (root / file).is_file():
        return False
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in ast.walk(tree))

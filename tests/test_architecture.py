"""The house keeps its shape: the contracts of import-linter hold, and no game is named in shared code."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.under_test import HOME

from fivefoot.engine.rules.catalogue import universal

FOLDERS = ("components", "engine", "systems", "scenes", "assets")
ROOT = Path(__file__).parents[1]


def modules(*folders: str) -> list[Path]:
    """Every Python file in the folders, in a fixed order."""
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    """The syntax tree of a file, parsed once."""
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(file: Path) -> Iterator[tuple[int, str]]:
    """Line and top-level name of each absolute import."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.partition(".")[0]


def importers(names: set[str], *folders: str) -> list[str]:
    """``file:line imports name`` for each absolute import of one of the names."""
    return [
        f"{file.relative_to(ROOT)}:{line} imports {name}"
        for file in modules(*folders)
        for line, name in imported(file)
        if name in names
    ]


def ruleset_names() -> set[str]:
    """The names in the catalogue's own file names, spelled with hyphens and with underscores."""
    files = sorted((ROOT / "assets" / "rules").glob("*.toml"))
    return {file.stem for file in files} | {file.stem.replace("_", "-") for file in files}


def strings(file: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each string constant that is not a docstring."""
    nodes = list(ast.walk(tree(file)))
    documentation = {
        id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def test_the_import_contracts_hold(tmp_path: Path) -> None:
    pytest.importorskip("importlinter")
    package = tmp_path / "fivefoot"
    shutil.copytree(ROOT / "src" / "fivefoot", package, ignore=shutil.ignore_patterns(*FOLDERS, "__pycache__"))
    for folder in FOLDERS:  # as an installation lays them out, so that no link is needed in the checkout
        shutil.copytree(ROOT / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    outcome = subprocess.run(
        [sys.executable, "-c", lint, "--config", str(ROOT / "pyproject.toml"), "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert "0 broken" in outcome.stdout


def test_no_folder_is_imported_as_a_package_of_its_own() -> None:
    assert importers(set(FOLDERS), *FOLDERS, "src", "tests") == []


def test_inside_the_package_imports_are_relative() -> None:
    assert importers({"fivefoot"}, *FOLDERS, "src") == []


def test_shared_code_names_no_ruleset() -> None:
    names = ruleset_names()
    assert names, "no catalogue under assets/rules"
    found = [
        f"{file.relative_to(ROOT)}:{line} says {text!r}"
        for file in modules("components", "engine", "systems", "scenes", "src")
        if ROOT / "engine" / "rulesets" not in file.parents
        for line, text in strings(file)
        if any(name in text for name in names)
    ]
    assert found == [], "which question is missing from Ruleset?"


def test_importing_the_package_imports_no_heavy_module() -> None:
    heavy = {"esper", "msgspec", "numpy", "pygame", "typer"}
    look = f"import sys, fivefoot; print(*sorted(set({sorted(heavy)!r}) & sys.modules.keys()))"
    outcome = subprocess.run(
        [sys.executable, "-c", look],
        env={**os.environ, "PYTHONPATH": HOME},
        capture_output=True,
        text=True,
        check=True,
    )
    assert outcome.stdout.split() == []


def test_every_folder_of_code_reaches_the_wheel() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    expected = {"src/fivefoot": "fivefoot"} | {folder: f"fivefoot/{folder}" for folder in FOLDERS}
    assert wheel["sources"] == expected
    assert sorted(wheel["only-include"]) == sorted(expected)


def asked_switches(source: ast.Module) -> set[str]:
    """Switches that a source asks for by name; `*` for a name that is worked out."""
    return {
        str(node.args[0].value) if isinstance(node.args[0], ast.Constant) else "*"
        for node in ast.walk(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("setting", "word")
        if node.args and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "protocol")
    }


def test_a_switch_asked_for_by_name_is_seen() -> None:
    for call, found in (
        ('world.rules.setting("altitude") == "abstract"', {"altitude"}),
        ('rules.word("run-line", "any")', {"run-line"}),
        ("rules.setting(name)", {"*"}),
    ):
        assert asked_switches(ast.parse(f"def f(world, rules, name): return {call}")) == found


def test_shared_code_asks_for_no_switch_that_only_some_games_have() -> None:
    own = ROOT / "engine" / "rulesets"
    known = set(universal(""))
    asked = {
        str(file.relative_to(ROOT)): names - known
        for file in modules("components", "engine", "systems", "scenes", "src")
        if own not in file.parents and (names := asked_switches(tree(file))) - known
    }
    # the two questions themselves, and the comparison of two rulesets switch by switch
    assert asked == {"engine/rules/ruleset.py": {"*"}, "src/fivefoot/play/comparison.py": {"*"}}


def test_no_line_end_cuts_a_rule_id() -> None:
    """Half an id is found by no search, nor by the mutation of what names it."""
    cut = re.compile(r"\b(?:ep|srd|asc|ds|pf2)(?:\.[a-z0-9-]+)+-$", re.MULTILINE)
    found = {
        str(file.relative_to(ROOT)): halves
        for file in modules("components", "engine", "systems", "scenes", "src")
        if (halves := cut.findall(file.read_text(encoding="utf-8")))
    }
    assert found == {}


SAFE = ("engine/decoding.py", "engine/scenario/validate.py", "components/intents.py")
"""The modules that use types only after their information is complete."""


def test_types_are_complete_before_threads_decode_them() -> None:
    typed = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in modules("components", "engine", "systems", "scenes", "src/fivefoot/play")
        if file.relative_to(ROOT).as_posix() not in SAFE
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).startswith("msgspec.")
        and (
            ast.unparse(node.func).endswith(".convert")
            or (ast.unparse(node.func).endswith(".Decoder") and node.args)
            or any(given.arg == "type" for given in node.keywords)
        )
    ]
    assert typed == []

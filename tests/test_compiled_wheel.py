"""Compiled wheels: interpreted modules are listed with reasons, no type folds silently, and a wheel plays alike.

Building one takes minutes: a wheel is built where FIVEFOOT_TRY_COMPILED asks for it. With `1` it is built without
optimising, its logs are compared and games are built on it; with `all` the whole suite is tried on it.
"""

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TABLE: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["fivefoot"]
INTERPRETED: dict[str, list[str]] = TABLE["compiled"]["interpreted"]
FLAG_OR_NUMBER = {"components/intents.py: Forced.vertical"}
"""Fields that hold a flag or a number, because files do: what is compiled reads other names for them."""
NUMBERS = {"int", "Distance", "Figure", "Ordinate"}
ASKED = os.environ.get("FIVEFOOT_TRY_COMPILED", "0")
asked = pytest.mark.skipif(ASKED == "0", reason="of what goes to mypyc: `nox -s compiled` runs it")
TRIED = ["tests/test_golden.py", "tests/test_your_game.py", "tests/play/test_own_parts.py"]
"""What is tried on a wheel each time: what a game builds on it."""


def build_hook() -> ModuleType:
    """What builds the wheel."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    return hook


@cache
def compiled() -> dict[str, ast.Module]:
    """The modules that are compiled, by their paths below the repository; nobody changes them."""
    names = build_hook().modules_to_compile(ROOT)
    return {name: ast.parse((ROOT / name).read_text(encoding="utf-8")) for name in names}


def classes(module: ast.Module) -> Iterator[tuple[ast.ClassDef, set[str], set[str]]]:
    """Each class of a module, the names of what it extends, and the names of its decorators."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            bases = {name for base in node.bases for name in ast.unparse(base).replace("[", ".").split(".")}
            yield node, bases, {ast.unparse(one).partition("(")[0] for one in node.decorator_list}


def flags_or_numbers(annotation: ast.expr) -> bool:
    """Whether an annotation is a union of a flag and a number and of nothing else but None."""
    parts = {part.strip() for part in ast.unparse(annotation).strip("'\"").split("|")} - {"None"}
    return "bool" in parts and len(parts) > 1 and parts - {"bool"} <= NUMBERS


def test_the_list_names_what_is_there_and_says_why() -> None:
    rooms = tuple(f"{room}/" for room in TABLE["compiled"]["rooms"])
    names = [name for listed in INTERPRETED.values() for name in listed]
    assert [name for name in names if not (ROOT / name).exists() or not name.startswith(rooms)] == []
    assert len(set(names)) == len(names)
    assert all(len(reason.split()) > 3 for reason in INTERPRETED)


def test_no_class_is_compiled_that_cannot_be() -> None:
    """Structs, checked protocols and data classes of a type variable stay interpreted; the others are marked."""
    found = []
    for name, module in compiled().items():
        for node, bases, decorators in classes(module):
            listed = {"Struct", "Table", "IntentBase", "EventBase", "EffectActBase", "Memory", "TurnMemory"} & bases
            listed |= {"runtime_checkable"} & decorators
            listed |= {"Generic"} & bases if "dataclass" in decorators else set()
            if listed:
                found.append(f"{name}: {node.name}")
    assert found == []


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package as it goes to mypyc."""
    folder = tmp_path_factory.mktemp("stage")
    build_hook().staged(ROOT, folder)
    return folder / "fivefoot"


@asked
@pytest.mark.sources("marks are put on the sources")
def test_what_games_extend_and_what_is_copied_is_marked(stage: Path) -> None:
    marks: dict[str, set[str]] = {}
    for name in compiled():
        path = stage / name.removeprefix("src/fivefoot/")
        for node, _, decorators in classes(ast.parse(path.read_text(encoding="utf-8"))):
            marks[f"{name}: {node.name}"] = {one.removeprefix("_") for one in decorators}
    extended = ["components/plan.py: Walk", "components/plan.py: ActBase", "components/stats.py: Gear"]
    extended += ["systems/system.py: System", "systems/strikes.py: ProvocationSystem", "engine/dice.py: Dice"]
    assert [one for one in extended if "mypyc_attr" not in marks[one]] == []
    ordinary = ["engine/state/verdict.py: Forbidden", "engine/rules/ruleset.py: Ruleset"]
    ordinary += ["engine/field/ground.py: Ground", "components/stats.py: Nature"]
    assert [one for one in ordinary if "ordinary_class" not in marks[one]] == []
    assert marks["components/plan.py: MovementBudget"] == set()


def test_nothing_compiled_goes_round_a_constructor() -> None:
    """mypyc takes `Log.__new__(Log)` for `Log()`."""
    found = [
        f"{name}: {ast.unparse(node)}"
        for name, module in compiled().items()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".__new__")
    ]
    assert found == []


@asked
@pytest.mark.sources("signatures are read from the sources")
def test_a_constructor_is_written_out_as_python_makes_it(stage: Path) -> None:
    """Each has the parameters of its data class, in their order, and all lines keep their numbers."""
    written = 0
    for name, source in compiled().items():
        path = Path("fivefoot", name.removeprefix("src/fivefoot/"))
        before = {node.name: node for node in source.body if isinstance(node, ast.ClassDef)}
        for node in ast.parse((stage.parent / path).read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.ClassDef):
                continue
            assert node.lineno == before[node.name].lineno, f"{path}: {node.name}"
            own, made = constructor_of(before[node.name]), constructor_of(node)
            if made is None or own is not None:
                continue
            wanted = signature(getattr(import_module(".".join(path.with_suffix("").parts)), node.name)).parameters
            assert [one.arg for one in (*made.args.args[1:], *made.args.kwonlyargs)] == list(wanted), node.name
            defaults = len(made.args.defaults) + sum(one is not None for one in made.args.kw_defaults)
            assert defaults == sum(one.default is not one.empty for one in wanted.values()), node.name
            written += 1
    assert written > 40


def constructor_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    """The constructor that a class writes out, if it does."""
    return next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)


def test_no_field_is_a_flag_or_a_number() -> None:
    """mypyc takes `bool | int` for `int`, and True is 1 from then on, without a word."""
    modules = compiled()
    read = {attribute.rpartition(".")[2] for attribute in FLAG_OR_NUMBER}
    found, used = set(), set()
    for file in [*map(ROOT.joinpath, modules), *sorted((ROOT / "components").glob("*.py"))]:
        name = file.relative_to(ROOT).as_posix()
        for owner in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for node in ast.iter_child_nodes(owner):
                if isinstance(node, ast.AnnAssign) and flags_or_numbers(node.annotation):
                    found.add(f"{name}: {getattr(owner, 'name', '')}.{ast.unparse(node.target)}")
                if isinstance(node, ast.arg) and node.annotation is not None and flags_or_numbers(node.annotation):
                    found.add(f"{name}: {node.arg}")
                if isinstance(node, ast.FunctionDef) and node.returns is not None and flags_or_numbers(node.returns):
                    found.add(f"{name}: {node.name}()")
                if name in modules and isinstance(node, ast.Attribute) and node.attr in read:
                    used.add(f"{name}: {ast.unparse(node)}")
    assert found == FLAG_OR_NUMBER
    assert used == set()


@pytest.mark.parametrize(
    ("annotation", "folds"),
    [
        ("bool | int", True),
        ("bool | Figure | None", True),
        ("bool | None", False),
        ("int | None", False),
        ("str | int | bool", False),
    ],
)
def test_a_union_that_folds_is_found(annotation: str, folds: bool) -> None:
    assert flags_or_numbers(ast.parse(annotation, mode="eval").body) is folds


def said(*words: str | Path, **environment: str) -> str:
    """Standard output of a command in the checkout; fails the test with all that it said if it fails."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FIVEFOOT_PURE")}
    outcome = subprocess.run(
        [str(word) for word in words],
        cwd=ROOT,
        env={**kept, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert outcome.returncode == 0, f"{words}\n{outcome.stdout[-5000:]}\n{outcome.stderr[-5000:]}"
    return outcome.stdout


@pytest.mark.slow
@pytest.mark.skipif(
    ASKED not in ("1", "all"), reason="FIVEFOOT_TRY_COMPILED=1 builds a wheel; =all tries all tests on it"
)
def test_a_compiled_wheel_plays_alike(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip")
    level = "1" if ASKED == "all" else "0"
    battles = (sys.executable, "-m", "tests.digests", "1", "2", "1" if ASKED == "all" else "7")
    own, source = tmp_path / "own", str(ROOT / "src")
    with ThreadPoolExecutor() as beside:  # the other builds play while the wheel is made
        others = [beside.submit(said, *battles, PYTHONPATH=source, **pure) for pure in ({}, {"FIVEFOOT_PURE": "1"})]
        said(*pip, "wheel", "--no-deps", "-w", tmp_path, ROOT, FIVEFOOT_COMPILE="1", FIVEFOOT_COMPILE_LEVEL=level)
        (wheel,) = tmp_path.glob("*.whl")
        said(*pip, "install", "-q", "--no-deps", "--target", own, wheel)  # before all else that is installed
        look = said(sys.executable, "-m", "fivefoot", "--version", "--verbose", PYTHONPATH=str(own))
        assert "modules: compiled\nsearch: compiled" in look
        logs = said(*battles, PYTHONPATH=str(own))
        assert [other.result() for other in others] == [logs, logs]
    suite = ["tests"] if ASKED == "all" else TRIED
    options = [
        "-q",
        "-n",
        os.environ.get("FIVEFOOT_TEST_WORKERS", "auto"),
        "-o",
        "pythonpath=.",
        "-p",
        "no:cacheprovider",
    ]
    said(sys.executable, "-m", "pytest", *options, *suite, PYTHONPATH=str(own), FIVEFOOT_TRY_COMPILED="0")

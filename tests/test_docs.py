"""The code in README, docs and examples runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.public_api import MODULES
from tests.renew import with_rows
from tests.under_test import HOME

import fivefoot
from fivefoot.components import events, intents

ROOT = Path(__file__).parents[1]
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
TOML_BLOCK = re.compile(r"^```toml\n(.*?)^```", re.DOTALL | re.MULTILINE)


def run(arguments: list[str]) -> str:
    """The standard output of a Python that finds this checkout."""
    environment = {**os.environ, "PYTHONPATH": HOME}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "path",
    [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.py"))],
    ids=lambda path: path.name,
)
def test_what_the_docs_and_examples_import_is_public(path: Path) -> None:
    """As `docs/stability.md` promises."""
    text = path.read_text(encoding="utf-8")
    code = (
        text
        if path.suffix == ".py"
        else "\n".join(re.findall(r"^ *```python\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE))
    )
    found = re.findall(r"^\s*(?:from|import) fivefoot\.(\w+)", code, re.MULTILINE)
    assert set(found) <= set(MODULES)


LONG = {"search_brain", "train_ten_lines"}
"""Examples that take a while."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.nightly if path.stem in LONG else ())
        for path in sorted((ROOT / "examples").glob("*.py"))
    ],
    ids=lambda path: path.stem,
)
def test_each_example_runs_and_prints(path: Path) -> None:
    """Each example runs and says something."""
    if "learn" in path.stem or "train" in path.stem:
        pytest.importorskip("pettingzoo")
    assert run([str(path)]).strip()


@pytest.mark.parametrize("page", ["README.md", "docs/intents-and-log.md", "docs/in-your-game.md"])
def test_python_in_the_docs(page: str) -> None:
    """The Python blocks of a page run, and a square is moved."""
    blocks = PYTHON_BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        assert "'event': 'moved'" in run(["-c", block])


def test_the_first_steps_can_be_typed() -> None:
    """Both programs run: a room with its costs, a refusal and a blow; and the better brain wins."""
    room, battles = PYTHON_BLOCK.findall((ROOT / "docs" / "first-steps.md").read_text(encoding="utf-8"))
    said = run(["-c", room])
    assert "Ann has no path to" in said
    assert "Ann strikes Orc" in said
    assert int(re.findall(r"'cunning': (\d+)", run(["-c", battles]))[0]) > 10


def test_the_readme_shows_what_its_example_prints() -> None:
    """Every line of output that the first page shows is one of those that its example prints."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = PYTHON_BLOCK.findall(text)
    shown = text.split("\nprints\n\n```\n")[1].split("\n```")[0].splitlines()
    printed = run(["-c", block]).splitlines()
    assert len(shown) > 2
    assert [line for line in shown if line != "..."] == [line for line in printed if line in shown]


@pytest.mark.parametrize("kind", [*intents.KINDS, *get_args(events.Event)], ids=lambda kind: kind.__name__)
def test_the_page_on_intents_and_the_log_names_what_there_is(kind: type[msgspec.Struct]) -> None:
    """Every intent and every event has one row, which names its fields but those that all share."""
    page = (ROOT / "docs" / "intents-and-log.md").read_text(encoding="utf-8")
    tag = kind.__struct_config__.tag
    rest = re.sub(r"^## Choices.*?(?=^## )", "", page, flags=re.DOTALL | re.MULTILINE)
    (row,) = [line for line in rest.splitlines() if line.startswith("|") and f"`{tag}`" in line.split("|")[1]]
    shared = {"action", "part", "seq", "round", "turn", "rules"}
    fields = set(kind.__struct_encode_fields__) - shared
    assert {field for field in fields if f"`{field}`" not in row} == set()


def test_the_page_on_the_architecture_names_what_there_is() -> None:
    """Each path that it names exists, and each room has a line."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tracked = [
        f"/{path.relative_to(ROOT).as_posix()}{'/' if path.is_dir() else ''}"
        for room in ("assets", "benchmarks", "components", "docs", "engine", "scenes", "src", "systems", "tests")
        for path in ((ROOT / room), *(ROOT / room).rglob("*"))
        if "__pycache__" not in path.parts
    ]
    named = re.findall(r"`([\w./-]+(?:\.(?:py|c|md|toml)|/))`", page)
    assert len(named) > 60
    found = ("".join(f"{path}\n" for path in tracked)) + "/pyproject.toml\n/hatch_build.py\n"
    assert [name for name in named if f"/{name}\n" not in found] == []
    rooms = {
        path.parent for top in ("engine", "scenes", "src/fivefoot/play") for path in (ROOT / top).glob("*/__init__.py")
    }
    assert [room.name for room in rooms if f"`{room.relative_to(ROOT).as_posix()}/`" not in page] == []


class Vault(intents.MovingIntent, frozen=True, kw_only=True, tag="vault"):
    """Jumping over a wall."""

    to: intents.Square


class Bow(intents.IntentBase, frozen=True, kw_only=True, tag="bow"):
    """Bowing to an enemy."""


def test_an_intent_without_a_row_gets_one() -> None:
    table = "| `do` | fields | |\n| --- | --- | --- |\n| `stand`, `crouch` | | postures |\n| `end` | | ends |\n"
    renewed = with_rows(table, [intents.Crouch, Vault, Bow, intents.End])
    rows = "| `vault` | `mode`, `to` | Jumping over a wall |\n| `bow` | | Bowing to an enemy |\n"
    assert renewed == table.replace("| `end` |", f"{rows}| `end` |")
    assert with_rows(renewed, [Vault, Bow]) == renewed


@pytest.mark.parametrize("page", ["scenario-files.md", "abilities.md"])
def test_scenario_in_the_docs(page: str) -> None:
    """The scenario that the docs explain plays, and its expectation holds."""
    from fivefoot.engine.scenario.expectations import failures

    block, *_ = TOML_BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    with fivefoot.loads(block) as battle:
        battle.run()
        assert failures(battle.scenario, battle) == []


DUEL = """
[board]
map = "......"
[[creatures]]
name = "orc"
side = "blue"
at = [2, 0]
[[creatures]]
name = "mia"
side = "red"
at = [1, 0]
damage = "1d6"
"""


def test_abilities_in_the_docs() -> None:
    """The abilities that the docs show load in a file of the ruleset that they speak of, and can be used."""
    _, *blocks = TOML_BLOCK.findall((ROOT / "docs" / "abilities.md").read_text(encoding="utf-8"))
    assert len(blocks) == 5
    for block in blocks:
        names = sorted(set(re.findall(r"^\[abilities\.(\w+)\]", block, re.MULTILINE)))
        text = block if block.startswith("ruleset") else f'ruleset = "d20-srd"\n{block}'
        with fivefoot.loads(f"{text}\n{DUEL}can = {json.dumps(names)}\n") as battle:
            battle.begin_turn("mia")
            assert sorted(battle.abilities("mia")) == names
            for name in names:
                wanted = {"do": "use", "ability": name}
                ability = battle.world.abilities[name]
                square = ability.target is not None and ability.target.kind == "square"
                refusal = battle.why("mia", wanted | ({"at": [2, 0]} if square else {"target": "orc"}))
                assert refusal is None or name == "dash", refusal

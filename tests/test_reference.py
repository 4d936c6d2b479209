"""The reference holds every public name, and its examples run."""

import importlib.util
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import get_args

import msgspec
import pytest
from tests import renew
from tests.public_api import INVENTORY, inventory
from tests.under_test import HOME

from fivefoot.components import events, intents
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rulesets import RULESETS
from fivefoot.scenes.commands.overview import COMMANDS

ROOT = Path(__file__).parents[1]
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def loaded() -> ModuleType:
    """The module that writes the reference, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("fivefoot_docs_reference", ROOT / "docs" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = loaded()
MODULES: list[str] = reference.public_modules()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages by name."""
    folder = tmp_path_factory.mktemp("reference")
    reference.write(folder)
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.md")}


def by_hand(module: str) -> str:
    """What is written by hand about a public module."""
    return (ROOT / "docs" / "api" / f"{module.partition('.')[2] or 'fivefoot'}.md").read_text(encoding="utf-8")


@pytest.mark.sources("signatures and docstrings are read from the sources")
@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_an_entry(pages: dict[str, str], module: str) -> None:
    page = pages[f"api/{module.partition('.')[2] or 'fivefoot'}.md"]
    for name in reference.public_names(module):
        assert re.search(rf"^\.\. (auto\w+:: {re.escape(module)}\.|py:data:: ){name}$", page, re.MULTILINE), name


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_used_in_an_example_that_runs(module: str) -> None:
    blocks = PYTHON_BLOCK.findall(by_hand(module))
    assert blocks
    code = "\n".join(blocks)
    there = import_module(module)
    listed = module in ("fivefoot.intents", "fivefoot.events")  # each kind has its example in the lists
    unused = [
        name
        for name in reference.public_names(module)
        if not re.search(rf"\b{name}\b", code)
        and not (listed and isinstance(getattr(there, name), type) and issubclass(getattr(there, name), msgspec.Struct))
    ]
    assert unused == []
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block],
            env={**os.environ, "PYTHONPATH": HOME},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.sources("signatures and docstrings are read from the sources")
def test_every_intent_and_event_has_a_section_and_an_example(pages: dict[str, str]) -> None:
    for page, kinds in (("intents.md", intents.KINDS), ("events.md", get_args(events.Event))):
        sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", pages[page], re.DOTALL | re.MULTILINE))
        assert list(sections) == [str(kind.__struct_config__.tag) for kind in kinds]
        for name, section in sections.items():
            assert "```json\n{" in section, name


@pytest.mark.sources("signatures and docstrings are read from the sources")
def test_every_rule_switch_and_command_is_there(pages: dict[str, str]) -> None:
    for name, entries in catalogue().items():
        found = re.findall(r"^### (\S+)$", pages[f"rules/{name}.md"], re.MULTILINE)
        assert found == [entry.id for entry in entries]
    for ruleset in RULESETS.values():
        section = pages["switches.md"].split(f"\n## {ruleset.name}\n")[1].split("\n## ")[0]
        assert re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE) == list(ruleset.switches)
    assert re.findall(r"^## `fivefoot (\S+)`$", pages["command-line.md"], re.MULTILINE) == list(COMMANDS)


@pytest.mark.sources("signatures and docstrings are read from the sources")
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="signatures are spelled as Python 3.11 does")
def test_public_names_are_those_of_the_inventory() -> None:
    """A change of what is public is made on purpose: `python tests/public_api.py --write`, and a word in `changes/`."""
    assert inventory() == INVENTORY.read_text(encoding="utf-8").splitlines()


@pytest.mark.sources("what is derived is written from the sources")
def test_the_public_module_of_intents_is_current() -> None:
    """`python -m tests.renew` writes it."""
    assert renew.INTENTS.read_text(encoding="utf-8") == renew.intents_module()

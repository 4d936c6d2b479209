"""Import is cheap: the imports of the first battle and of the command line are listed, and there are no others."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.under_test import HOME

ROOT = Path(__file__).parents[1]

LIBRARIES = {"fivefoot", "fivefoot__mypyc", "esper", "msgspec", "typing_extensions"}
"""What is not Python's own and may come with a battle; typing_extensions comes with msgspec where it is there."""
NOT_NEEDED = {
    "asyncio", "concurrent", "ctypes", "email", "http", "logging", "multiprocessing", "pickle", "queue", "shutil",
    "socket", "sqlite3", "ssl", "subprocess", "tempfile", "unittest", "xml", "zipfile",
}  # fmt: skip
"""Parts of Python's own library that are slow to import or for something else."""
ROOMS = {
    "fivefoot.components",
    "fivefoot.engine",
    "fivefoot.play",
    "fivefoot.systems",
}
PLAY = {
    "battle",
    "commands",
    "history",
    "input_checks",
    "loading",
    "log_table",
    "outlook",
    "parts",
    "save",
    "saved_state",
}
"""The modules of fivefoot.play that a battle is made of."""
LIST_OF_COMMANDS = {"", ".__main__", ".scenes", ".scenes.commands", ".scenes.commands.overview"}
LIST_OF_COMMANDS |= {".scenes.commands.process"}
"""What `fivefoot --help` needs of fivefoot."""


def imported(code: str) -> list[str]:
    """The modules that the code brings with it, in a fresh interpreter."""
    look = f"import sys; before = set(sys.modules)\n{code}\n"
    look += "import json; print(json.dumps(sorted(set(sys.modules) - before)), file=sys.__stderr__)"
    environment = {**os.environ, "PYTHONPATH": HOME}
    done = subprocess.run(
        [sys.executable, "-c", look], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules: list[str] = json.loads(done.stderr.splitlines()[-1])
    return modules


def test_importing_fivefoot_imports_nothing_of_it() -> None:
    assert [name for name in imported("import fivefoot") if name.startswith("fivefoot.")] == []


@pytest.fixture(scope="module")
def first_battle() -> list[str]:
    return imported("import fivefoot; fivefoot.load('assets/scenarios/bridge.toml')")


def test_the_first_battle_brings_two_libraries(first_battle: list[str]) -> None:
    tops = {name.partition(".")[0] for name in first_battle}
    assert {top for top in tops if top not in sys.stdlib_module_names} <= LIBRARIES
    assert tops & NOT_NEEDED == set()


def test_the_first_battle_brings_one_ruleset_and_no_player_from_outside(first_battle: list[str]) -> None:
    ours = [name for name in first_battle if name.startswith("fivefoot.")]
    assert {".".join(name.split(".")[:2]) for name in ours} == ROOMS
    assert {name.split(".")[2] for name in ours if name.startswith("fivefoot.play.")} == PLAY
    rulesets = {name.split(".")[3] for name in ours if name.startswith("fivefoot.engine.rulesets.")}
    assert rulesets == {"epic_path", "memories", "shared"}


def test_the_list_of_commands_brings_no_engine() -> None:
    code = "sys.argv = ['fivefoot', '--help']\nfrom fivefoot.__main__ import main\n"
    code += "try: main()\nexcept SystemExit: pass"
    found = imported(code)
    assert {name for name in found if name.startswith("fivefoot")} == {f"fivefoot{name}" for name in LIST_OF_COMMANDS}
    assert {"typer", "rich", "msgspec", "esper", "pygame", "numpy"} & set(found) == set()

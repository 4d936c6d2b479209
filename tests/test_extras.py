"""A missing library is reported in one sentence with the command that installs it, and the core works without."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.under_test import link_into

from fivefoot.engine.extras import EXTRAS, MissingExtra, require

ROOT = Path(__file__).parents[1]
CORE = ("esper", "msgspec")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def closure(names: tuple[str, ...]) -> set[str]:
    """The distributions of those names and everything that they need here."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for line in metadata.requires(name) or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                waiting.append(wanted.name)
    return found


Python = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def python_with(tmp_path: Path) -> Callable[..., Python]:
    """A Python that has this checkout and the named distributions, and nothing else."""

    def made(*distributions: str) -> Python:
        site = tmp_path / "site"
        site.mkdir()
        link_into(site)
        for name in closure(distributions):
            for file in metadata.files(name) or ():
                top = file.parts[0]
                if top != ".." and not (site / top).exists():
                    (site / top).symlink_to(Path(str(metadata.distribution(name).locate_file(top))))

        def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
            return subprocess.run(
                [sys.executable, "-S", *arguments],
                env={**os.environ, "PYTHONPATH": str(site), "COLUMNS": "200"},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
            )

        return run

    return made


def test_the_core_needs_two_libraries() -> None:
    assert sorted(Requirement(line).name for line in PROJECT["dependencies"]) == sorted(CORE)


def test_every_extra_that_is_named_brings_its_library() -> None:
    extras = PROJECT["optional-dependencies"]
    brought_by = metadata.packages_distributions()

    def brings(extra: str) -> set[str]:
        found: set[str] = set()
        for line in extras[extra]:
            wanted = Requirement(line)
            if wanted.name == "fivefoot":
                for inner in wanted.extras:
                    found |= brings(inner)
            else:
                found.add(wanted.name.lower().replace("_", "-"))
        return found

    def needed(line: str) -> bool:
        marker = Requirement(line).marker
        return marker is None or marker.evaluate()

    for library, extra in EXTRAS.items():
        if not any(map(needed, extras[extra])):
            continue  # this Python has of itself what the extra brings to older ones
        owners = {name.lower().replace("_", "-") for name in brought_by.get(library, [library])}
        assert owners & brings(extra), f"{extra} does not bring {library}"
    assert set(EXTRAS.values()) | {"dev", "docs", "suite", "tournament", "tune"} == set(extras)


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    require("json")
    monkeypatch.setitem(EXTRAS, "no_such_library", "play")
    with pytest.raises(MissingExtra) as raised:
        require("no_such_library", purpose="the window")
    assert str(raised.value) == "the window needs no_such_library: pip install 'fivefoot[play]'"
    assert raised.value.name == "no_such_library"


def test_a_battle_and_a_tournament_in_one_process_need_the_core_only(python_with: Callable[..., Python]) -> None:
    done = python_with(*CORE)(
        "-c",
        """
import sys, pathlib, fivefoot
from fivefoot.play.tournament.ledger import Ledger
from fivefoot.play.tournament.pairings import Entrant, Schedule, pairings_of
from fivefoot.play.tournament.workers import crew_for, play_all
text = pathlib.Path("assets/scenarios/bridge.toml").read_text()
with fivefoot.loads(text) as battle:
    print(fivefoot.play_on(battle)[-1].event)
entries = (Entrant("bridge.toml", text, ("epic-path",)),)
plan = Schedule(entries=entries, pairings=pairings_of(["random"]), games=2, seed=1)
with Ledger(":memory:") as ledger:
    ledger.enter(plan)
    with crew_for(plan, 1, 2) as crew:
        play_all(plan, ledger, crew)
    print(len(ledger.results()))
""",
    )
    assert done.stderr == ""
    assert done.stdout.split() == ["battle-ended", "2"]


def test_without_the_command_line_the_command_says_so(python_with: Callable[..., Python]) -> None:
    python = python_with(*CORE)
    done = python("-m", "fivefoot", "run", "bridge")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fivefoot: the command line needs typer: pip install 'fivefoot[cli]'\n"
    done = python("-m", "fivefoot", "--language", "de", "play", "--help")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fivefoot: the command line needs typer: pip install 'fivefoot[play]'\n"


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("scenes.board.board_scene", "play"),
        ("scenes.commands.app", "cli"),
        ("scenes.play.game_window", "play"),
        ("scenes.views.images", "images"),
        ("scenes.views.standings", "cli"),
        ("scenes.views.terminal", "cli"),
        ("scenes.window.fonts", "play"),
        ("scenes.window.preferences", "play"),
        ("scenes.window.scene_stack", "play"),
        ("scenes.window.widgets", "play"),
        ("play.arena", "rl"),
    ],
)
def test_a_module_that_needs_an_extra_names_it(python_with: Callable[..., Python], module: str, extra: str) -> None:
    done = python_with(*CORE)(
        "-c", f"try: import fivefoot.{module}\nexcept ImportError as missing: print(type(missing).__name__, missing)"
    )
    assert done.stdout.startswith("MissingExtra "), done.stderr
    assert done.stdout.endswith(f": pip install 'fivefoot[{extra}]'\n")
    assert done.stdout.count("\n") == 1


COMMANDS = [
    ("play bridge", "play"),
    ("play", "play"),
    ("render bridge -o {tmp}/board.png", "images"),
    ("replay {record}", "play"),
    ("tournament bridge --games 2 --plot {tmp}/chart.png", "plots"),
    ("tournament bridge --games 2 --db {tmp}/new.db --cluster local", "cluster"),
    ("battle bridge --red cmd:true", "bots"),
    ("tournament bridge --games 2 --db {tmp}/bots.db --brains cmd:true random", "bots"),
]


@pytest.mark.parametrize(("words", "extra"), COMMANDS, ids=[words.partition(" {")[0] for words, _ in COMMANDS])
def test_a_command_that_needs_an_extra_names_it(
    python_with: Callable[..., Python], tmp_path: Path, words: str, extra: str
) -> None:
    python = python_with(*CORE, "typer", "rich")
    record = tmp_path / "bridge.jsonl"
    if "{record}" in words:
        record.write_text(python("-m", "fivefoot", "battle", "bridge", "--rounds", "1", "--json").stdout)
        words += " --scenario assets/scenarios/bridge.toml"
    done = python("-m", "fivefoot", *words.format(tmp=tmp_path, record=record).split())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"fivefoot {words.split()[0]}: ")
    assert done.stderr.endswith(f": pip install 'fivefoot[{extra}]'\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", ["--help", "--version", "run bridge", "battle bridge --rounds 1", "rules epic-path"])
def test_the_command_line_alone_is_enough_for(python_with: Callable[..., Python], words: str) -> None:
    done = python_with(*CORE, "typer", "rich")("-m", "fivefoot", *words.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout

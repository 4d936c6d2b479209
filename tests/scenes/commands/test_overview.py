"""What holds for every command: help, the page of the site, statuses, one name an option, a quick start."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import typer
from tests.under_test import HOME
from typer.testing import CliRunner

from fivefoot.engine.rulesets import RULESETS
from fivefoot.scenes.commands.app import app, command_named
from fivefoot.scenes.commands.diagnosis import diagnosis, told
from fivefoot.scenes.commands.overview import COMMANDS, STATUSES, overview

ROOT = Path(__file__).parents[3]
MOST_SECONDS = 0.12
"""Of processor time beyond that of Python itself, for --help and --version."""


def call(*words: object) -> tuple[int, str, str]:
    """Status, output and error output of the command with those arguments."""
    outcome = CliRunner().invoke(app, list(map(str, words)), env={"COLUMNS": "220", "NO_COLOR": "1"})
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def run(*words: str, columns: int = 100) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "fivefoot", *words],
        env={**os.environ, "PYTHONPATH": HOME, "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def options_of(name: str) -> list[list[str]]:
    """The names of each option of a command."""
    command = command_named(name)
    context = typer.Context(command, info_name=name)
    return [[*one.opts, *one.secondary_opts] for one in command.get_params(context) if one.opts[0].startswith("-")]


@pytest.fixture(scope="module")
def page() -> str:
    """The page of the commands, as the site has it."""
    spec = spec_from_file_location("fivefoot_docs_reference", ROOT / "docs" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.command_line()
    return text


def test_help_needs_no_word_and_lists_commands_and_statuses() -> None:
    wanted = overview(100)
    for words in ([], ["-h"], ["--help"]):
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr) == (0, wanted, "")
    for word in (*COMMANDS, *STATUSES):
        assert re.search(rf"^  {word} ", wanted, re.MULTILINE)
    assert max(map(len, overview(50).splitlines())) <= 50


@pytest.mark.parametrize("name", COMMANDS)
def test_a_description_begins_with_a_short_sentence(name: str) -> None:
    first = COMMANDS[name].split(". ")[0]
    assert len(first.split()) <= 16


@pytest.mark.sources("the page is made of the sources")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_says_what_help_says(page: str, name: str) -> None:
    section = page.split(f"\n## `fivefoot {name}`\n")[1].split("\n## ")[0]
    status, shown, _ = call(name, "--help")
    assert status == 0
    assert call(name, "-h")[1] == shown
    for names in options_of(name):
        if "--help" in names:
            continue
        for option in names:
            assert re.search(rf"(^|\W){option}\b", section), option
            assert re.search(rf"(^|\W){option}\b", shown), option
    found = set(re.findall(r"^\* `(?:-\w, )?(--[a-z-]+)", section, re.MULTILINE))
    assert found == {next(word for word in names if word.startswith("--")) for names in options_of(name)}


@pytest.mark.parametrize("name", COMMANDS)
def test_one_thing_has_one_name(name: str) -> None:
    for names in options_of(name):
        assert ("-o" in names) == ("--output" in names)
        assert "--out" not in names


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("battle", [*RULESETS, "aggressive", "turn|battle"]),
        ("compare", [*RULESETS, "aggressive"]),
        ("edit", list(RULESETS)),
        ("generate", [*RULESETS, "gorge"]),
        ("import", list(RULESETS)),
        ("play", [*RULESETS, "human"]),
        ("render", [*RULESETS, "parchment"]),
        ("rules", list(RULESETS)),
        ("tournament", [*RULESETS, "aggressive", "interesting|all|none"]),
        ("travel", ["sailing-ship", "moor", "walk|hustle|run"]),
    ],
)
def test_help_lists_the_choices(page: str, name: str, choices: list[str]) -> None:
    section = page.split(f"\n## `fivefoot {name}`\n")[1].split("\n## ")[0]
    shown = re.sub(r"\s+", "", run(name, "--help", columns=160).stdout)
    for choice in choices:
        assert choice in section
        assert choice in shown.replace("│", "")


@pytest.mark.parametrize("words", [["--version"], ["--help"]])
def test_help_and_version_start_quickly(words: list[str]) -> None:
    resource = pytest.importorskip("resource")

    def seconds(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], env={**os.environ, "PYTHONPATH": HOME}, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    bare = min(seconds("-c", "pass") for _ in range(5))
    assert min(seconds("-m", "fivefoot", *words) for _ in range(5)) - bare < MOST_SECONDS


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes on Windows")
@pytest.mark.parametrize("words", ["run bridge", "rules epic-path", "--help", "battle bridge --json"])
def test_a_closed_pipe_is_no_failure(words: str) -> None:
    program = f"set -o pipefail; {sys.executable} -m fivefoot {words} | head -c 1"
    environment = {**os.environ, "PYTHONPATH": HOME}
    done = subprocess.run(["bash", "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_doctor_looks_at_everything_once() -> None:
    status, out, err = call("doctor", "--json")
    assert (status, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    names = [one["what"] for one in found]
    assert len(names) == len(set(names))
    assert {"fivefoot", "Python", "search", "core", "extra play", "fonts", "terminal", "display"} <= set(names)
    assert told(diagnosis()).count("\n") == len(call("doctor")[1].splitlines())


def test_check_takes_names_and_tells_as_json(tmp_path: Path) -> None:
    assert call("check", "Bridge", "breach")[:2] == (0, "2 passed, 0 failed\n")
    status, out, _ = call("check", "bridge", "--json")
    case, sums = map(json.loads, out.splitlines())
    assert (status, case["passed"], case["faults"], sums) == (0, True, [], {"passed": 1, "failed": 0})
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("ruleset = 3\n")
    status, out, err = call("check", wrong, "--json")
    case, sums = map(json.loads, out.splitlines())
    assert (status, case["passed"], sums) == (2, False, {"passed": 0, "failed": 1})
    assert case["faults"][0] in err
    assert "one of" in call("check", "bridg")[2]


def test_perft_tells_as_json_of_a_name_in_any_case() -> None:
    words = ("perft", "bridge", "-c", "Isolde", "--depth", 1)
    plain = int(call(*words)[1])
    found = json.loads(call("perft", "bridge", "-c", "isolde", "--depth", 1, "--json", "--divide")[1])
    assert (found["creature"], found["depth"], found["count"]) == ("Isolde", 1, plain)
    assert sum(found["divide"].values()) >= plain


def test_a_tournament_leaves_no_file_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bridge", "breach"):
        status, out, _ = call("tournament", name, "--games", 2, "--jobs", 1)
        assert status == 0
        assert "2 of 2 battles" in out
    assert list(tmp_path.iterdir()) == []


def test_written_files_are_named(tmp_path: Path) -> None:
    for words in (("schema",), ("generate", "--seed", 1)):
        file = tmp_path / f"{words[0]}.toml"
        status, out, err = call(*words, "-o", file)
        assert (status, out) == (0, "")
        assert err.startswith(f"{file}: ")
        assert err.count("\n") == 1


@pytest.mark.parametrize("columns", [24, 60])
@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("tournament bridge --games 2 --jobs 1", ["aggressive", "random", "bridge", "epic-path"]),
        ("rules", list(RULESETS)),
    ],
)
def test_a_narrow_terminal_cuts_no_name(words: str, names: list[str], columns: int) -> None:
    done = run(*words.split(), columns=columns)
    assert done.returncode == 0
    assert "…" not in done.stdout
    assert [name for name in names if name not in done.stdout] == []
    assert max(map(len, done.stdout.splitlines())) <= columns


@pytest.mark.parametrize(
    "words",
    [
        "ladder --rung random --rung clumsy --scenes 1 --rulesets d20-srd --jobs 1",
        f"suite run '{sys.executable} -m fivefoot suite serve' --suite SUITE --depth 0",
    ],
)
def test_each_battle_and_item_moves_the_bar(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar itself is only on terminals."""
    told: list[int] = []
    steps: list[None] = []

    @contextmanager
    def counted(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
        told.append(total)
        yield lambda: steps.append(None)

    cases = tmp_path / "d20-srd"
    cases.mkdir()
    some = tomllib.loads((ROOT / "tests" / "cases" / "d20-srd" / "large.toml").read_text(encoding="utf-8"))
    (cases / "large.json").write_text(json.dumps(some))
    name = words.partition(" ")[0]
    monkeypatch.setattr(f"fivefoot.scenes.commands.{name}.progress", counted)
    monkeypatch.setenv("PYTHONPATH", HOME)
    call(*shlex.split(words.replace("SUITE", str(tmp_path))))
    assert told == [len(steps)]
    assert steps

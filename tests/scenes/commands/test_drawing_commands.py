"""render, replay and play at the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.under_test import HOME

from fivefoot.engine.rulesets import ALL
from fivefoot.scenes.views import replay_file

from ..duel import duel
from ..views.test_records import fought

ROOT = Path(__file__).parents[3]


def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command, without any display."""
    kept = {
        key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    return subprocess.run(
        [sys.executable, "-m", "fivefoot", *map(str, words)],
        env={**kept, "PYTHONPATH": HOME, "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """The duel as a file."""
    path = tmp_path / "duel.toml"
    path.write_text(duel(ALL[0].name, feet=True), encoding="utf-8")
    return path


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A battle that was fought, as a file."""
    path = tmp_path / "duel.fivefoot"
    path.write_bytes(replay_file.record_of(fought(ALL[0])))
    return path


def test_without_a_display_play_says_so_and_shows_the_terminal(scenario: Path) -> None:
    outcome = run("play", scenario)
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert "no display" in outcome.stderr
    assert f"fivefoot battle {scenario} --watch" in outcome.stderr
    assert outcome.stderr.count("\n") == 1


def test_a_board_is_drawn(scenario: Path, tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    out = tmp_path / "board.png"
    outcome = run("render", scenario, "-o", out, "--reach", "ann", "--threat", "ogre")
    assert outcome.returncode == 0, outcome.stderr
    plain = out.read_bytes()
    assert plain.startswith(b"\x89PNG")
    assert run("render", scenario, "-o", out, "--reach", "ann", "--threat", "ogre", "--pictures").returncode == 0
    assert out.read_bytes() != plain


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_battle_is_filmed(saved: Path, tmp_path: Path, suffix: str) -> None:
    image = pytest.importorskip("PIL.Image")
    out = tmp_path / f"battle{suffix}"
    outcome = run("render", saved, "-o", out, "--zoom", "12")
    assert outcome.returncode == 0, outcome.stderr
    with image.open(out) as film:
        assert film.n_frames > 10


def test_a_record_replays_to_the_same_bytes(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "battle.html"
    outcome = run("replay", saved, "--verify", "--html", out)
    assert (outcome.returncode, outcome.stdout) == (0, "the same log\n")
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    head, line_end, log = saved.read_bytes().partition(b"\n")
    saved.write_bytes(head + line_end + log.replace(b'"seq":1,', b'"seq": 1,', 1))
    assert run("replay", saved, "--verify").returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        ("render", "{scenario}", "-o", "board.bmp"),
        ("render", "{scenario}", "-o", "board.png", "--palette", "mauve"),
        ("render", "{scenario}", "-o", "board.png", "--reach", "nobody"),
        ("render", "nowhere.toml", "-o", "board.png"),
        ("replay", "nowhere.fivefoot"),
        ("replay", "{scenario}"),
        ("play", "nowhere.toml"),
        ("play", "{scenario}", "--red", "nobody"),
        ("play", "{scenario}", "--ruleset", "nobody"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], scenario: Path) -> None:
    outcome = run(*(word.format(scenario=scenario) for word in words))
    assert outcome.returncode == 2, outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert "Traceback" not in outcome.stderr

"""A real window on a bare X server, worked by a real mouse and keyboard, if the programs for it are installed."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.under_test import HOME

from fivefoot.engine.rulesets import ALL
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.scene_stack import open_window

from ..duel import duel

ROOT = Path(__file__).parents[3]
NEEDED = ("Xvfb", "xdotool")
MISSING = [name for name in NEEDED if shutil.which(name) is None]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")]


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """An X server of its own, on a number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            pytest.skip("the X server does not start here")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(20)


def xdotool(display: str, *words: str) -> str:
    """What xdotool says."""
    outcome = subprocess.run(
        ["xdotool", *words], env={**os.environ, "DISPLAY": display}, capture_output=True, text=True, timeout=60
    )
    return outcome.stdout.strip()


def test_a_window_opens_takes_keys_and_keeps_a_battle(display: str, tmp_path: Path) -> None:
    scenario = tmp_path / "duel.toml"
    scenario.write_text(duel(ALL[0].name, feet=True), encoding="utf-8")
    kept = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
    started = time.monotonic()
    game = subprocess.Popen(
        [sys.executable, "-m", "fivefoot", "play", str(scenario), "--red", "human", "--blue", "aggressive"],
        env={
            **kept,
            "DISPLAY": display,
            "PYTHONPATH": HOME,
            "FIVEFOOT_HOME": str(tmp_path / "home"),
            "SDL_VIDEODRIVER": "x11",
        },
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        seen = ("search", "--onlyvisible", "--class", "fivefoot")
        found = ""
        while not found and time.monotonic() - started < 150 and game.poll() is None:
            found = xdotool(display, *seen)
            time.sleep(0.1)
        assert found, game.stderr.read() if game.stderr is not None and game.poll() is not None else "no window"

        def press(key: str) -> None:
            # Without a window manager nothing else gives the focus, and only a window that is seen can take it.
            xdotool(display, *seen, "windowfocus", "key", key)

        pictures = tmp_path / "home" / "pictures"
        for _ in range(60):
            time.sleep(0.5)
            press("F12")
            if list(pictures.glob("*.png")):
                break
        assert list(pictures.glob("*.png")), "the screenshot key"
        assert xdotool(display, *seen) == found, "one window, made once"
        for key in ("space", "Return", "space", "Return", "space"):
            press(key)
            time.sleep(0.3)
        xdotool(display, "mousemove", "640", "300", "click", "4", "click", "1")
        time.sleep(0.5)
        assert game.poll() is None
        # The window's own menu saves the battle: Escape, then the page's first button.
        saves = tmp_path / "home" / "saves"
        for attempt in range(10):
            # One that came while a brain was thinking is lost, and the click has armed a button of the bar:
            # then the first only lets go of that.
            for _ in range(1 + attempt % 2):
                press("Escape")
                time.sleep(0.6)
            xdotool(display, "mousemove", "197", "669", "click", "1")
            time.sleep(0.6)
            if list(saves.glob("*.fivefoot")):
                break
        saved = list(saves.glob("*.fivefoot"))
        assert saved, "the battle is saved by a click"
        told = replay_file.read(saved[0])
        with told.battle() as again:
            assert replay_file.log_lines(again.events) == told.log
    finally:
        game.terminate()
        game.wait(30)


@pytest.mark.parametrize("wished", ["", "1"])
def test_the_processor_draws_unless_the_player_wishes_otherwise(monkeypatch: pytest.MonkeyPatch, wished: str) -> None:
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", wished)
    if not wished:
        monkeypatch.delenv("SDL_FRAMEBUFFER_ACCELERATION")
    open_window((640, 480), "test")
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == (wished or "0")

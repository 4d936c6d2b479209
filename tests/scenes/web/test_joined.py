"""Pages that join a server by its address: two browsers play a battle to its end, one cut off twice on the way."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.under_test import HOME

from fivefoot.play.battle import Battle
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.web.web_site import write_site

from .browser import CHROMIUM, Browser, served

pytestmark = pytest.mark.slow
DUEL: dict[str, Any] = {
    "ruleset": "ascension", "rules": {"sight": "side"}, "title": "A duel",
    "board": {"map": "........\n...#....\n........\n"},
    "creatures": [
        {"name": "Ann", "side": "red", "at": [1, 1], "hp": 12, "attack": 6, "damage": "1d6+2"},
        {"name": "Bea", "side": "blue", "at": [6, 1], "hp": 12, "attack": 5, "damage": "1d6+2"},
    ],
}  # fmt: skip
STEP = """(async () => {
    if (!stage || !waits) return "waits";
    if (waits.over) return "over";
    if (waits.decision) { await call("answer", { key: waits.decision.default }); return "answered"; }
    if (!mine()) { speed = 1000; return "waits"; }
    const me = states.at(now).figures.get(waits.turn), foes = [...states.at(now).figures.values()];
    const far = (f) => Math.max(Math.abs(f.box[0] - me.box[0]), Math.abs(f.box[1] - me.box[1]));
    const [foe] = foes.filter((f) => f.side !== me.side && !f.out).sort((a, b) => far(a) - far(b));
    const target = foe ? foe.box.slice(0, 2) : [me.box[0] + (me.side === "red" ? 1 : -1), 2];
    const before = last();
    await press(target, true);
    if (last() === before && mine()) await call("end");
    return "played";
})()"""


@contextmanager
def hosted(
    folder: Path, battle: dict[str, Any] = DUEL, sides: str = "red,blue", *options: str
) -> Iterator[list[dict[str, Any]]]:
    """A server of a battle, as its command starts it: its seats."""
    (folder / "duel.json").write_text(json.dumps(battle), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "fivefoot",
        "serve",
        str(folder / "duel.json"),
        "--port",
        "0",
        "--seats",
        sides,
    ]
    environment = {**os.environ, "PYTHONPATH": HOME}
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            yield [json.loads(server.stdout.readline()) for _ in sides.split(",")]
        finally:
            server.terminate()


def address(home: str, seat: dict[str, Any]) -> str:
    return f"{home}index.html?join={seat['address']}&token={seat['token']}"


def play(browsers: list[Browser], cuts: int) -> None:
    """Presses the pages' boards until the battle is over; cuts the first one off so many times."""
    until, played = time.monotonic() + 120, 0
    while time.monotonic() < until:
        steps = [browser.run(STEP) for browser in browsers]
        if steps == ["over"] * len(browsers):
            return
        played += steps[0] == "played"
        if steps[0] == "played" and played <= cuts:
            browsers[0].run("wire.socket.close()")
        time.sleep(0.05)
    raise AssertionError([browser.run("JSON.stringify([waits, document.body.dataset.told])") for browser in browsers])


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_two_browsers_play_a_battle_to_its_end_and_again(tmp_path: Path) -> None:
    write_site(tmp_path / "site", "https://example.org/pyodide")
    files, home = served(tmp_path / "site")
    saves = tmp_path / "saves"
    with (
        hosted(tmp_path, DUEL, "red,blue", "--save", str(saves)) as seats,
        Browser(tmp_path / "a") as red,
        Browser(tmp_path / "b") as blue,
    ):
        for browser, seat in zip((red, blue), seats, strict=True):
            browser.open(address(home, seat))
            browser.wait("document.body.dataset.ready === 'joined'", 30)
        assert [browser.run("seat") for browser in (red, blue)] == ["red", "blue"]
        play([red, blue], cuts=2)
        ends = [browser.wait("!playing && JSON.stringify(waits.over)") for browser in (red, blue)]
        assert ends[0] == ends[1]
        assert json.loads(ends[0])["winner"] in ("red", "blue")
        saved = replay_file.read(saves / "duel.json")
        assert saved.battle().over
        first = Battle.restore((saves / "duel.json").read_text(encoding="utf-8"))
        out = "[...states.at(last()).figures.values()].filter((f) => f.out).map((f) => f.name)"
        fallen = red.run(f"JSON.stringify({out})")
        assert json.loads(fallen) == [one.name for one in first.creatures if one.out]
        assert red.run("rematch().then(() => document.body.dataset.told)") == "red want a rematch."
        blue.run("rematch()")
        for browser in (red, blue):
            browser.wait("!waits.over && [...states.at(last()).figures.values()].every((f) => !f.out)")
        assert [error for browser in (red, blue) for error in browser.errors] == []
    files.shutdown()

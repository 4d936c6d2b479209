"""The window at a seat of a server: what it is told is drawn, clicks are calls, a lost connection is made again."""

import json
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from tests.scenes.web.browser import CHROMIUM, Browser, served
from tests.scenes.web.test_joined import DUEL, STEP, address, hosted

import fivefoot
from fivefoot.play.loading import shipped_names, shipped_text
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.server.joined import JoinedSeat
from fivefoot.play.table.mirror import Mirror
from fivefoot.scenes.play.joined_scene import JoinedScene
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.web.web_site import write_site

CID = {"name": "Cid", "side": "green", "at": [3, 2], "hp": 12, "attack": 5, "damage": "1d6+2"}
THREE: dict[str, Any] = DUEL | {"creatures": [*DUEL["creatures"], CID]}


@pytest.mark.parametrize("name", shipped_names())
def test_a_joined_window_draws_what_its_seat_is_sent(name: str) -> None:
    """A mirror of the told state has the places, spaces, hit points and heights of the battle."""
    battle = fivefoot.loads(shipped_text(name))
    side = battle.creatures[0].side
    told = json.loads(json.dumps(battle.side(side).state()))
    mirror, true = Mirror(told), Snapshot.of(battle.world)
    for figure in mirror.shown.figures.values():
        known = true.figures[figure.name]
        assert (figure.cube, figure.box, figure.hp, figure.side) == (known.cube, known.box, known.hp, known.side)
    for y, row in enumerate(battle.world.board.tiles):
        for x, tile in enumerate(row):
            shown = mirror.board.tile(x, y)
            assert (shown.stand, shown.blocked, shown.water) == (tile.stand, tile.blocked, tile.water), (x, y)


class Window:
    """The scene of a seat in a window without a display, moved on by hand."""

    def __init__(self, seat: dict[str, Any]) -> None:
        pygame.init()
        self.surface = pygame.display.set_mode((1000, 700))
        self.scene = JoinedScene(JoinedSeat(seat["address"], seat["token"]))
        self.scene.resize(self.surface.get_size())

    def go_on(self, seconds: float = 0.2) -> None:
        """Takes what has come, shows it, and draws a frame."""
        for _ in range(20):
            self.scene.update(seconds)
        self.scene.draw(self.surface)

    def wait(self, what: Any, seconds: float = 60) -> None:
        """Waits until something holds."""
        until = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < until, self.scene.hint
            self.go_on()
            time.sleep(0.02)

    def click(self, square: tuple[int, int]) -> None:
        """Clicks on a square."""
        x, y = self.scene.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.scene.handle(pygame.event.Event(kind, pos=(round(x), round(y)), button=1))

    def step(self) -> str:
        """One click of a turn: towards the nearest enemy that is seen, or the end of the turn."""
        self.go_on()
        scene = self.scene
        if scene.over:
            return "over"
        if "decision" in scene.waits:
            scene.answer(scene.waits["decision"]["default"])
            return "answered"
        who = scene.mine
        if who is None or scene.mirror is None:
            return "waits"
        figures = scene.mirror.shown.figures
        me, count = figures[who], len(scene.mirror.lines)
        foes = [one for one in figures.values() if one.side != me.side and not one.out]
        near = min(foes, key=lambda foe: abs(foe.cube[0] - me.cube[0]) + abs(foe.cube[1] - me.cube[1]), default=None)
        self.click((near.cube[0], near.cube[1]) if near is not None else (me.cube[0], 0))
        until = time.monotonic() + 1
        while time.monotonic() < until and scene.mine == who and len(scene.mirror.lines) == count:
            self.go_on(0.05)
            time.sleep(0.02)
        if scene.mine == who and len(scene.mirror.lines) == count:
            scene.end()
        return "played"


def test_a_window_plays_against_a_window_and_is_cut_off_twice(tmp_path: Path) -> None:
    """Both are told the same end; the board, its fog and the log are drawn all the way."""
    with hosted(tmp_path, DUEL, "red,blue", "--seed", "5", "--save", str(tmp_path / "saves")) as seats:
        windows = [Window(seat) for seat in seats]
        for window in windows:
            window.wait(lambda window=window: window.scene.mirror is not None)
        until, played, cut = time.monotonic() + 150, 0, 0
        while [window.step() for window in windows] != ["over", "over"]:
            assert time.monotonic() < until, [window.scene.hint for window in windows]
            played += 1
            if cut < 2 and played % 3 == 0:
                windows[0].scene.seat.cut()
                cut += 1
            time.sleep(0.02)
        assert cut == 2
        ends = [window.scene.waits["over"] for window in windows]
        assert ends[0] == ends[1]
        saved = replay_file.read(tmp_path / "saves" / "duel.json").battle()
        for window in windows:
            assert window.scene.mirror is not None
            shown = window.scene.mirror.shown.figures
            assert {name for name, one in shown.items() if one.out} <= {one.name for one in saved.creatures if one.out}
            window.scene.leave()


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_two_browsers_and_a_window_play_a_battle_to_its_end(tmp_path: Path) -> None:
    """Three sides over one server; the first browser is cut off twice."""
    write_site(tmp_path / "site", "https://example.org/pyodide")
    files, home = served(tmp_path / "site")
    with (
        hosted(tmp_path, THREE, "red,blue,green", "--save", str(tmp_path / "saves")) as seats,
        Browser(tmp_path / "a") as red,
        Browser(tmp_path / "b") as blue,
    ):
        for browser, seat in zip((red, blue), seats, strict=False):
            browser.open(address(home, seat))
            browser.wait("document.body.dataset.ready === 'joined'", 60)
        window = Window(seats[2])
        window.wait(lambda: window.scene.mirror is not None)
        until, cuts = time.monotonic() + 240, 0
        while True:
            steps = [red.run(STEP), blue.run(STEP), window.step()]
            if steps == ["over"] * 3:
                break
            assert time.monotonic() < until, [steps, window.scene.hint]
            if steps[0] == "played" and cuts < 2:
                red.run("wire.socket.close()")
                cuts += 1
            time.sleep(0.05)
        assert cuts == 2
        ends = [json.loads(browser.wait("!playing && JSON.stringify(waits.over)")) for browser in (red, blue)]
        assert ends == [window.scene.waits["over"]] * 2
        assert replay_file.read(tmp_path / "saves" / "duel.json").battle().over
        assert [error for browser in (red, blue) for error in browser.errors] == []
        window.scene.leave()
    files.shutdown()

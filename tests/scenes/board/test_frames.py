"""What a frame asks: a settled one next to nothing, and the battle nothing at all while a thread is changing it."""

import sys
import threading
from collections import Counter
from types import FrameType

import pygame
import pytest

import fivefoot
from fivefoot.play.loading import shipped_text
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.window.scene_stack import open_window

SIZE = (1280, 720)
MOST_CALLS = 400
"""Calls of Python functions in a frame in which nothing has changed."""


def board(name: str, *, beside: bool = False) -> tuple[BoardScene, pygame.Surface]:
    """A shipped battle at the window, played by a person against brains."""
    session = Session(fivefoot.loads(shipped_text(name)))
    for side in session.sides[1:]:
        session.seat(side, "aggressive")
    surface = open_window(SIZE, "test")
    scene = BoardScene(session, beside=beside, speed=0.0)
    scene.resize(SIZE)
    scene.flow.settle()
    assert session.waits_for_person()
    return scene, surface


def frame(scene: BoardScene, surface: pygame.Surface) -> None:
    scene.update(1 / 60)
    scene.draw(surface)


def calls(scene: BoardScene, surface: pygame.Surface) -> Counter[str]:
    """The functions that one frame calls on this thread, each with its file."""
    found: Counter[str] = Counter()

    def count(at: FrameType, what: str, _: object) -> None:
        if what == "call":
            found[f"{at.f_code.co_filename}:{at.f_code.co_name}"] += 1

    sys.setprofile(count)
    try:
        frame(scene, surface)
    finally:
        sys.setprofile(None)
    return found


def point_at(scene: BoardScene, name: str) -> None:
    x, y = scene.state.seen.figures[name].cube[:2]
    pixel = scene.camera.pixel(x + 0.5, y + 0.5)
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)))


@pytest.mark.parametrize("name", ["bridge", "draw-steel-courtyard", "pathfinder-2e-ashen-chapel"])
def test_a_settled_frame_makes_few_calls(name: str) -> None:
    scene, surface = board(name)
    foe = next(one.name for one in scene.battle.creatures if one.side != scene.battle.creatures[0].side)
    point_at(scene, foe)
    for _ in range(200):
        frame(scene, surface)
    found = calls(scene, surface)
    assert found.total() <= MOST_CALLS, found.most_common(12)


def test_a_frame_asks_the_battle_nothing_while_work_is_out() -> None:
    scene, surface = board("bridge", beside=True)
    for _ in range(400):
        frame(scene, surface)
        scene.flow.wait()
    point_at(scene, scene.battle.creatures[-1].name)
    go_on = threading.Event()
    scene.state.work.send("waiting", lambda: go_on.wait(30), lambda _: None)
    try:
        frame(scene, surface)
        asked = [where for where in calls(scene, surface) if "/play/battle.py" in where or "/play/history.py" in where]
    finally:
        go_on.set()
        scene.flow.wait()
    assert not asked

"""Draws the window's screens in a language, to be looked at: texts that are not translated, labels that do not fit.

Run: python -m tests.walk_screens de FOLDER
"""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from tests.make_pictures import SIZE, shipped, window

from fivefoot.engine.messages import use_language
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.editor.open_editor import document_of
from fivefoot.scenes.play import journeys
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.settings import SettingsPage
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import Change, PushScene, Scene, SceneStack, open_window

ASSETS = Path(__file__).parents[1] / "assets"
FRAMES = 120


def battle(name: str) -> SceneStack:
    """A shipped battle at a person's first turn."""
    return shipped(name).stage


def opened(change: object) -> Scene:
    """The scene that a change puts on top."""
    assert isinstance(change, PushScene), change
    return change.scene


def screens(play: Play) -> Iterator[tuple[str, Callable[[], SceneStack]]]:
    """Each screen by name."""

    def alone(scene: Callable[[], Scene]) -> Callable[[], SceneStack]:
        return lambda: SceneStack(open_window(SIZE, "walk"), scene())

    def of_board(find: Callable[[Play, BoardScene], Change | None]) -> Callable[[], SceneStack]:
        def stage() -> SceneStack:
            hand = shipped("bridge")
            hand.stage.apply(find(hand.play, hand.board))
            return hand.stage

        return stage

    def pointing(square: tuple[int, int]) -> Callable[[], SceneStack]:
        def stage() -> SceneStack:
            hand = window()
            hand.point(square)
            return hand.stage

        return stage

    def over(play: Play, board: BoardScene) -> Change | None:
        board.state.session.battle.conclude("red", "no enemy is left standing")
        board.flow.settle()
        return play._over(board, None)

    yield "menu", alone(play.menu)
    yield "settings", alone(lambda: SettingsPage(play.settings, lambda: None))
    yield "campaign", alone(lambda: opened(play.campaigns.set_out(journeys.campaigns()[0])))
    yield "editor", alone(lambda: EditorScene(document_of(ASSETS / "scenarios" / "bridge.toml"), play.settings.look))
    yield "battle", pointing((7, 5))
    for name in (
        "a-first-lesson",
        "a-second-lesson",
        "a-third-lesson",
        "bridge",
        "draw-steel-courtyard",
        "ascension-night-watch",
        "pathfinder-2e-bridge",
        "d20-srd-wolves-at-the-fold",
    ):
        yield name, partial(battle, name)
    yield "help", of_board(lambda play, board: play._help(board))
    yield "pause", of_board(lambda play, board: play._pause(board))
    yield "share", of_board(lambda play, board: PushScene(play._share(board)))
    yield "rulebooks", of_board(lambda play, board: play._rulebooks(board))
    yield "result", of_board(over)
    yield "leaving", of_board(lambda play, board: play._leaving(board))


def main(language: str, folder: str, *only: str) -> None:
    """Saves a picture of each screen."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    use_language(language)
    for name, make in screens(Play(Preferences(speed=0.0, language=language))):
        if only and name not in only:
            continue
        stage = make()
        for _ in range(FRAMES):
            stage.frame(0.05)
        pygame.image.save(stage.window, str(Path(folder) / f"{name}.png"))
        print(name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

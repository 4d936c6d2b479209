"""Draws the pictures of the documentation anew: `python docs/draw_pictures.py`.

Each is a scene as a person sees it, set up by clicks and keys and drawn into memory; the page is drawn
by a Chromium if one is installed. Look at them before they are committed.
"""

# ruff: noqa: E402  (pygame must draw into memory before it is imported)
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(ROOT / "src"))

import pygame

import fivefoot
from fivefoot.engine.rulesets import ALL
from fivefoot.maps import LANDSCAPES, generate, read
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.replay.web_page import page
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.editor.document import Document
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.replay_scene import ReplayScene
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.views.images import Painter
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import Scene, SceneStack, open_window

PICTURES = ROOT / "docs" / "pictures"
SIZE = (1280, 720)

BOARD = f"""
format = 1
title = "The broken bridge"
ruleset = "{ALL[0].name}"
seed = 11
[board]
map = '''
########################
#......:::....___.....##
#..11..:::....___.....##
#..12.........___..~~~.#
#..12....,,.......~~~~.#
#.............___.~~~~.#
#....##.######___..~~..#
#....#......##___......#
#..%%#......##___..ooo.#
#..%%##.######___......#
#....##.######___......#
#.............___......#
########################
'''
"""


def creature(name: str, side: str, at: tuple[int, ...], **more: object) -> str:
    """A creature's table."""
    told = {"hp": 24, "ac": 14, "attack": 5, "damage": "1d8+3", **more}
    lines = ["[[creatures]]", f'name = "{name}"', f'side = "{side}"', f"at = {list(at)}"]
    for key, value in told.items():
        if isinstance(value, dict):
            lines.append(f"{key} = {{ {', '.join(f'{k} = {v}' for k, v in value.items())} }}")
        else:
            lines.append(f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}")
    return "\n".join(lines) + "\n"


CAST = (
    creature("ann", "red", (12, 4))
    + creature("bran", "red", (6, 3), hp=30)
    + creature("hawk", "red", (19, 4, 3), size="small", speed={"walk": 10, "fly": 60}, hover=True, hp=9)
    + creature("ogre", "blue", (10, 2), size="large", hp=40, attack=6, damage="2d6+4")
    + creature("goblin 1", "blue", (13, 4), size="small", hp=9)
    + creature("goblin 2", "blue", (12, 6 - 1), size="small", hp=9)
    + creature("troll", "blue", (6, 7), size="large", hp=50)
    + creature("rat 1", "blue", (3, 8), size="tiny", hp=2)
    + creature("rat 2", "blue", (3, 8), size="tiny", hp=2)
)


class Studio:
    """A window with a scene, and a person at it."""

    def __init__(self, scene: Scene) -> None:
        self.stage = SceneStack(open_window(SIZE, "fivefoot"), scene)

    def frames(self, count: int = 4, seconds: float = 0.05) -> None:
        """Let time go by."""
        for _ in range(count):
            self.stage.frame(seconds)

    def keep(self, name: str) -> None:
        """Draw and write the picture."""
        scene = self.stage.scene
        for _ in range(3):  # what can be done is found out, what that marks is laid, and all of it is painted
            self.stage.frame(0.0)
            if isinstance(scene, BoardScene) and scene.prompter.prompt is None:
                scene.bar.finish()
            terrain = getattr(scene.view if isinstance(scene, BoardScene) else scene, "terrain", None)
            while terrain is not None and not terrain.settled(scene.camera):  # type: ignore[attr-defined]
                self.stage.frame(0.0)
        for _ in range(50):  # tokens are made two a frame
            self.stage.frame(0.0)
        pygame.image.save(self.stage.window, str(PICTURES / f"{name}.png"))


def seat(cast: str = CAST, first: str = "ann", board: str = BOARD) -> tuple[Studio, BoardScene]:
    """A board in the middle of a person's turn."""
    table = Session(fivefoot.loads(board + cast), {"red": "human", "blue": "human"})
    scene = Play(Preferences(speed=0.0)).board(table)
    scene.state.confirm_end = False
    studio = Studio(scene)
    studio.frames()
    while table.active != first:
        if table.active is not None:
            scene.press("end")
        studio.frames(2)
    scene.playback.notes.clear()
    scene.bar.finish()
    studio.frames()
    return studio, scene


def point(scene: BoardScene, square: tuple[int, int]) -> None:
    """Move the pointer over a square."""
    spot = scene.camera.pixel(square[0] + 0.5, square[1] + 0.5)
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))


def menu() -> None:
    """The menu with its thumbnails."""
    studio = Studio(Play(Preferences()).menu())
    studio.frames(30)
    studio.keep("menu")


def reach() -> None:
    """Where one and two actions get a creature."""
    studio, scene = seat(first="bran")
    point(scene, (8, 8))
    studio.keep("reach")


def path() -> None:
    """A path with what each step costs and whose attacks it draws."""
    studio, scene = seat()
    point(scene, (7, 5))
    studio.keep("path-and-attacks")


def flanked() -> None:
    """An enemy between two who flank it."""
    studio, scene = seat(CAST.replace('"bran"\nside = "red"\nat = [6, 3]', '"bran"\nside = "red"\nat = [9, 1]'))
    scene.camera.zoom_to(56, scene.camera.pixel(11, 3))
    scene.press("attack")
    point(scene, (11, 3))
    studio.keep("flanked")


def out_of_sight() -> None:
    """A shot that something stops, and the bands of its range."""
    cast = CAST + creature("eve", "red", (7, 10), threatens=False, range=120)
    studio, scene = seat(cast, first="eve")
    scene.press("shoot")
    point(scene, (11, 3))
    studio.keep("out-of-sight")


def refused() -> None:
    """A refused intent with its rule."""
    studio, scene = seat()
    scene.press("step")
    point(scene, (10, 4))
    scene.state.show_threat = True
    studio.keep("refused")


def push() -> None:
    """A push over a ledge."""
    studio, scene = seat(
        CAST.replace('"goblin 1"\nside = "blue"\nat = [13, 4]', '"goblin 1"\nside = "blue"\nat = [13, 3]')
    )
    scene.press("push")
    point(scene, (13, 3))
    scene.camera.zoom_to(56, scene.camera.pixel(13, 4))
    point(scene, (13, 3))
    studio.frames(1)
    studio.keep("push-over-a-ledge")


def question() -> None:
    """A reaction that is a person's to take."""
    studio, scene = seat()
    scene.state.confirm = False
    scene.state.work.beside = True
    scene.session.let_ask(scene.prompter.ask)
    scene.controller.do({"do": "move", "path": [[11, 5], [10, 5]]})
    while scene.prompter.prompt is None:
        studio.frames(1)
    scene.playback.notes.clear()
    studio.keep("question")
    scene.leave()


def squeezed() -> None:
    """A big creature in a narrow place."""
    studio, scene = seat(first="troll")
    scene.session.act({"do": "move", "path": [[6, 8], [6, 9]]})
    studio.frames()
    scene.playback.notes.clear()
    scene.camera.zoom_to(56, scene.camera.pixel(7, 9))
    point(scene, (9, 11))
    studio.keep("squeezed")


def flier() -> None:
    """A flier over water."""
    studio, scene = seat(first="hawk")
    scene.camera.zoom_to(56, scene.camera.pixel(20, 5))
    point(scene, (16, 2))
    studio.keep("flier-over-water")


def fought() -> replay_file.Record:
    """A battle of brains."""
    battle = fivefoot.loads(BOARD + CAST)
    play_on(battle, brains_for(battle.scenario))
    return replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)


def replay() -> None:
    """The timeline."""
    told = fought()
    scene = ReplayScene(told)
    studio = Studio(scene)
    scene.playing = False
    scene.go_to(len(told.events) * 2 // 3)
    scene.playing = True
    studio.frames(6)
    scene.playing = False
    studio.keep("replay")


def web() -> None:
    """The page in a browser."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        print("no chromium: the page is not drawn")
        return
    told = fought()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.html"
        file.write_text(page(told.scenario.title, told.start(), told.events), encoding="utf-8")
        subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,720",
                f"--user-data-dir={folder}/profile", f"--screenshot={PICTURES / 'page.png'}",
                f"file://{file}#{len(told.events) // 2}",
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )  # fmt: skip


def generated() -> None:
    """A generated scenario of every kind of landscape, two in a row."""
    painters: list[tuple[Painter, Snapshot]] = []
    for kind in LANDSCAPES:
        with fivefoot.Battle(generate(12, kind=kind)) as battle:
            tableau = replay_file.Record(battle.scenario, ()).tableaux()[0]
            painters.append((Painter(battle.world.board, ("red", "blue"), zoom=20), tableau))
    width, height = painters[0][0].size
    whole = pygame.Surface((2 * width + 8, 3 * height + 16))
    for number, (painter, tableau) in enumerate(painters):
        whole.blit(painter.picture(tableau), (number % 2 * (width + 8), number // 2 * (height + 8)))
    pygame.image.save(whole, str(PICTURES / "generated.png"))


def imported() -> None:
    """A Foundry scene as a board: a window, a door, a curtain, three tokens, rubble and a pool."""
    scenario = read(ROOT / "tests" / "maps" / "tower.json").scenario
    with fivefoot.Battle(scenario) as battle:
        painter = Painter(battle.world.board, ("red", "blue"), zoom=56)
        picture = painter.picture(replay_file.Record(scenario, ()).tableaux()[0])
    pygame.image.save(picture, str(PICTURES / "imported.png"))


def editor() -> None:
    """The editor with a creature chosen and described."""
    scene = EditorScene(Document.open(ROOT / "assets" / "scenarios" / "forge.toml"), PALETTES["dusk"])
    studio = Studio(scene)
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=scene.camera.pixel(15.5, 6.5), button=1))
    studio.frames()
    studio.keep("editor")


ALL_PICTURES: tuple[Callable[[], None], ...] = (
    menu, reach, path, flanked, out_of_sight, refused, push, question, squeezed, flier, replay, web, generated,
    imported, editor,
)  # fmt: skip

if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    for draw in ALL_PICTURES:
        if not wanted or draw.__name__ in wanted:
            draw()
            print(draw.__name__)

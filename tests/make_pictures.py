"""Draws the pictures of the docs anew: `python -m tests.make_pictures [NAME ...]`. Look at them before a commit.

The pictures of the page need npm and Chromium.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from PIL import Image
from tests.fights import drawn
from tests.scenes.hand import Hand
from tests.scenes.web.browser import CHROMIUM, Browser, served

import fivefoot
from fivefoot.engine.messages import use_language
from fivefoot.maps import LANDSCAPES, generate, read
from fivefoot.play.loading import shipped_text
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.table.session import PERSON, Session
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.editor.open_editor import document_of
from fivefoot.scenes.play import journeys
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.replay_scene import ReplayScene
from fivefoot.scenes.views.images import Painter
from fivefoot.scenes.views.replay_file import Record
from fivefoot.scenes.web.web_site import write_site
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
LOOK = Preferences().look
SIZE = (1280, 720)
COLOURS = 256
ROWS = (
    "#######################",
    "#......::.....___.....#",
    "#..12..:......___.....#",
    "#..12.........___..~~.#",
    "#..12............~~~~.#",
    "#.............___.~~~.#",
    "#.............___..~..#",
    "#....%%.###.##___.....#",
    "#....%%.#...##___.....#",
    "#.......#...##___.....#",
    "#.......##.###___.....#",
    "#.............___.....#",
    "#######################",
)
PARTY: dict[str, dict[str, Any]] = {
    "Ann": {"side": "red", "at": [12, 4], "hp": 24, "ac": 14, "attack": 5, "damage": "1d8+3"},
    "Bran": {"side": "red", "at": [6, 3], "hp": 20, "attack": 4, "damage": "1d6+2", "range": 100},
    "Hawk": {
        "side": "red",
        "at": [19, 4, 4],
        "hp": 8,
        "size": "small",
        "speed": {"walk": 10, "fly": 60},
        "hover": True,
    },
    "Ogre": {"side": "blue", "at": [10, 2], "size": "large", "hp": 40, "attack": 6, "damage": "2d6+4"},
    "Troll": {"side": "blue", "at": [9, 8], "size": "large", "hp": 50, "attack": 7, "damage": "2d6+5"},
    "Goblin 1": {"side": "blue", "at": [13, 4], "hp": 7, "attack": 3, "damage": "1d6"},
    "Goblin 2": {"side": "blue", "at": [12, 5], "hp": 7, "attack": 3, "damage": "1d6"},
    "Wolf": {"side": "blue", "at": [18, 9], "hp": 11, "attack": 4, "damage": "1d6+1", "speed": 50},
}


def window(who: str = "Ann", changes: Mapping[str, dict[str, Any]] = MappingProxyType({})) -> Hand:
    """A window of the broken bridge at somebody's turn, with some creatures changed."""
    party = {name: {**table, **changes.get(name, {})} for name, table in PARTY.items()}
    text = drawn("epic-path", " ".join(ROWS), party, seed=11, title="The broken bridge")
    hand = Hand(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}), SIZE, art=True)
    hand.until_turn_of(who)
    return hand


def shipped(name: str) -> Hand:
    """A window of a shipped battle, at a person's first turn."""
    session = Session(fivefoot.loads(shipped_text(name)))
    for side in session.sides[1:]:
        session.seat(side, "tactics" if session.battle.scenario.lesson else "cunning")
    hand = Hand(session, SIZE, art=True)
    hand.board.flow.settle()
    return hand


def keep(stage: SceneStack, name: str) -> None:
    """Saves what is on the screen once it has settled."""
    for _ in range(500):
        stage.frame(0.05)
    save(stage, name)


def save(stage: SceneStack, name: str) -> None:
    put(stage.window, name)


def put(surface: pygame.Surface, name: str) -> None:
    write(Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB")), name)


def write(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(name)


def menu() -> None:
    keep(SceneStack(open_window(SIZE, "pictures"), Play(Preferences(speed=0.0)).menu()), "menu")


def named(name: str, draw: Callable[[], None]) -> Callable[[], None]:
    draw.__name__ = name
    return draw


def pointing(
    name: str,
    square: tuple[int, int],
    who: str = "Ann",
    changes: Mapping[str, dict[str, Any]] = MappingProxyType({}),
) -> Callable[[], None]:
    def draw() -> None:
        hand = window(who, changes)
        hand.point(square)
        keep(hand.stage, name)

    return named(name, draw)


def refused() -> None:
    hand = window(changes={"Ann": {"conditions": ["prone"]}})
    hand.click((5, 2))
    keep(hand.stage, "refused")


def ground(name: str, scenario: str) -> Callable[[], None]:
    return named(name, lambda: keep(shipped(scenario).stage, name))


def moment(name: str, scenario: str, keys: str, square: tuple[int, int], kind: str, frames: int) -> Callable[[], None]:
    """A picture while an event of a kind is shown, after some keys and a click."""

    def draw() -> None:
        hand = shipped(scenario)
        hand.frames(100)
        for key in keys.split():
            if "," in key:
                x, y = key.split(",")
                hand.click((int(x), int(y)))
            else:
                hand.type(key)
            hand.frames(20)
        playback, events = hand.board.playback, hand.table.battle.events
        playback.speed = 1.0
        hand.click(square)
        hand.until(lambda: playback.upto < len(events) and events[playback.upto].event == kind)
        for _ in range(frames):
            hand.stage.frame(0.02)
        save(hand.stage, name)

    return named(name, draw)


def translated(name: str, language: str) -> Callable[[], None]:
    def draw() -> None:
        use_language(language)
        try:
            hand = window()
            hand.point((9, 4))
            keep(hand.stage, name)
        finally:
            use_language("en")

    return named(name, draw)


def question() -> None:
    """A reaction that is a person's to take."""
    hand = window()
    hand.board.state.work.beside = True
    hand.table.let_ask(hand.board.prompter.ask)
    hand.click((7, 5))
    hand.until(lambda: hand.board.prompter.shown is not None)
    keep(hand.stage, "question")
    hand.board.leave()


def replay() -> None:
    with fivefoot.loads(shipped_text("bridge")) as battle:
        play_on(battle, brains_for(battle.scenario))
        scene = ReplayScene(Record(battle.scenario, tuple(battle.events), battle.world.dice.seed), palette=LOOK)
    stage = SceneStack(open_window(SIZE, "pictures"), scene)
    scene.go_to(len(scene.record.events) * 2 // 3)
    scene.playing = False
    keep(stage, "replay")


def editor() -> None:
    scene = EditorScene(document_of(ROOT / "assets" / "scenarios" / "forge.toml"), LOOK)
    stage = SceneStack(open_window(SIZE, "pictures"), scene)
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=scene.camera.pixel(15.5, 6.5), button=1))
    keep(stage, "editor")


def campaign() -> None:
    play = Play(Preferences(speed=0.0))
    stage = SceneStack(open_window(SIZE, "pictures"), play.menu())
    for _ in range(60):
        stage.frame(0.05)
    stage.apply(play.campaigns.set_out(journeys.campaigns()[0]))
    keep(stage, "campaign")


def painted(battle: fivefoot.Battle, zoom: int) -> pygame.Surface:
    painter = Painter(battle.world.board, ("red", "blue"), zoom=zoom)
    return painter.picture(Record(battle.scenario, ()).tableaux()[0])


def generated() -> None:
    """A generated scenario of every kind of landscape, two in a row."""
    pictures: list[pygame.Surface] = []
    for kind in LANDSCAPES:
        with fivefoot.Battle(generate(12, kind=kind)) as battle:
            pictures.append(painted(battle, 20))
    width, height = (8 + max(one.get_size()[axis] for one in pictures) for axis in (0, 1))
    whole = pygame.Surface((2 * width - 8, (len(pictures) + 1) // 2 * height - 8))
    for number, picture in enumerate(pictures):
        whole.blit(picture, (number % 2 * width, number // 2 * height))
    put(whole, "generated")


def imported() -> None:
    """A Foundry scene as a board: a window, a door, a curtain, three tokens, rubble and a pool."""
    with fivefoot.Battle(read(ROOT / "tests" / "maps" / "tower.json").scenario) as battle:
        put(painted(battle, 56), "imported")


SEATED = "document.body.dataset.waits === 'turn' && !playing && seat && $('bar').children.length"


def page() -> None:
    """A person's turn on the page, its list in Spanish with a battle to continue, and the page on a phone."""
    if CHROMIUM is None:
        print("no chromium: the page is not drawn")
        return
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_site(folder / "site")
        server, home = served(folder / "site")
        with Browser(folder / "profile", 1000, 640) as browser:

            def shown(name: str, address: str, met: str) -> None:
                browser.open(home + address)
                browser.wait(met, 240)
                browser.run("new Promise((done) => setTimeout(done, 1500))")
                browser.picture(folder / "page.png")
                write(Image.open(folder / "page.png").convert("RGB"), name)

            shown("page", "?scenario=bridge&red=you&seed=3", SEATED)
            shown("page-in-spanish", "?language=es", "document.body.dataset.ready && $('saves').children.length")
            browser.resize(400, 800)
            shown("page-on-a-phone", "?scenario=d20-srd-wolves-at-the-fold&language=en", SEATED)
        server.shutdown()


PICTURES: tuple[Callable[[], None], ...] = (
    menu,
    campaign,
    question,
    replay,
    editor,
    generated,
    imported,
    page,
    pointing("path-and-attacks", (7, 5)),
    pointing(
        "flanked",
        (12, 3),
        changes={"Bran": {"at": [9, 2]}, "Goblin 1": {"at": [20, 10]}, "Goblin 2": {"at": [19, 10]}},
    ),
    pointing("out-of-sight", (9, 8), who="Bran"),
    pointing("flier-over-water", (17, 6), who="Hawk"),
    pointing("squeezed", (10, 10), who="Troll"),
    refused,
    ground("meadow", "swamp"),
    ground("dungeon", "forge"),
    ground("snow", "eyrie"),
    ground("street", "draw-steel-kings-tollgate"),
    translated("german", "de"),
    translated("spanish", "es"),
    moment("spell", "a-third-lesson", "1", (9, 2), "damaged", 16),
    moment("fall", "a-second-lesson", "6,3 p", (7, 3), "fell", 42),
)

if __name__ == "__main__":
    for picture in PICTURES:
        if len(sys.argv) == 1 or picture.__name__ in sys.argv[1:]:
            picture()

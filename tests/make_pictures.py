"""Draws the pictures of the window in docs/pictures: `python -m tests.make_pictures`. Look at them before a commit."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from PIL import Image
from tests.fights import drawn
from tests.scenes.hand import Hand

import fivefoot
from fivefoot.engine.messages import use_language
from fivefoot.play.loading import shipped_text
from fivefoot.play.table.session import PERSON, Session
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
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
    picture = Image.frombytes("RGB", stage.window.get_size(), pygame.image.tobytes(stage.window, "RGB"))
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(name)


def menu() -> None:
    keep(SceneStack(open_window(SIZE, "pictures"), Play(Preferences(speed=0.0)).menu()), "menu")


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

    return draw


def refused() -> None:
    hand = window(changes={"Ann": {"conditions": ["prone"]}})
    hand.click((5, 2))
    keep(hand.stage, "refused")


def ground(name: str, scenario: str) -> Callable[[], None]:
    return lambda: keep(shipped(scenario).stage, name)


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

    return draw


def translated(name: str, language: str) -> Callable[[], None]:
    def draw() -> None:
        use_language(language)
        try:
            hand = window()
            hand.point((9, 4))
            keep(hand.stage, name)
        finally:
            use_language("en")

    return draw


PICTURES: tuple[Callable[[], None], ...] = (
    menu,
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
        picture()

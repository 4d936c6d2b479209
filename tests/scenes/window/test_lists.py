"""Menus, lists, pages and the editor take the same commands from keys and from a gamepad, however its buttons are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygame")

import pygame

import fivefoot.scenes
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.play.picker import Listed, Picker
from fivefoot.scenes.play.settings import SettingsPage
from fivefoot.scenes.window.commands import Cancel, Command, Confirm, Invoke, MoveCursor, Next, Pick, Undo, in_list
from fivefoot.scenes.window.gamepad import Gamepad
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import PopScene, open_window

pytestmark = pytest.mark.usefixtures("drawing")

SIZE = (800, 600)
PALETTE = PALETTES["dusk"]
OTHER = {"enter": "y", "cancel": "x"}
"""Buttons of a person's own."""


def key(code: int, unicode: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=unicode, mod=mod)


def pressed(number: int, own: Mapping[str, str] = OTHER) -> pygame.event.Event:
    """The event that a scene gets for a pad button."""
    pad = Gamepad()
    pad.own = lambda: own
    (found,) = pad.translated(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=number, instance_id=0))
    return found


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (key(pygame.K_UP), MoveCursor(0, -1)),
        (key(pygame.K_RETURN), Confirm()),
        (key(pygame.K_KP_ENTER), Confirm()),
        (key(pygame.K_ESCAPE), Cancel()),
        (key(pygame.K_TAB), Next()),
        (key(pygame.K_TAB, mod=pygame.KMOD_SHIFT), Next(back=True)),
        (key(pygame.K_PAGEDOWN), Invoke("page-down")),
        (key(pygame.K_DELETE), Invoke("delete")),
        (key(pygame.K_F1), Invoke("help")),
        (key(pygame.K_7, "7"), Pick(7)),
        (key(pygame.K_0, "0"), None),
        (key(pygame.K_q, "q"), None),
        (pressed(pygame.CONTROLLER_BUTTON_Y), Confirm()),
        (pressed(pygame.CONTROLLER_BUTTON_X), Cancel()),
        (pressed(pygame.CONTROLLER_BUTTON_DPAD_DOWN), MoveCursor(0, 1)),
        (pressed(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER), Next()),
        (pressed(pygame.CONTROLLER_BUTTON_BACK), Undo()),
        (pygame.event.Event(pygame.MOUSEMOTION, pos=(0, 0)), None),
    ],
)
def test_keys_and_buttons_are_commands_in_lists(event: pygame.event.Event, command: Command | None) -> None:
    assert in_list(event) == command


def picker(found: list[int]) -> Picker:
    open_window(SIZE, "test")
    below: Any = Page("below", "", PALETTE, 1.0)
    below.resize(SIZE)

    def chosen(index: int) -> None:
        found.append(index)

    made = Picker("Pick", [Listed(word) for word in ("one", "two", "three")], chosen, below, PALETTE, 1.0)
    made.resize(SIZE)
    return made


def test_an_option_is_chosen_by_pad_by_arrows_or_by_its_number() -> None:
    found: list[int] = []
    listed = picker(found)
    listed.handle(pressed(pygame.CONTROLLER_BUTTON_DPAD_DOWN))
    listed.handle(pressed(pygame.CONTROLLER_BUTTON_Y))
    listed.handle(key(pygame.K_3, "3"))
    assert listed.handle(key(pygame.K_4, "4")) is None
    assert found == [1, 2]
    assert isinstance(listed.handle(pressed(pygame.CONTROLLER_BUTTON_X)), PopScene)
    assert listed.handle(pressed(pygame.CONTROLLER_BUTTON_B)) is None, "its button does nothing now"


def test_a_page_is_answered_by_pad_or_number() -> None:
    open_window(SIZE, "test")
    told: list[str] = []
    page = Page("Sure?", "", PALETTE, 1.0, [("a", "A", lambda: told.append("a")), ("b", "B", lambda: told.append("b"))])
    page.resize(SIZE)
    page.handle(pressed(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER))
    page.handle(pressed(pygame.CONTROLLER_BUTTON_Y))
    page.handle(key(pygame.K_1, "1"))
    assert told == ["b", "a"]
    assert isinstance(page.handle(pressed(pygame.CONTROLLER_BUTTON_X)), PopScene)


def test_settings_are_changed_by_pad() -> None:
    open_window(SIZE, "test")
    page = SettingsPage(Preferences(), lambda: None)
    page.resize(SIZE)
    row = page.rows[0]
    before = page.value(row.name)
    page.handle(pressed(pygame.CONTROLLER_BUTTON_DPAD_DOWN))
    page.handle(pressed(pygame.CONTROLLER_BUTTON_DPAD_RIGHT))
    after = page.value(row.name)
    assert after != before
    page.handle(pressed(pygame.CONTROLLER_BUTTON_DPAD_LEFT))
    assert page.value(row.name) == before
    assert isinstance(page.handle(pressed(pygame.CONTROLLER_BUTTON_X)), PopScene)


SCENES = Path(fivefoot.scenes.__file__).parent


def test_keys_are_named_in_one_place() -> None:
    """Scenes take commands; beside them only the gamepad's directions are keys."""
    naming = {
        path.relative_to(SCENES).as_posix() for path in SCENES.rglob("*.py") if "pygame.K_" in path.read_text("utf-8")
    }
    assert naming == {"window/commands.py", "window/gamepad.py"}

"""A gamepad does what the keys do that its buttons stand for."""

from typing import Any

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.layout import layout
from fivefoot.scenes.play import game_window
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.window import gamepad
from fivefoot.scenes.window.commands import (
    Cancel,
    Command,
    CommandReader,
    Confirm,
    Invoke,
    MoveCursor,
    Next,
    Pan,
    Point,
    Press,
    Undo,
    Zoom,
    pad_bindings,
    pad_exchanged,
)
from fivefoot.scenes.window.gamepad import AGAIN, DELAY, FULL, Gamepad
from fivefoot.scenes.window.preferences import Preferences

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")


def button(number: int, *, down: bool = True) -> pygame.event.Event:
    """A button pressed, or let go."""
    kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
    return pygame.event.Event(kind, button=number, instance_id=0)


def tilt(axis: int, share: float) -> pygame.event.Event:
    """A stick tilted by a share of its way."""
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=round(share * (FULL - 1)), instance_id=0)


def keys(pad: Gamepad, event: pygame.event.Event) -> list[tuple[int, int]]:
    """(kind, key) of what an event comes to."""
    return [(made.type, made.key) for made in pad.translated(event)]


def test_buttons_are_keys_pressed_and_let_go() -> None:
    pad = Gamepad()
    assert keys(pad, button(pygame.CONTROLLER_BUTTON_A)) == [(pygame.KEYDOWN, pygame.K_RETURN)]
    assert keys(pad, button(pygame.CONTROLLER_BUTTON_A, down=False)) == [(pygame.KEYUP, pygame.K_RETURN)]
    assert [one.mod for one in pad.translated(button(pygame.CONTROLLER_BUTTON_BACK))] == [pygame.KMOD_CTRL]
    assert keys(pad, button(pygame.CONTROLLER_BUTTON_GUIDE)) == []
    typed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q")
    assert list(pad.translated(typed)) == [typed], "all else goes by"


def test_a_stick_is_pressed_once_and_again_while_it_is_held() -> None:
    pad, across = Gamepad(), pygame.CONTROLLER_AXIS_LEFTX
    assert keys(pad, tilt(across, 0.3)) == []
    assert keys(pad, tilt(across, 0.7)) == [(pygame.KEYDOWN, pygame.K_RIGHT)]
    assert keys(pad, tilt(across, 0.9)) == []
    assert [one.key for one in pad.repeated(DELAY / 2)] == []
    assert [one.key for one in pad.repeated(DELAY)] == [pygame.K_RIGHT]
    assert [one.key for one in pad.repeated(AGAIN)] == [pygame.K_RIGHT]
    assert bool(pad.held), "so that the window does not rest"
    assert keys(pad, tilt(across, 0.1)) == [(pygame.KEYUP, pygame.K_RIGHT)]
    assert list(pad.repeated(9)) == []


def test_a_turn_is_played_with_a_gamepad() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "aggressive"}))
    hand.until_turn_of("ann")
    pad, battle = Gamepad(), hand.table.battle

    def press(number: int) -> None:
        for event in (button(number), button(number, down=False)):
            for made in pad.translated(event):
                hand.stage.handle(made)
        hand.frames(1)

    here = battle.creature("ann").cube
    press(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    press(pygame.CONTROLLER_BUTTON_A)
    hand.until_asked()
    assert battle.creature("ann").cube[:2] == (here[0] + 1, here[1])
    press(pygame.CONTROLLER_BUTTON_X)
    listed = hand.stage.scene
    assert isinstance(listed, Picker)
    assert len(listed.picks) == len(hand.board.bar.entries)
    press(pygame.CONTROLLER_BUTTON_B)
    assert hand.stage.scenes == [hand.board]
    press(pygame.CONTROLLER_BUTTON_Y)
    assert hand.table.active != "ann"


def test_buttons_keep_their_commands_when_keys_are_changed() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "aggressive"}))
    hand.until_turn_of("ann")
    hand.board.bind({"end": "o"}, {})
    for made in Gamepad().translated(button(pygame.CONTROLLER_BUTTON_Y)):
        hand.stage.handle(made)
    hand.frames(1)
    assert hand.table.active != "ann"


def commands(reader: CommandReader, event: pygame.event.Event) -> list[Command]:
    """The commands of an event, through a gamepad's buttons."""
    return [command for made in Gamepad().translated(event) for command in reader.read(made)]


def key(code: int, unicode: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=unicode, mod=mod)


def mouse(kind: int, spot: tuple[int, int], number: int = 1, **more: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=spot, button=number, rel=(0, 0), buttons=(0, 0, 0), **more)


@pytest.mark.parametrize(
    ("event", "comes_to"),
    [
        (key(pygame.K_RETURN), [Confirm()]),
        (button(pygame.CONTROLLER_BUTTON_A), [Confirm()]),
        (key(pygame.K_ESCAPE), [Cancel()]),
        (button(pygame.CONTROLLER_BUTTON_B), [Cancel()]),
        (mouse(pygame.MOUSEBUTTONDOWN, (5, 6), 3), [Cancel(aim_only=True)]),
        (key(pygame.K_z, mod=pygame.KMOD_CTRL), [Undo()]),
        (button(pygame.CONTROLLER_BUTTON_BACK), [Undo()]),
        (key(pygame.K_y, mod=pygame.KMOD_CTRL), [Undo(again=True)]),
        (key(pygame.K_LEFT), [MoveCursor(-1, 0)]),
        (button(pygame.CONTROLLER_BUTTON_DPAD_LEFT), [MoveCursor(-1, 0)]),
        (tilt(pygame.CONTROLLER_AXIS_LEFTY, 0.9), [MoveCursor(0, 1)]),
        (key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT), [Pan(-60, 0)]),
        (tilt(pygame.CONTROLLER_AXIS_RIGHTX, -0.9), [Pan(-60, 0)]),
        (key(pygame.K_TAB), [Next()]),
        (button(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER), [Next()]),
        (key(pygame.K_TAB, mod=pygame.KMOD_SHIFT), [Next(back=True)]),
        (key(pygame.K_PLUS, "+"), [Zoom(1)]),
        (tilt(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 0.9), [Zoom(-1)]),
        (key(pygame.K_END), [Invoke("end")]),
        (button(pygame.CONTROLLER_BUTTON_Y), [Invoke("end")]),
        (key(pygame.K_m, "m"), [Invoke("m", "m")]),
        (mouse(pygame.MOUSEMOTION, (5, 6)), [Point((5, 6))]),
        (mouse(pygame.MOUSEBUTTONDOWN, (5, 6)), [Press((5, 6))]),
    ],
)  # fmt: skip
def test_every_device_comes_to_the_same_commands(event: pygame.event.Event, comes_to: list[Command]) -> None:
    assert commands(CommandReader(), event) == comes_to


def test_a_finger_taps_drags_and_pinches() -> None:
    reader = CommandReader()
    down, up, motion = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
    assert reader.read(mouse(down, (50, 50), touch=True)) == [Point((50, 50))]
    assert reader.read(mouse(up, (52, 50), touch=True)) == [Press((52, 50), touch=True)]
    reader.read(mouse(down, (50, 50), touch=True))
    assert reader.read(mouse(motion, (90, 40), touch=True)) == [Pan(-40, 10), Point((90, 40))]
    assert reader.dragging
    assert reader.read(mouse(up, (90, 40), touch=True)) == []
    pinch = pygame.event.Event(pygame.MULTIGESTURE, pinched=0.13, rotated=0.0, x=0.5, y=0.5, num_fingers=2)
    assert reader.read(pinch) == [Zoom(2, (90, 40))]


def test_buttons_of_a_gamepad_are_given_to_other_commands() -> None:
    usual, own = pad_bindings({}), pad_exchanged({}, "threat", pygame.CONTROLLER_BUTTON_X)
    assert pad_bindings(own)[pygame.CONTROLLER_BUTTON_X] == "threat"
    swapped = pad_bindings(pad_exchanged({}, "enter", pygame.CONTROLLER_BUTTON_B))
    assert (swapped[pygame.CONTROLLER_BUTTON_A], swapped[pygame.CONTROLLER_BUTTON_B]) == ("cancel", "enter")
    assert {**usual, 0: "cancel", 1: "enter"} == swapped
    pad = Gamepad()
    pad.own = lambda: own
    (made,) = pad.translated(button(pygame.CONTROLLER_BUTTON_X))
    assert CommandReader().read(made) == [Invoke("threat")]


@pytest.mark.parametrize(
    ("screen", "pads", "found"), [((1280, 800), 1, True), ((1280, 800), 0, False), ((1920, 1080), 1, False)]
)
def test_a_handheld_has_a_small_screen_and_a_gamepad(
    monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int], pads: int, found: bool
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    monkeypatch.setattr("pygame._sdl2.controller.get_count", lambda: pads)
    assert gamepad.handheld() is found


def test_the_first_start_on_a_handheld_has_letters_of_18_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_window, "handheld", lambda: True)
    for expected in (18, 13):
        settings = Preferences(width=1280, height=800)
        seen: list[int] = []

        def first(settings: Preferences = settings, seen: list[int] = seen) -> Page:
            seen.append(layout((1280, 800), settings.ui_scale, 1).text)
            pygame.event.post(pygame.event.Event(pygame.QUIT))
            return Page("A page", "", settings.look, settings.ui_scale)

        game_window.run_scenes(settings, first)
        assert seen == [expected]

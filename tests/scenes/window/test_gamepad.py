"""A gamepad does what the keys do that its buttons stand for."""

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.input.keys import bindings
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.window.gamepad import AGAIN, DELAY, FULL, Gamepad

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
    hand.board.keys = bindings({"end": "o"})
    for made in Gamepad().translated(button(pygame.CONTROLLER_BUTTON_Y)):
        hand.stage.handle(made)
    hand.frames(1)
    assert hand.table.active != "ann"

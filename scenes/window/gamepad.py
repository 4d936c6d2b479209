"""A gamepad as key events; held directions repeat."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pygame
from pygame._sdl2 import controller

from .commands import BUTTONS, key_of, pad_bindings, pad_words, words_of

ARROWS = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
STICK: Mapping[int, tuple[int, int]] = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
    pygame.CONTROLLER_AXIS_RIGHTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_RIGHTY: (pygame.K_UP, pygame.K_DOWN),
}
"""An axis's keys in both directions; the right stick adds Shift."""
VIEW = (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY)
TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: "farther", pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "closer"}
FULL = 32768
TILT, REST = FULL * 6 // 10, FULL * 4 // 10
"""Tilt that counts as pressed, and as released."""
DELAY, AGAIN = 0.35, 0.1
"""Seconds until a held direction repeats, and between repeats."""

SMALL = 1280 * 800
"""The most pixels of a handheld's screen."""

Held = tuple[int, int, str]
"""Key, modifiers and command."""


def handheld() -> bool:
    with suppress(pygame.error):
        controller.init()
        width, height = pygame.display.get_desktop_sizes()[0]
        return width * height <= SMALL and controller.get_count() > 0
    return False


class Gamepad:
    """Converts gamepad events to the events of keys."""

    def __init__(self) -> None:
        self.own: Callable[[], Mapping[str, str]] = dict
        """Custom buttons by command."""
        self._open: list[Any] = []
        self._held: dict[Held, float] = {}
        """Held directions with seconds until repeating."""

    def connect(self) -> None:
        with suppress(pygame.error):
            controller.init()
            known = filter(controller.is_controller, range(controller.get_count()))
            self._open = [controller.Controller(at) for at in known]

    @property
    def held(self) -> bool:
        return bool(self._held)

    def translated(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            down, command = event.type == pygame.CONTROLLERBUTTONDOWN, pad_bindings(self.own()).get(event.button)
            if event.button in ARROWS:
                yield self._key((ARROWS[event.button], 0, ""), down=down)
            elif command is not None:
                yield self._key((*key_of(command), command), down=down, button=event.button)
            elif event.button in BUTTONS:
                yield event  # settings give it to a command
        elif event.type == pygame.CONTROLLERAXISMOTION:
            yield from self._tilted(event.axis, event.value)
        elif event.type in (pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED):
            self._held.clear()
            self.connect()
        else:
            yield event

    def repeated(self, seconds: float) -> Iterator[pygame.event.Event]:
        for held in self._held:
            self._held[held] -= seconds
            if self._held[held] <= 0:
                self._held[held] = AGAIN
                yield _event(held, down=True)

    def _tilted(self, axis: int, value: int) -> Iterator[pygame.event.Event]:
        mod = pygame.KMOD_SHIFT if axis in VIEW else 0
        ways: list[tuple[Held, int]] = [
            ((key, mod, ""), much) for key, much in zip(STICK.get(axis, ()), (-value, value), strict=False)
        ]
        if axis in TRIGGERS:
            ways.append(((*key_of(TRIGGERS[axis]), TRIGGERS[axis]), value))
        for held, much in ways:
            if much >= TILT and held not in self._held:
                self._held[held] = DELAY
                yield _event(held, down=True)
            elif much <= REST and held in self._held:
                del self._held[held]
                yield _event(held, down=False)

    def _key(self, held: Held, *, down: bool, button: int | None = None) -> pygame.event.Event:
        if not held[2] and down:
            self._held[held] = DELAY
        else:
            self._held.pop(held, None)
        return _event(held, down=down, button=button)


def _event(held: Held, *, down: bool, button: int | None = None) -> pygame.event.Event:
    key, mod, command = held
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    more: dict[str, Any] = {"button": button} if button is not None else {}
    return pygame.event.Event(kind, key=key, mod=mod, unicode="", command=command, **more)


def help_rows(own: Mapping[str, str]) -> list[str]:
    return [f"<b>{pad_words(name, own)}</b> : {words_of(name)}" for name in pad_bindings(own).values()]

"""A gamepad: its buttons and sticks as the keys that they stand for, so that it does all that keys can do."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pygame
from pygame._sdl2 import controller

from ...engine.messages import _, tr

ARROWS = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
BUTTONS: Mapping[int, tuple[int, str, str]] = {
    **{button: (key, "", "") for button, key in ARROWS.items()},
    pygame.CONTROLLER_BUTTON_A: (pygame.K_RETURN, "enter", _("do what is aimed, press a button")),
    pygame.CONTROLLER_BUTTON_B: (pygame.K_ESCAPE, "", _("stop aiming; the menu; go back")),
    pygame.CONTROLLER_BUTTON_X: (pygame.K_F5, "actions", _("a list of all that can be done")),
    pygame.CONTROLLER_BUTTON_Y: (pygame.K_END, "end", _("end the turn")),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (pygame.K_MINUS, "farther", _("farther")),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (pygame.K_TAB, "next", _("the next target, list or button")),
    pygame.CONTROLLER_BUTTON_BACK: (pygame.K_z, "undo", _("take back")),
    pygame.CONTROLLER_BUTTON_START: (pygame.K_SPACE, "skip", _("show what happened at once")),
}
"""For each button: the key that it stands for, the command of the board whatever its key is, and what it does."""
MODIFIED = {pygame.K_z: pygame.KMOD_CTRL}
"""Keys that are held with another."""
STICK: Mapping[int, tuple[int, int]] = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
"""The keys that an axis of the stick stands for, one way and the other."""
FULL = 32768
TILT, REST = FULL * 6 // 10, FULL * 4 // 10
"""How far a stick is tilted that counts as pressed, and how little as let go."""
DELAY, AGAIN = 0.35, 0.1
"""Seconds for which a direction is held before it counts again, and from then on."""


class Gamepad:
    """Turns events of gamepads into keys pressed and let go; other events stay as they are."""

    def __init__(self) -> None:
        self._open: list[Any] = []
        self._held: dict[int, float] = {}
        """Directions that are held, and the seconds until they count again."""

    def connect(self) -> None:
        """Listen to the gamepads that there are; a system without any such thing is as good."""
        with suppress(pygame.error):
            controller.init()
            known = filter(controller.is_controller, range(controller.get_count()))
            self._open = [controller.Controller(at) for at in known]

    @property
    def held(self) -> bool:
        """True if a direction is held."""
        return bool(self._held)

    def translated(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """The events that an event stands for."""
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            found = BUTTONS.get(event.button)
            if found is not None:
                yield self._key(found[0], found[1], down=event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            yield from self._tilted(event.axis, event.value)
        elif event.type in (pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED):
            self._held.clear()
            self.connect()
        else:
            yield event

    def repeated(self, seconds: float) -> Iterator[pygame.event.Event]:
        """The directions that count again for being held."""
        for key in self._held:
            self._held[key] -= seconds
            if self._held[key] <= 0:
                self._held[key] = AGAIN
                yield pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")

    def _tilted(self, axis: int, value: int) -> Iterator[pygame.event.Event]:
        for key, much in zip(STICK.get(axis, ()), (-value, value), strict=False):
            if much >= TILT and key not in self._held:
                yield self._key(key, down=True)
            elif much <= REST and key in self._held:
                yield self._key(key, down=False)

    def _key(self, key: int, command: str = "", *, down: bool) -> pygame.event.Event:
        if key in ARROWS.values():
            if down:
                self._held[key] = DELAY
            else:
                self._held.pop(key, None)
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        return pygame.event.Event(kind, key=key, mod=MODIFIED.get(key, 0), unicode="", command=command)


def help_rows() -> list[str]:
    """What the buttons do, for the help page."""
    names = {
        pygame.CONTROLLER_BUTTON_A: "A", pygame.CONTROLLER_BUTTON_B: "B", pygame.CONTROLLER_BUTTON_X: "X",
        pygame.CONTROLLER_BUTTON_Y: "Y", pygame.CONTROLLER_BUTTON_LEFTSHOULDER: tr("Left shoulder"),
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: tr("Right shoulder"), pygame.CONTROLLER_BUTTON_BACK: tr("Back"),
        pygame.CONTROLLER_BUTTON_START: tr("Start"),
    }  # fmt: skip
    return [f"<b>{name}</b> : {tr(BUTTONS[button][2])}" for button, name in names.items()]

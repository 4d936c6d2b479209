"""The window, its stack of scenes, and the main loop."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

try:
    import pygame
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame") from missing

from .commands import REPEATED, of_window
from .gamepad import Gamepad

FRAMES = 60
"""The most frames a second."""
SETTLED = 0.6
"""Seconds without input before frames become rare."""
QUIET = 400
"""Milliseconds between rare frames."""


class Scene(Protocol):
    """A screen of the window. Its methods return the next change of screen, or None."""

    def handle(self, event: pygame.event.Event) -> "Change | None": ...

    def update(self, seconds: float) -> "Change | None": ...

    def draw(self, surface: pygame.Surface) -> None: ...

    def resize(self, size: tuple[int, int]) -> None:
        """Receives the window's size in pixels: before the first frame and after each change."""


@runtime_checkable
class SceneChange(Protocol):
    """A screen with a method that is called when it ends."""

    def leave(self) -> None: ...


@runtime_checkable
class AsksBeforeQuitting(Protocol):
    def quit_asked(self) -> "Change | None":
        """Returns a screen that asks the user to confirm that the window closes."""


@runtime_checkable
class Resting(Protocol):
    """A screen that says whether it must be redrawn in every frame."""

    @property
    def restless(self) -> bool:
        """True while the screen must be redrawn in every frame."""


@runtime_checkable
class DrawnOver(Protocol):
    """A page that is drawn over the screen behind it."""

    behind: pygame.Surface | None


@dataclass(frozen=True, slots=True)
class PushScene:
    """A change of screen: puts another screen on top of this one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class PopScene:
    """A change of screen: ends this screen and goes back to the one below."""

    scenes: int = 1
    then: "Change | None" = None


@dataclass(frozen=True, slots=True)
class SwapScene:
    """A change of screen: replaces this screen by another one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Leave:
    """A change of screen: ends the program."""


Change: TypeAlias = PushScene | PopScene | SwapScene | Leave


class NoDisplay(RuntimeError):
    """Raised if the machine has no display for a window."""


def open_window(size: tuple[int, int], title: str) -> pygame.Surface:
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    bare = not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) and not driver
    if sys.platform.startswith(("linux", "freebsd", "openbsd")) and bare:
        raise NoDisplay("no display")
    # pygame itself sets it when imported, to the name of the file that was run.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "fivefoot"
    # Pictures are drawn by the processor. With OpenGL, SDL would make a window, destroy it, and make another.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    try:
        pygame.display.init()
        pygame.font.init()
        window = pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplay(str(error)) from error
    pygame.display.set_caption(title)
    pygame.key.set_repeat(350, 60)
    return window


class SceneStack:
    """Shows the screen on top of a stack of screens, sixty frames a second."""

    def __init__(self, window: pygame.Surface, first: Scene) -> None:
        self.window = window
        self.scenes: list[Scene] = [first]
        self._quitting = False
        self._held: set[int] = set()
        """Keys that are down."""
        self.shot: Callable[[pygame.Surface], str] | None = None
        """Stores a screenshot; returns a sentence about it."""
        self.met: Callable[[Scene], None] = lambda scene: None
        """Called with each scene that becomes the top one."""
        self.pad = Gamepad()
        first.resize(window.get_size())

    @property
    def scene(self) -> Scene:
        return self.scenes[-1]

    def apply(self, change: Change | None) -> None:
        match change:
            case None:
                return
            case PushScene(scene):
                if isinstance(scene, DrawnOver):
                    covered = [one.behind for one in self.scenes[-1:] if isinstance(one, DrawnOver)]
                    scene.behind = covered[0] if covered else self.window.copy()
                self.scenes.append(scene)
            case PopScene(count, then):
                self._part(self.scenes[-count:])
                del self.scenes[-count:]
                if then is not None:
                    self.apply(then)
                    return
            case SwapScene(scene):
                self._part(self.scenes[-1:])
                if isinstance(scene, DrawnOver) and isinstance(self.scene, DrawnOver):
                    scene.behind = self.scene.behind
                self.scenes[-1] = scene
            case Leave():
                self._part(self.scenes)
                self.scenes.clear()
        if self.scenes:
            with suppress(pygame.error):  # a screen without a pointer
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)  # a text under it had another
            self.scene.resize(self.window.get_size())

    @staticmethod
    def _part(over: Sequence[Scene]) -> None:
        for scene in reversed(over):
            if isinstance(scene, SceneChange):
                scene.leave()

    def repeated(self, event: pygame.event.Event) -> bool:
        """True if a held key repeats although it should not."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        held = event.key in self._held
        self._held.add(event.key)
        return held and event.key not in REPEATED

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            asking = next((one for one in reversed(self.scenes) if isinstance(one, AsksBeforeQuitting)), None)
            again, self._quitting = self._quitting, True
            self.apply(asking.quit_asked() if asking is not None and not again else Leave())
            return
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._quitting = False
        named = of_window(event)
        if named == "full-screen":
            self.switch_screen()
            return
        if event.type == pygame.VIDEORESIZE:
            current = pygame.display.get_surface()
            if current is not None:
                self.window = current
            self.scene.resize(self.window.get_size())
            return
        if named == "screenshot" and self.shot is not None:
            pygame.display.set_caption(self.shot(self.window))
            return
        self.apply(self.scene.handle(event))

    def switch_screen(self) -> None:
        pygame.display.toggle_fullscreen()
        current = pygame.display.get_surface()
        if current is not None:
            self.window = current
        self.scene.resize(self.window.get_size())

    def frame(self, seconds: float) -> None:
        collecting = gc.isenabled()
        gc.disable()
        try:
            self.apply(self.scene.update(seconds))
            if self.scenes:
                self.scene.draw(self.window)
        finally:
            if collecting:
                gc.enable()

    def run(self) -> None:
        clock = pygame.time.Clock()
        tidied: Scene | None = None
        idle = 0.0
        self.pad.connect()
        while self.scenes:
            if self.scene is not tidied:
                # At a change of scene: objects that exist now are not scanned again later.
                gc.unfreeze()
                gc.collect()
                gc.freeze()
                tidied = self.scene
                self.met(tidied)
            resting = isinstance(self.scene, Resting) and not self.scene.restless and not self.pad.held
            waited = [pygame.event.wait(QUIET)] if idle > SETTLED and resting else []
            events = [event for event in (*waited, *pygame.event.get()) if event.type != pygame.NOEVENT]
            made = [one for event in events for one in self.pad.translated(event)]
            for event in (*self.pad.repeated(1 / FRAMES), *made):
                if not self.repeated(event):
                    self.handle(event)
                if not self.scenes:
                    return
            seconds = clock.tick(FRAMES) / 1000
            busy = isinstance(self.scene, Resting) and self.scene.restless
            idle = 0.0 if events or busy else idle + seconds
            self.frame(seconds)
            pygame.display.flip()

"""A person at the window, for tests: moves the mouse, clicks, types, and sees what is on the screen."""

from collections.abc import Callable

import pygame

from fivefoot.play.table.session import Session
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window


class Hand:
    """A person who plays at a table."""

    def __init__(
        self, table: Session, size: tuple[int, int] = (1280, 720), scale: float = 1.0, *, art: bool = False
    ) -> None:
        self.window = open_window(size, "test")
        self.play = Play(Preferences(speed=0.0, confirm=False, confirm_end=False, ui_scale=scale, art=art))
        self.board = self.play.board(table)
        self.stage = SceneStack(self.window, self.board)
        self.table = table
        self.clicks = 0

    def frames(self, count: int = 3) -> None:
        """Let time go by."""
        for _ in range(count):
            self.stage.frame(0.05)

    def point(self, square: tuple[int, int]) -> tuple[int, int]:
        """Move the mouse over a square of the board; tells which pixel that is."""
        spot = self.board.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        self.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
        self.stage.frame(0.02)
        return spot

    def click(self, square: tuple[int, int], *, shift: bool = False) -> None:
        """Click a square of the board."""
        spot = self.point(square)
        self.clicks += 1
        held = pygame.key.get_mods()
        pygame.key.set_mods(pygame.KMOD_SHIFT if shift else 0)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.stage.handle(pygame.event.Event(kind, pos=spot, button=1))
        pygame.key.set_mods(held)
        self.stage.frame(0.02)

    def press(self, button: pygame.Rect) -> None:
        """Press a button of the window with the mouse."""
        spot = button.center
        pygame.mouse.set_pos(spot)
        self.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
        self.frames(2)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.stage.handle(pygame.event.Event(kind, pos=spot, button=1))
            self.frames(1)
        for event in pygame.event.get():
            self.stage.handle(event)
        self.frames(1)

    def key(self, key: int, unicode: str = "", mod: int = 0) -> None:
        """Press a key."""
        self.stage.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=unicode, mod=mod))
        self.stage.frame(0.02)

    def type(self, text: str, mod: int = 0) -> None:
        """Press the keys of some characters, one after another."""
        for character in text:
            self.key(pygame.key.key_code(character), "" if mod & pygame.KMOD_CTRL else character, mod)

    def asked(self) -> tuple[str, ...]:
        """Whose attacks the board asks about before it goes on."""
        return self.board.state.pending.draws if self.board.state.pending is not None else ()

    def until_asked(self) -> None:
        """Wait until it is a person's turn, or all is over."""
        for _ in range(4000):
            self.stage.frame(0.05)
            if self.stage.scene is not self.board or self.table.over:
                return
            if self.table.waits_for_person() and not self.board.playback.behind(self.table.battle.events):
                return
        raise AssertionError("nothing goes on")

    def until(self, met: Callable[[], bool]) -> None:
        """Let short frames go by until a condition is met."""
        for _ in range(4000):
            if met():
                return
            self.stage.frame(0.02)
        raise AssertionError("it is never met")

    def until_turn_of(self, name: str) -> None:
        """Let others' turns go by."""
        for _ in range(60):
            self.until_asked()
            if self.table.active == name:
                self.board.bar.finish()
                self.frames(1)
                return
            self.key(pygame.K_RETURN)
        raise AssertionError(f"it is never the turn of {name}")

"""A page with a picture below its text; a tall picture scrolls."""

from abc import abstractmethod
from collections.abc import Sequence

import pygame

from ..window.scene_stack import Change
from ..window.widgets import rect
from .pages import LEADING, LINES, Page


class PicturePage(Page):
    framed = False
    _picture: pygame.Surface | None = None
    _view = pygame.Rect(0, 0, 1, 1)
    _down = 0
    """Pixels that the picture is scrolled."""

    @abstractmethod
    def _high(self, width: int, text: int) -> int: ...

    @abstractmethod
    def _drawn(self, width: int, text: int) -> pygame.Surface: ...

    def _middle(self, parts: Sequence[str], width: int, text: int) -> int:
        return super()._middle(parts, width, text) + self._high(width + 16, text) + text

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        inner = self.area.inflate(-32, 0)
        box = self.boxes[0]
        words = min(Page._middle(self, [str(self.text)], inner.width - 48, self.size), box.rect.height // 2)
        room = box.rect.height - words
        box.set_dimensions((box.rect.width, words))
        self._view = pygame.Rect(inner.left, box.rect.top + words, inner.width, room)
        self._picture = self._drawn(inner.width, self.size)
        self._down = 0

    def _scroll(self, lines: int) -> None:
        if self._picture is not None:
            most = max(self._picture.get_height() - self._view.height, 0)
            self._down = min(max(self._down + round(lines * self.size * LEADING), 0), most)

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == pygame.MOUSEWHEEL and self._view.collidepoint(pygame.mouse.get_pos()):
            self._scroll(-event.y * LINES)
            return None
        return super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._picture is None:
            return
        view = self._view
        surface.blit(self._picture, view, (0, self._down, view.width, view.height))
        high = self._picture.get_height()
        if high > view.height:
            bar = rect(
                view.right - 4, view.top + view.height * self._down // high, 4, view.height * view.height // high
            )
            surface.fill(self.palette.panel_edge, bar)

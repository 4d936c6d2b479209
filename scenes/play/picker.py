"""A list of buttons over the scene below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pygame
import pygame_gui

from ...engine.messages import _, tr
from ...play.replay.palettes import Colour, Palette
from ..board.draw.art import picture
from ..board.layout import roomy
from ..window import widgets
from ..window.commands import Cancel, Command, Confirm, Invoke, MoveCursor, Pick, in_list
from ..window.fonts import cut, font, wrapped, written
from ..window.scene_stack import Change, PopScene

GAP = 5
"""Pixels between buttons."""
SMALLEST = 11
VEIL = 120
"""The opacity of the veil over the scene, 0 to 255."""
TALL = 12
LINES = 3
"""The most lines about an option."""
ONCE_MORE = _("Press again to delete it for good")


@dataclass(frozen=True, slots=True)
class Listed:
    """One option of a list that a player chooses from."""

    label: str
    tip: str = ""
    greyed: bool = False
    """True if refused; the tooltip says why."""
    icon: str = ""
    """A picture of the atlas at its left."""


class Below(Protocol):
    """The screen behind an open list."""

    def draw(self, surface: pygame.Surface) -> None: ...

    def resize(self, size: tuple[int, int]) -> None: ...

    def handle(self, event: pygame.event.Event) -> Change | None: ...


class Picker:
    """A list of options on top of another screen. Escape closes it."""

    def __init__(
        self,
        title: str,
        picks: Sequence[Listed],
        chosen: Callable[[int], Change | None],
        below: Below,
        palette: Palette,
        scale: float,
    ) -> None:
        self.title, self.picks, self.below = title, list(picks), below
        self.palette, self.scale = palette, scale
        self.deleted: Callable[[int], None] | None = None
        """Deletes an option, after two presses of Delete or two right clicks. Set before the list is shown."""
        self.through: pygame.Rect | None = None
        """The area where clicks reach the scene below."""
        self._deleting = -1
        self.chosen = chosen
        self.at = 0
        self.size = pygame.display.get_window_size()
        self._buttons: dict[int, Any] = {}
        self._first = 0
        self._rows = self._columns = 1

    def resize(self, size: tuple[int, int]) -> None:
        if size != self.size:
            self.below.resize(size)
        text = max(round(13 * roomy(self.scale, size)), 9)
        self.size, self.text = size, text
        labels = [self._label(index) for index in range(len(self.picks))]

        def wide() -> int:
            return max((font(self.text).size(label)[0] for label in labels), default=80) + 26

        while self.text > SMALLEST and wide() > size[0] - 60:
            self.text -= 1
        text = self.text
        self._wide = min(wide(), size[0] - 60)
        high = max((size[1] - 60 - text * (8 if self._tips else 6)) // (text * 2 + 9), 1)
        columns = max((size[0] - 60) // (self._wide + GAP), 1)
        self._columns = max(min(-(-len(labels) // min(high, TALL)), columns), 1)
        self._rows = min(max(-(-len(labels) // self._columns), 1), high)
        self._build()

    def _build(self) -> None:
        text, row = self.text, self.text * 2 + 4
        page = self._rows * self._columns
        self._first = self.at // page * page
        shown = range(self._first, min(self._first + page, len(self.picks)))
        paged = len(self.picks) > page
        head = text * 3
        width = max(self._columns * (self._wide + GAP) + 24, font(text + 3, "bold").size(self.title)[0] + 40)
        width = min(max(width, text * 36 if self._tips else 0), self.size[0] - 20)
        self._wide = max(self._wide, (width - 28) // self._columns - GAP)
        foot = self._foot_lines(paged, width - 32) * (text + 4)
        foot += text // 2 if foot else 0
        self.area = pygame.Rect(0, 0, width, self._rows * (row + GAP) + head + foot + 14)
        self.area.center = (self.size[0] // 2, self.size[1] // 2)
        self.manager = widgets.manager(self.size, self.palette, text)
        self._buttons = {}
        for place, index in enumerate(shown):
            across, down = divmod(place, self._rows)
            x, y = self.area.left + 14 + across * (self._wide + GAP), self.area.top + head + down * (row + GAP)
            self._buttons[index] = pygame_gui.elements.UIButton(
                widgets.rect(x, y, self._wide, row),
                cut(self._label(index), self._wide - 20, text),
                self.manager,
                object_id="#refused" if self.picks[index].greyed else None,
            )
        pages = -(-len(self.picks) // page)
        self._page = (
            tr("page {first} of {pages}  (Page up, Page down, wheel)", first=self._first // page + 1, pages=pages)
            if paged
            else ""
        )

    @property
    def _tips(self) -> bool:
        return self.deleted is not None or any(pick.tip for pick in self.picks)

    def _foot_lines(self, paged: bool, width: int) -> int:
        told = [pick.tip for pick in self.picks] + ([tr(ONCE_MORE)] if self.deleted is not None else [])
        return max((len(self._tip_lines(words, width)) for words in told), default=0) + paged

    def _tip_lines(self, words: str, width: int) -> list[str]:
        told = [line for part in words.split("\n") if part for line in wrapped(part, width, self.text - 1)]
        return [cut(line, width, self.text - 1) for line in told[:LINES]]

    def _told(self) -> tuple[list[str], Colour]:
        width = self.area.width - 32
        if self._deleting == self.at:
            return self._tip_lines(tr(ONCE_MORE), width), self.palette.warning
        pick = self.picks[self.at]
        return self._tip_lines(pick.tip, width), self.palette.warning if pick.greyed else self.palette.faint

    def _point(self, spot: tuple[int, int]) -> None:
        under = next((index for index, button in self._buttons.items() if button.rect.collidepoint(spot)), self.at)
        if under != self.at:
            self.at, self._deleting = under, -1

    def _go(self, index: int) -> None:
        before, self.at = self.at, max(0, min(index, len(self.picks) - 1))
        page = self._rows * self._columns
        if before // page != self.at // page:
            self._build()

    def _label(self, index: int) -> str:
        return f"{index + 1}  {self.picks[index].label}" if index < 9 else self.picks[index].label

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == widgets.BUTTON:
            for index, button in self._buttons.items():
                if event.ui_element is button:
                    return self._choose(index)
        taken = self.manager.process_events(event)
        if event.type == pygame.KEYDOWN:
            return self._do(in_list(event))
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            self._go(self._first - event.y * self._rows * self._columns)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.deleted is not None:
            under = [index for index, button in self._buttons.items() if button.rect.collidepoint(event.pos)]
            if under:
                self._deleting = self._deleting if self.at == under[0] else -1
                self._go(under[0])
                return self._delete()
        if event.type == pygame.MOUSEBUTTONDOWN and not taken and not self.area.collidepoint(event.pos):
            onward = self.through is not None and self.through.collidepoint(event.pos)
            return PopScene(then=self.below.handle(event) if onward else None)
        return None

    def _do(self, command: Command | None) -> Change | None:
        page = self._rows * self._columns
        if command == Invoke("delete") and self.deleted is not None and self.picks:
            return self._delete()
        self._deleting = -1
        match command:
            case Cancel():
                return PopScene()
            case MoveCursor(dx, dy):
                self._go(self.at + dx * self._rows + dy)
            case Invoke("page-up" | "page-down" as name):
                self._go(self.at + (page if name == "page-down" else -page))
            case Confirm() if self.picks:
                return self._choose(self.at)
            case Pick(place) if place <= len(self.picks):
                return self._choose(place - 1)
        return None

    def _delete(self) -> Change | None:
        if self._deleting != self.at:
            self._deleting = self.at
            return None
        if self.deleted is not None:
            self.deleted(self.at)
        del self.picks[self.at]
        self.at, self._deleting = max(min(self.at, len(self.picks) - 1), 0), -1
        if not self.picks:
            return PopScene()
        self.resize(self.size)
        return None

    def _choose(self, index: int) -> Change | None:
        # The picker goes first: the chosen option may put another scene in its place.
        return PopScene(then=self.chosen(index))

    @property
    def restless(self) -> bool:
        return False

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        self.below.draw(surface)
        veil = pygame.Surface(surface.get_size())
        veil.fill(self.palette.page)
        veil.set_alpha(VEIL)
        surface.blit(veil, (0, 0))
        surface.fill(self.palette.panel, self.area)
        pygame.draw.rect(surface, self.palette.accent, self.area, 1)
        title = written(self.title, self.text + 3, self.palette.ink, "bold")
        surface.blit(title, (self.area.left + 16, self.area.top + self.text))
        self.manager.draw_ui(surface)
        for index, button in self._buttons.items() if self.palette.art else ():
            if self.picks[index].icon:
                side = button.rect.height - 2
                surface.blit(picture(self.picks[index].icon, 0, side), (button.rect.left + 1, button.rect.top + 1))
        if self.at in self._buttons:
            pygame.draw.rect(surface, self.palette.accent, self._buttons[self.at].rect.inflate(4, 4), 2)
        told, colour = self._told()
        y = self.area.bottom - (len(told) + bool(self._page)) * (self.text + 4) - 8
        for line in told:
            surface.blit(written(line, self.text - 1, colour), (self.area.left + 16, y))
            y += self.text + 4
        if self._page:
            surface.blit(written(self._page, self.text - 1, self.palette.faint), (self.area.left + 16, y))

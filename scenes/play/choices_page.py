"""A page with rows of choices and buttons."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame
import pygame_gui

from ...engine.messages import tr
from ...play.replay.palettes import Palette
from ..board.layout import roomy
from ..window import widgets
from ..window.commands import Cancel, Command, Confirm, MoveCursor, Next, in_list
from ..window.fonts import font, wrapped, written
from ..window.scene_stack import Change, PopScene


class ChoiceRow(NamedTuple):
    name: str
    label: str
    choices: tuple[tuple[str, Any], ...]
    """(label, value) of each option."""


class ChoicesPage(ABC):
    """A page where a player chooses from drop-down menus, one in each row."""

    def __init__(
        self,
        title: str,
        rows: Sequence[ChoiceRow],
        palette: Palette,
        scale: float,
        buttons: Sequence[tuple[str, str, Callable[[], Change | None]]] = (),
    ) -> None:
        self.title, self.rows = title, tuple(rows)
        self.palette, self.scale = palette, scale
        self.left: Callable[[], Change] = PopScene
        """Returns the scene change after the page."""
        self.buttons = [*buttons, ("back", tr("Back (Esc)"), lambda: self.left())]
        self.at = -1
        """The focused row, or the button after the rows; -1 for none."""
        self.message = ""
        self.menus: dict[str, Any] = {}
        self._pressed: dict[str, Any] = {}

    @abstractmethod
    def value(self, name: str) -> object: ...

    @abstractmethod
    def put(self, name: str, value: object) -> None: ...

    @property
    def restless(self) -> bool:
        return False

    def resize(self, size: tuple[int, int]) -> None:
        self.window = size
        self.text = round(14 * roomy(self.scale, size))
        while self.text > 9 and 8 * self.text + (len(self.rows) + 1) * self.text * 3 > size[1]:
            self.text -= 1
        self.manager = widgets.manager(size, self.palette, self.text)
        row, left = self.text * 3, size[0] // 2
        high = (len(self.rows) + 1) * row + 5 * self.text
        self.top = max(self.text * 5, (size[1] - high) // 3)
        self.menus = {}
        for index, (name, _, choices) in enumerate(self.rows):
            now = tr(next((label for label, value in choices if value == self.value(name)), choices[0][0]))
            place = widgets.rect(left, self.top + index * row, min(18 * self.text, left - 20), self.text * 2 + 6)
            self.menus[name] = pygame_gui.elements.UIDropDownMenu(
                [tr(label) for label, _value in choices], now, place, self.manager
            )
        self.foot = self.top + 10 + len(self.rows) * row
        self._pressed = {}
        wide = [font(self.text).size(label)[0] + 30 for _, label, _ in self.buttons]
        x = (size[0] - sum(wide) - 10 * (len(wide) - 1)) // 2
        for (name, label, _), width in zip(self.buttons, wide, strict=True):
            place = widgets.rect(x, self.foot, width, self.text * 2 + 8)
            self._pressed[name] = pygame_gui.elements.UIButton(place, label, self.manager)
            x += width + 10

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == widgets.BUTTON:
            for name, _, action in self.buttons:
                if self._pressed[name] is event.ui_element:
                    return action()
        if event.type == widgets.DROPPED:
            row = next((row for row in self.rows if self.menus[row.name] is event.ui_element), None)
            if row is not None:
                self.choose(row.name, {tr(label): value for label, value in row.choices}[event.text])
                return None
        if event.type == pygame.KEYDOWN:
            return self._do(in_list(event))
        self.manager.process_events(event)
        return None

    def _do(self, command: Command | None) -> Change | None:
        match command:
            case Cancel() if not widgets.fold(self.manager):
                return self.left()
            case Confirm():
                return self.buttons[max(self.at - len(self.rows), 0)][2]()
            case Next(back):
                self._focus(-1 if back else 1)
            case MoveCursor(0, dy):
                self._focus(dy)
            case MoveCursor(dx, 0) if self.at >= len(self.rows):
                self.at = min(max(self.at + dx, len(self.rows)), len(self.rows) + len(self.buttons) - 1)
            case MoveCursor(dx, 0) if self.at >= 0:
                name, _, choices = self.rows[self.at]
                values = [value for _, value in choices]
                at = values.index(self.value(name)) if self.value(name) in values else 0
                self.choose(name, values[(at + dx) % len(values)])
        return None

    def _focus(self, step: int) -> None:
        before = self.at if step > 0 else max(self.at, 0)
        self.at = (before + step) % (len(self.rows) + len(self.buttons))

    def choose(self, name: str, value: object) -> None:
        self.message = ""
        self.put(name, value)
        self.resize(self.window)

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(self.palette.page)
        title = written(self.title, self.text * 2, self.palette.ink, "bold")
        surface.blit(title, ((self.window[0] - title.get_width()) // 2, self.top - self.text * 4))
        for index, (name, label, _) in enumerate(self.rows):
            words = written(tr(label), self.text, self.palette.ink)
            middle = self.top + index * self.text * 3 + (self.text * 2 + 6 - words.get_height()) // 2
            surface.blit(words, (self.window[0] // 2 - words.get_width() - 20, middle))
            if index == self.at:
                ring = self.menus[name].rect.inflate(6, 6)
                pygame.draw.rect(surface, self.palette.accent, ring, 2, border_radius=4)
        for number, line in enumerate(
            wrapped(self.message, self.window[0] - 60, self.text)[:3] if self.message else ()
        ):
            told = written(line, self.text, self.palette.warning)
            y = self.foot + self.text * 3 + number * (self.text + 6)
            surface.blit(told, ((self.window[0] - told.get_width()) // 2, y))
        self.manager.draw_ui(surface)
        if self.at >= len(self.rows):
            ring = self._pressed[self.buttons[self.at - len(self.rows)][0]].rect.inflate(6, 6)
            pygame.draw.rect(surface, self.palette.accent, ring, 2, border_radius=4)

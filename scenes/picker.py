"""One of several: a list of buttons over what is on the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame
import pygame_gui

from . import gui
from .fonts import font, written
from .palettes import Palette
from .stage import Change, Pop


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose."""

    label: str
    tip: str = ""
    greyed: bool = False
    """Whether choosing it will be refused, with the reason as its tip."""


class Below(Protocol):
    """What is still seen behind the list."""

    def draw(self, surface: pygame.Surface) -> None:
        """Show it all."""

    def resize(self, size: tuple[int, int]) -> None:
        """The window has this size now."""


class Picker:
    """Choose by a click, by arrows and Enter, or by a number; Escape chooses nothing."""

    def __init__(
        self,
        title: str,
        picks: Sequence[Pick],
        chosen: Callable[[int], Change | None],
        below: Below,
        palette: Palette,
        scale: float,
    ) -> None:
        self.title, self.picks, self.below = title, list(picks), below
        self.palette, self.scale = palette, scale
        self.chosen = chosen
        """Takes the place of what was chosen; what it returns follows once the picker is gone."""
        self.at = 0
        self._buttons: list[pygame_gui.elements.UIButton] = []
        self._columns = 1

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the list out anew: as many columns as it takes to fit."""
        self.below.resize(size)
        text = max(round(13 * self.scale), 9)
        self.text = text
        self.manager = gui.manager(size, self.palette, text)
        row, gap = text * 2 + 4, 5
        labels = [self._label(index) for index in range(len(self.picks))]
        wide = max((font(text).size(label)[0] for label in labels), default=80) + 26
        head = text * 3
        most = max((size[1] - head - 60) // (row + gap), 1)
        self._columns = max(min(-(-len(labels) // min(most, 10)), (size[0] - 60) // (wide + gap)), 1)
        rows = -(-len(labels) // self._columns)
        width = max(self._columns * (wide + gap) + 24, font(text + 3, "bold").size(self.title)[0] + 40)
        self.area = pygame.Rect(0, 0, min(width, size[0] - 20), rows * (row + gap) + head + 16)
        self.area.center = (size[0] // 2, size[1] // 2)
        self._buttons = []
        for index, label in enumerate(labels):
            down, across = index % rows, index // rows
            place = gui.rect(
                self.area.left + 14 + across * (wide + gap), self.area.top + head + down * (row + gap), wide, row
            )
            self._buttons.append(
                pygame_gui.elements.UIButton(
                    place,
                    label,
                    self.manager,
                    tool_tip_text=gui.escaped(self.picks[index].tip).replace("\n", "<br>") or None,
                    object_id="#refused" if self.picks[index].greyed else None,
                )
            )
        self._rows = rows

    def _label(self, index: int) -> str:
        return f"{index + 1}  {self.picks[index].label}" if index < 9 else self.picks[index].label

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Take an event."""
        if event.type == gui.BUTTON:
            for index, button in enumerate(self._buttons):
                if event.ui_element is button:
                    return self._choose(index)
        taken = self.manager.process_events(event)
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        if event.type == pygame.MOUSEBUTTONDOWN and not taken and not self.area.collidepoint(event.pos):
            return Pop()
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        steps = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_RIGHT: self._rows, pygame.K_LEFT: -self._rows}
        if event.key == pygame.K_ESCAPE:
            return Pop()
        if event.key in steps:
            self.at = max(0, min(self.at + steps[event.key], len(self.picks) - 1))
        elif event.key == pygame.K_RETURN and self.picks:
            return self._choose(self.at)
        elif event.unicode.isdigit() and 0 < int(event.unicode) <= min(len(self.picks), 9):
            return self._choose(int(event.unicode) - 1)
        return None

    def _choose(self, index: int) -> Change | None:
        # The picker is gone first: what is chosen may put another scene in its place.
        return Pop(then=self.chosen(index))

    def update(self, seconds: float) -> Change | None:
        """Let time go by for tooltips."""
        self.manager.update(seconds)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list over what is below it."""
        self.below.draw(surface)
        surface.fill(self.palette.panel, self.area)
        pygame.draw.rect(surface, self.palette.accent, self.area, 1)
        title = written(self.title, self.text + 3, self.palette.ink, "bold")
        surface.blit(title, (self.area.left + 16, self.area.top + self.text))
        self.manager.draw_ui(surface)
        if self._buttons:
            pygame.draw.rect(surface, self.palette.accent, self._buttons[self.at].rect.inflate(4, 4), 2)

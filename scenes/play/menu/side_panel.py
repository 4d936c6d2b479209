"""The panel beside the cards: story, set-up, buttons."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pygame
import pygame_gui

from ....engine.messages import tr
from ....engine.rulesets import RULESETS
from ....play.replay.palettes import Colour, Palette
from ...window import widgets
from ...window.fonts import cut, font, wrapped, written
from .battle_setup import BattleSetup, SetupRow
from .scenario_gallery import MARGIN, Card

STORY = 6
LEGIBLE, SMALLEST = 12, 9
"""The least readable text, and the smallest, in pixels."""


class Density(NamedTuple):
    text: int
    tight: bool
    """True if rows are close together."""
    story: int

    @property
    def row(self) -> int:
        return self.text * 2 + (4 if self.tight else 12)

    @property
    def leading(self) -> int:
        return 4 if self.tight else 7


def densities(text: int, story: int) -> Iterator[Density]:
    """Yields text sizes and spacings to try for a panel, from the largest to the smallest."""
    for size in range(text, LEGIBLE - 1, -1):
        yield from (Density(size, tight, story) for tight in (False, True))
    smallest = min(text, LEGIBLE)
    yield from (Density(smallest, True, lines) for lines in range(story - 1, -1, -1))
    yield from (Density(size, True, 0) for size in range(smallest - 1, SMALLEST - 1, -1))


class HeadingLine(NamedTuple):
    text: str
    size: int
    colour: Colour
    face: str = "sans"
    side: Colour | None = None


class SidePanel:
    def __init__(self) -> None:
        self.area = pygame.Rect(0, 0, 1, 1)
        self.elements: dict[str, Any] = {}
        self.focus: str | None = None
        """The element that the keyboard is on."""
        self.manager: Any = None
        self.dense = Density(14, False, STORY)
        self._labels: list[tuple[str, int]] = []
        self._heading: list[HeadingLine] = []
        self._foot = 0

    def build(
        self,
        area: pygame.Rect,
        window: tuple[int, int],
        palette: Palette,
        text: int,
        card: Card | None,
        setup: BattleSetup | None,
        buttons: Sequence[tuple[str, str]],
    ) -> None:
        """Creates the widgets of the panel. The text is at most `text` pixels high, less if needed."""
        self.area, self.palette = area, palette
        rows = list(setup.rows()) if setup is not None and card is not None and not card.fixed else []
        for self.dense in densities(text, STORY):
            self._heading = self._told(card, setup)
            places = self._places(buttons)
            high = self._heading_bottom + self.dense.row // 2 + (len(rows) + bool(rows)) * self.dense.row
            if high + max(place.bottom for place in places.values()) + MARGIN <= area.height:
                break
        self.manager = widgets.manager(window, palette, self.text)
        self.elements = {}
        self._labels = []
        self._build_rows(rows, setup)
        self._foot = area.height - max(place.bottom for place in places.values()) - MARGIN
        labels = dict(buttons)
        for name, place in places.items():
            self.elements[name] = pygame_gui.elements.UIButton(
                place.move(0, self._foot), labels[name], self.manager, object_id="#chosen" if name == "play" else None
            )

    @property
    def text(self) -> int:
        return self.dense.text

    @property
    def _heading_bottom(self) -> int:
        return MARGIN + sum(line.size + self.dense.leading for line in self._heading)

    def _build_rows(self, rows: Sequence[SetupRow], setup: BattleSetup | None) -> None:
        left, width, row = self.area.left + MARGIN, self.area.width - 2 * MARGIN, self.dense.row
        y = self._heading_bottom + row // 2 - 2
        words = max(font(self.text).size(label)[0] for label in (tr("Seed"), *(label for _, label, _, _ in rows)))
        indent = min(words + 12, width // 2)
        for name, label, options, now in rows:
            place = widgets.rect(left + indent, y, width - indent, row - 6)
            self.elements[name] = pygame_gui.elements.UIDropDownMenu([*options], now, place, self.manager)
            self._labels.append((label, y))
            y += row
        if rows and setup is not None:
            line = pygame_gui.elements.UITextEntryLine(
                widgets.rect(left + indent, y, width - indent, row - 6),
                self.manager,
                placeholder_text=tr("seed of the file"),
            )
            line.set_text(setup.seed)
            self.elements["seed"] = line
            self._labels.append((tr("Seed"), y))

    def _told(self, card: Card | None, setup: BattleSetup | None) -> list[HeadingLine]:
        if card is None or setup is None:
            return []
        palette, text, scenario = self.palette, self.text, card.scenario
        width = self.area.width - 2 * MARGIN
        lines = [
            HeadingLine(line, text + 6, palette.ink, "bold")
            for line in wrapped(card.title, width, text + 6, "bold")[:2]
        ]
        if scenario.difficulty and card.campaign is None:
            lines.append(
                HeadingLine(tr("Difficulty: {difficulty}", difficulty=tr(scenario.difficulty)), text, palette.accent)
            )
        story = wrapped(" ".join(card.story.split()), width, text)
        if 0 < self.dense.story < len(story):
            last = self.dense.story - 1
            story[last] = cut(f"{story[last]} {story[last + 1]}", width, text)
        lines += [HeadingLine(line, text, palette.ink) for line in story[: self.dense.story]]
        colours = palette.of_sides(list(dict.fromkeys(one.side for one in scenario.creatures)))
        for side in setup.sides:
            names = [one.name for one in scenario.creatures if one.side == side]
            told = wrapped(f"{tr(side)}: {', '.join(names)}", width - 20, text)
            lines += [
                HeadingLine(line, text, palette.ink, side=colours[side] if index == 0 else palette.panel)
                for index, line in enumerate(told[:2])
            ]
        led = card.campaign
        rules = setup.rules_in_words() if led is None else tr("Rules: {game}", game=RULESETS[led.file.ruleset].title)
        return [*lines, *(HeadingLine(line, text, palette.faint) for line in wrapped(rules, width, text)[:2])]

    def _places(self, buttons: Sequence[tuple[str, str]]) -> dict[str, pygame.Rect]:
        left, width, row = self.area.left + MARGIN, self.area.width - 2 * MARGIN, self.dense.row
        made: dict[str, pygame.Rect] = {}
        x = y = 0
        half = (width - 6) // 2
        for name, label in buttons:
            if name == "play":
                made[name] = widgets.rect(left, 0, width, row)
                y = row + 6
                continue
            wide = half if name in ("watch", "hotseat") else font(self.text).size(label)[0] + 22
            if x and x + wide > width:
                x, y = 0, y + row
            made[name] = widgets.rect(left + x, y, wide, row - 6)
            x += wide + 6
        return made

    def name_of(self, element: object) -> str | None:
        return next((name for name, made in self.elements.items() if made is element), None)

    def next_focus(self, step: int) -> None:
        names = list(self.elements)
        at = names.index(self.focus) if self.focus in names else (-1 if step > 0 else 0)
        self.focus = names[(at + step) % len(names)] if names else None

    def close_lists(self, rebuild: Callable[[], None]) -> bool:
        """Closes a drop-down menu that is open. Returns False if none was open."""
        lists = [one for one in self.elements.values() if isinstance(one, pygame_gui.elements.UIDropDownMenu)]
        opened = any(one.current_state is one.menu_states["expanded"] for one in lists)
        if opened:
            rebuild()
        return opened

    def draw(self, surface: pygame.Surface, message: str) -> None:
        palette, left = self.palette, self.area.left + MARGIN
        surface.fill(palette.panel, self.area)
        pygame.draw.line(surface, palette.panel_edge, self.area.topleft, self.area.bottomleft)
        y = MARGIN
        for line in self._heading:
            x = left
            if line.side is not None:
                surface.fill(line.side, (left, y + 3, 10, line.size - 1))
                x += 18
            surface.blit(written(line.text, line.size, line.colour, line.face), (x, y))
            y += line.size + self.dense.leading
        for label, at in self._labels:
            words = written(label, self.text, palette.ink)
            surface.blit(words, (left, at + (self.dense.row - 6 - words.get_height()) // 2))
        if self.focus in self.elements:
            ring = self.elements[self.focus].rect.inflate(6, 6)
            pygame.draw.rect(surface, palette.accent, ring, 2, border_radius=4)
        lines = wrapped(message, self.area.width - 2 * MARGIN, self.text)[:3] if message else []
        for number, told in enumerate(lines):
            at = self._foot - (len(lines) - number) * (self.text + 5) - 6
            surface.blit(written(told, self.text, palette.warning), (left, at))
        self.manager.draw_ui(surface)

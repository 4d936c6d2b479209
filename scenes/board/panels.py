"""Panels: turn order, selected creature, log, hints; each is cached."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

import pygame

from ...components.events import Done, Event, Rolled, Struck, TurnEnded, TurnStarted
from ...components.position import Cube
from ...engine.messages import _, language_in_use, tr
from ...play.replay.log_text import Labels, LogLine, chronicle, one_line
from ...play.replay.palettes import Colour, Palette, lighter, mix, readable
from ...play.replay.snapshot import Snapshot
from ...play.table.showing import Topic, showing_of
from ...play.table.side import sentence, veiled
from ...play.table.witness import CLEAR, Veil
from ..window.fonts import cut, fitted, font, wrapped, written

TOPICS: frozenset[str] = frozenset(get_args(Topic))
FILTERS: tuple[tuple[str, frozenset[str]], ...] = (
    (_("play"), TOPICS - {"ends", "refused"}),
    (_("fights"), frozenset({"fights", "dice", "turns"})),
    (_("moves"), frozenset({"moves", "turns"})),
    (_("refused"), frozenset({"refused"})),
    (_("all"), TOPICS),
)

FORCING = frozenset({"push", "pull", "slide"})
"""Intents without events of their own if they fail."""

LEAST = 11
"""Smallest letter pixels of a card."""


class Kept:
    def __init__(self) -> None:
        self.fresh = True
        """True until first drawn."""
        self._key: object = None
        self._picture: pygame.Surface | None = None

    def draw(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        key: object,
        paint: Callable[[pygame.Surface], None],
        *,
        as_it_is: bool = False,
    ) -> None:
        """Draws a cached picture at `area`. For a new `key`, `paint` draws the picture anew."""
        if self._picture is None or (key != self._key and not as_it_is) or self._picture.get_size() != area.size:
            paint(surface)
            self._key, self.fresh = key, False
            self._picture = surface.subsurface(area.clip(surface.get_rect())).copy()
            return
        surface.blit(self._picture, area)


def panel(surface: pygame.Surface, palette: Palette, area: pygame.Rect) -> None:
    surface.fill(palette.panel, area)
    pygame.draw.rect(surface, palette.panel_edge, area, 1)


@dataclass(slots=True)
class PanelLine:
    """One line of the log as it is shown on the screen."""

    text: str
    colour: Colour
    indent: int
    seq: int
    rules: tuple[str, ...]
    square: Cube | None
    head: bool
    """True for the first line of an event."""
    strike: bool = False

    @property
    def explained(self) -> bool:
        return bool(self.rules) or self.strike


@dataclass(slots=True)
class LogPanel:
    """The log beside the board. The player can scroll, filter and click it."""

    palette: Palette
    area: pygame.Rect
    size: int
    unit: str
    sides: Mapping[str, str]
    labels: Labels = field(default_factory=dict)
    filter: int = 0
    scroll: int = 0
    """Lines scrolled up from the newest."""
    lines: list[PanelLine] = field(default_factory=list)
    _upto: int = 0
    _group: tuple[int, int] = (0, 0)
    """First event of the last group, and lines before it."""
    _round: int = 0
    _key: tuple[int, int, tuple[str, ...]] = (-1, -1, ())
    _veils: Sequence[Veil] = ()
    _fallen: set[str] = field(default_factory=set)

    @property
    def step(self) -> int:
        return self.size + 5

    def feed(self, events: Sequence[Event], upto: int, eyes: Sequence[str] = (), veils: Sequence[Veil] = ()) -> bool:
        """Shows the first `upto` events of the log, as the sides `eyes` perceive them."""
        key = (self.filter, self.area.width, tuple(eyes))
        self._veils = veils if eyes else ()
        if key != self._key or upto < self._upto:
            self.lines.clear()
            self._fallen.clear()
            self._upto, self._group, self._round, self._key = 0, (0, 0), 0, key
        if upto == self._upto:
            return False
        before = len(self.lines)
        first, kept = self._group
        if self._upto < len(events) and not (
            self._upto > first and one_line(events[self._upto - 1], events[self._upto])
        ):
            first, kept = self._upto, len(self.lines)
        del self.lines[kept:]
        while first < upto:
            last = first + 1
            while last < upto and one_line(events[last - 1], events[last]):
                last += 1
            self._group = (first, len(self.lines))
            self._tell(events[first:last], events[first - 1] if first else None)
            first = last
        self._upto = upto
        if self.scroll:
            self.scroll += len(self.lines) - before
        self.scroll = max(0, min(self.scroll, len(self.lines) - self.rows))
        return True

    def _tell(self, group: Sequence[Event], before: Event | None) -> None:
        group = [event for event in group if not self._veil(event).hides(event)]
        if not group:
            return
        last = group[-1]
        topic: Topic = showing_of(last).topic
        if isinstance(last, Rolled) and last.for_ == "initiative":
            topic = "ends"
        vain = isinstance(last, Done) and last.intent in FORCING and isinstance(before, Done | TurnStarted)
        if (topic if not vain else "actions") not in FILTERS[self.filter][1]:
            return
        lines = self._lines(group)
        if isinstance(last, Done) and vain:
            lines = [
                LogLine(
                    2, tr("{actor}'s {intent} moves nobody", actor=last.actor, intent=last.intent), "aside", last.rules
                )
            ]
        if isinstance(last, TurnEnded) and isinstance(before, TurnStarted):
            lines.append(LogLine(2, tr("{actor} waits", actor=last.actor), "aside"))
        for told in lines:
            if told.kind == "round":
                if last.round == self._round:
                    continue
                self._round = last.round
            indent = max(told.depth - 1, 0) * 12
            room = self.area.width - 30 - indent
            for number, text in enumerate(wrapped(told.text, room, self.size)):
                self.lines.append(
                    PanelLine(
                        text,
                        self._colour(told.kind),
                        indent,
                        last.seq,
                        told.rules,
                        square_of(last),
                        number == 0,
                        isinstance(last, Struck),
                    )
                )

    def _veil(self, event: Event) -> Veil:
        return self._veils[event.seq] if event.seq < len(self._veils) else CLEAR

    def _lines(self, group: Sequence[Event]) -> list[LogLine]:
        veils = [self._veil(event) for event in group]
        pairs = list(zip(group, veils, strict=True))
        if any(getattr(event, "who", None) in veil.before | veil.after for event, veil in pairs):
            told = (sentence(event, veil, language_in_use(), labels=self.labels) for event, veil in pairs)
            return [LogLine(2, line, "aside") for line in dict.fromkeys(told) if line]
        lines = chronicle(group, self.unit, dict(self.sides), language_in_use(), self.labels, self._fallen)
        hidden = veils[-1].during
        return [replace(line, text=veiled(line.text, hidden)) if hidden else line for line in lines]

    def _colour(self, kind: str) -> Colour:
        match kind:
            case "round" | "turn" | "end":
                return self.palette.accent
            case "refused" | "hurt" | "down":
                return self.palette.warning
            case "aside":
                return self.palette.faint
        return self.palette.ink

    @property
    def head(self) -> int:
        return self.size + 15

    @property
    def rows(self) -> int:
        return max((self.area.height - self.head - 2) // self.step, 1)

    def draw(self, surface: pygame.Surface) -> None:
        panel(surface, self.palette, self.area)
        x = self.area.left + 8
        for index, (name, _kinds) in enumerate(FILTERS):
            colour = self.palette.accent if index == self.filter else self.palette.faint
            label = written(tr(name), self.size, colour, "bold" if index == self.filter else "sans")
            surface.blit(label, (x, self.area.top + 6))
            x += label.get_width() + 12
        last = len(self.lines) - self.scroll
        first = max(last - self.rows, 0)
        y = self.area.top + self.head
        for line in self.lines[first:last]:
            surface.blit(written(line.text, self.size, line.colour), (self.area.left + 8 + line.indent, y))
            if line.head and line.explained:
                pygame.draw.circle(surface, self.palette.panel_edge, (self.area.right - 9, y + self.step // 2 - 2), 3)
            y += self.step
        if len(self.lines) > self.rows:
            height = self.area.height - self.head - 4
            share = self.rows / len(self.lines)
            top = self.area.top + self.head + round(height * first / len(self.lines))
            surface.fill(self.palette.panel_edge, (self.area.right - 4, top, 3, max(round(height * share), 8)))

    def at(self, spot: tuple[int, int]) -> PanelLine | None:
        if not self.area.collidepoint(spot) or spot[1] < self.area.top + self.head:
            return None
        last = len(self.lines) - self.scroll
        first = max(last - self.rows, 0)
        index = first + (spot[1] - self.area.top - self.head) // self.step
        return self.lines[index] if index < last else None

    def explained(self) -> Iterator[tuple[str, int]]:
        """Yields (text, event number) of the log lines with an explanation, newest first."""
        text: list[str] = []
        for line in reversed(self.lines):
            text.append(line.text)
            if line.head:
                if line.explained:
                    yield " ".join(reversed(text)), line.seq
                text.clear()

    def click_filter(self, spot: tuple[int, int]) -> bool:
        if not (self.area.top <= spot[1] < self.area.top + self.head):
            return False
        x = self.area.left + 8
        for index, (name, _kinds) in enumerate(FILTERS):
            width = font(self.size, "bold" if index == self.filter else "sans").size(tr(name))[0]
            if x - 5 <= spot[0] <= x + width + 5:
                self.filter = index
                self.scroll = 0
                return True
            x += width + 12
        return False

    def wheel(self, steps: int) -> None:
        self.scroll = max(0, min(self.scroll + 3 * steps, len(self.lines) - self.rows))


def square_of(event: Event) -> Cube | None:
    for name in ("to", "at"):
        found = getattr(event, name, None)
        if isinstance(found, tuple) and len(found) == 3:
            return found
    return None


def faces(turns: pygame.Rect, text: int) -> list[tuple[int, str]]:
    """Returns (size, font) of all texts in the panels, to load the fonts early."""
    order = _turn_letters(turns)
    return [(order, "bold"), (order, "sans"), (order - 1, "sans"), (text, "sans"), (text, "bold"), (text + 3, "bold")]


def _turn_letters(area: pygame.Rect) -> int:
    return max(area.height * 2 // 5, 10)


def draw_turn_bar(
    surface: pygame.Surface,
    palette: Palette,
    area: pygame.Rect,
    tableau: Snapshot,
    order: Sequence[str],
    colours: Callable[[str], Colour],
    note: str,
) -> list[tuple[pygame.Rect, str]]:
    """Draws the creatures in order of turns. Returns (rectangle, name) of each."""
    panel(surface, palette, area)
    size = _turn_letters(area)
    head = written(tr("Round {round}", round=tableau.round), size, palette.accent, "bold")
    surface.blit(head, (area.left + 10, area.centery - head.get_height() // 2))
    listed = [name for name in order if name in tableau.figures]
    tail = written(note, size - 1, palette.faint)
    room = area.width - tail.get_width() - head.get_width() - 86
    for name in listed:
        room -= 0 if tableau.figures[name].out else font(size, "bold").size(name)[0] + 27
        if room < 0:
            break
    if room < 0:
        tail = written("", size - 1, palette.faint)  # who comes next is worth more
    surface.blit(tail, (area.right - tail.get_width() - 10, area.centery - tail.get_height() // 2))
    if tableau.active in listed:
        start = listed.index(tableau.active)
        listed = listed[start:] + listed[:start]
    x = area.left + head.get_width() + 26
    limit = area.right - tail.get_width() - 60
    places: list[tuple[pygame.Rect, str]] = []
    for index, name in enumerate(listed):
        figure = tableau.figures[name]
        active = name == tableau.active
        if figure.out:
            continue
        ground = mix(palette.panel, colours(figure.side), 0.45 if active else 0.16)
        ink = readable(ground, *(() if active else (palette.faint,)), palette.ink)
        label = written(name, size, ink, "bold" if active else "sans")
        chip = pygame.Rect(x, area.top + 5, label.get_width() + 22, area.height - 10)
        if chip.right > limit:
            more = written(f"+{len(listed) - index}", size, palette.faint)
            surface.blit(more, (x, area.centery - more.get_height() // 2))
            break
        colour = colours(figure.side)
        surface.fill(ground, chip)
        surface.fill(colour, (chip.left, chip.top, 5, chip.height))
        if active:
            pygame.draw.rect(surface, palette.accent, chip, 2)
        if figure.hp is not None and figure.full:
            share = max(0.0, min(1.0, figure.hp / figure.full))
            surface.fill(lighter(colour, 0.3), (chip.left + 5, chip.bottom - 3, round((chip.width - 5) * share), 3))
        surface.blit(label, (chip.left + 13, chip.centery - label.get_height() // 2 - 1))
        places.append((chip, name))
        x = chip.right + 5
    return places


def card_height(lines: Sequence[str], width: int, size: int) -> int:
    return 26 + size + (size + 5) * _rows(lines, width - 24, size)


def draw_card(
    surface: pygame.Surface,
    palette: Palette,
    area: pygame.Rect,
    title: str,
    colour: Colour,
    lines: Iterable[str],
    size: int,
) -> None:
    """Draws a panel with what a player reads about a creature. The text shrinks to fit."""
    told = list(lines)
    while size > LEAST and area.height < card_height(told, area.width, size):
        size -= 1
    pygame.draw.rect(surface, palette.panel_edge, area, 1)
    surface.fill(colour, (area.left, area.top, 5, area.height))
    head = fitted(title, area.width - 20, size + 3, palette.ink, "bold")
    surface.blit(head, (area.left + 14, area.top + 7))
    y = area.top + 14 + head.get_height()
    for text in told:
        for line in wrapped(text, area.width - 24, size):
            if y + size + 5 > area.bottom:
                return
            surface.blit(written(line, size, palette.ink), (area.left + 14, y))
            y += size + 5


def _rows(texts: Iterable[str], width: int, size: int) -> int:
    return sum(len(wrapped(text, width, size)) for text in texts)


def draw_hint(
    surface: pygame.Surface, palette: Palette, area: pygame.Rect, text: str, colour: Colour, size: int
) -> None:
    panel(surface, palette, area)
    width = area.width - 20
    if text and font(size).size(text)[0] > width:
        size = max(size - 1, LEAST)
    first, *rest = wrapped(text, width, size)
    lines = [first, cut(" ".join(rest), width, size)] if rest else [first]
    y = area.centery - (size + 3) * len(lines) // 2
    for line in lines:
        surface.blit(written(line, size, colour), (area.left + 10, y))
        y += size + 3


def lesson_lines(text: str, width: int, size: int) -> list[str]:
    return [line for part in text.split("\n") for line in wrapped(part, width - 28, size)]


def lesson_height(texts: Iterable[str], width: int, size: int) -> int:
    return max((len(lesson_lines(text, width, size)) * (size + 6) + 20 for text in texts), default=0)


def draw_lesson(surface: pygame.Surface, palette: Palette, area: pygame.Rect, text: str, size: int) -> None:
    while size > 9 and lesson_height([text], area.width, size) > area.height:
        size -= 1
    panel(surface, palette, area)
    pygame.draw.rect(surface, palette.accent, area, 2, border_radius=4)
    y = area.top + 10
    for line in lesson_lines(text, area.width, size):
        surface.blit(written(line, size, palette.ink), (area.left + 14, y))
        y += size + 6

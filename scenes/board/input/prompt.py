"""A decision for a person: a panel with buttons and keys near the creatures concerned."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

import pygame

from ....components.decision import Decision, DecisionOption
from ....engine.messages import language_in_use, tr, translated
from ....engine.state.decider import Unanswered
from ....play.replay.palettes import Colour, Palette, mix, readable
from ...window.commands import Command, Confirm, Invoke
from ...window.fonts import fitted, font, wrapped, written
from ..draw.camera import Camera
from ..panels import panel

ALWAYS = "always"
"""The name of the check box that remembers an answer."""
RULES = "rules"
MOST = 9
"""The most answers with a key."""
WIDTHS = (27, 20, 17)
"""Panel widths in text heights, widest first."""
GAP = 14
"""Pixels around the panel."""


class Prompt:
    """A question to the player on the screen. The battle's thread waits for its `outcome`."""

    def __init__(self, question: Decision, whose: str, colour: Colour, odds: str = "") -> None:
        self.question = question
        self.pad_glyph: Callable[[], str] = str
        """The pad button that answers; empty for a keyboard."""
        self.whose = whose
        """The deciding side, or the referee."""
        self.colour = colour
        self.odds = odds
        self.always = False
        """True to remember the answer for this battle."""
        self.pointed = ""
        """The hovered element: answer key, `always`, `rules` or empty."""
        self.armed = ""
        """The answer for Enter."""
        self.outcome: Future[str] = Future()
        self.area = pygame.Rect(0, 0, 0, 0)
        self.places: dict[str, pygame.Rect] = {}
        """Areas of elements, once drawn."""

    @property
    def habitual(self) -> bool:
        """True if the player may have the answer remembered; not for a choice between cubes."""
        return all(option.at is None for option in self.question.options)

    def answer(self, key: str) -> None:
        self.outcome.set_result(key)

    def withdraw(self) -> None:
        """Takes the question back: the battle's thread gets no answer."""
        self.outcome.set_exception(Unanswered())

    def keyed(self, command: Command) -> str:
        if isinstance(command, Confirm):
            return self.armed or self.question.default
        key = command.key if isinstance(command, Invoke) else ""
        if key == "a" and self.habitual:
            return ALWAYS
        if key == "r" and self.question.rules:
            return RULES
        if key.isdecimal() and 1 <= int(key) <= min(MOST, len(self.question.options)):
            return self.question.options[int(key) - 1].key
        return ""

    def step(self, by: int) -> None:
        keys = [option.key for option in self.question.options]
        if self.pad_glyph():  # a pad has no other way to them
            keys += [ALWAYS] * self.habitual + [RULES] * bool(self.question.rules)
        here = self.armed or self.question.default
        at = keys.index(here) if here in keys else 0
        self.armed = self.pointed = keys[(at + by) % len(keys)] if self.armed else keys[at]

    def at(self, spot: tuple[int, int]) -> str:
        return next((name for name, place in self.places.items() if place.collidepoint(spot)), "")

    def on_square(self, square: tuple[int, int] | None) -> str:
        found = (option.key for option in self.question.options if option.at is not None and option.at[:2] == square)
        return next(found, "")

    # --- drawing -----------------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        palette: Palette,
        camera: Camera,
        board: pygame.Rect,
        aside: pygame.Rect,
        boxes: Mapping[str, pygame.Rect],
        size: int,
    ) -> None:
        """Draws the panel with the question, near the creatures or beside the board."""
        question, zoom = self.question, camera.zoom
        about = [boxes[name] for name in (question.who, question.other) if name is not None and name in boxes]
        squares = [option.at for option in question.options if option.at is not None]
        squares += [place for place in (question.at, question.to) if place is not None]
        shown = [*about, *(pygame.Rect(camera.pixel(x, y), (zoom, zoom)) for x, y, _ in squares)]
        surface.set_clip(board)
        self._point_out(surface, palette, camera, about)
        surface.set_clip(None)
        self._lay(board, aside, shown, size)
        panel(surface, palette, self.area)
        pygame.draw.rect(surface, palette.accent, self.area, 2)
        surface.fill(self.colour, (self.area.left, self.area.top, 6, self.area.height))
        x, y = self.area.left + 18, self.area.top + 10
        for line in self._sentence(self.area.width, size):
            surface.blit(written(line, size + 1, palette.ink, "bold"), (x, y))
            y += size + 6
        for number, option in enumerate(question.options, 1):
            self._draw_option(surface, palette, number, option, size)
        if self.habitual:
            self._draw_tick(surface, palette, size)
        if RULES in self.places:
            place = self.places[RULES]
            colour = palette.accent if self.pointed == RULES else palette.faint
            words = fitted(self._rules(), place.width, size - 1, colour)
            surface.blit(words, place)
            pygame.draw.line(surface, colour, place.bottomleft, place.bottomright)

    def _sentence(self, width: int, size: int) -> list[str]:
        told = translated(self.question.text, language_in_use()) + (f" ({self.odds})" if self.odds else "")
        return wrapped(told, width - 36, size + 1, "bold")

    def _rules(self) -> str:
        more = len(self.question.rules) - 1
        key = "" if self.pad_glyph() else "   (R)"
        return f"{self.question.rules[0]}{f' +{more}' if more else ''}{key}"

    def _lay(self, board: pygame.Rect, aside: pygame.Rect, shown: Sequence[pygame.Rect], size: int) -> None:
        question = self.question
        row = size * 2 + 4
        columns = 1 if self.habitual else 3
        rows = -(-len(question.options) // columns)
        foot = (size + 12) * (self.habitual + bool(question.rules)) + 6
        head = 0
        for letters in WIDTHS:
            wide = min(size * letters, board.width)
            head = 16 + len(self._sentence(wide, size)) * (size + 6)
            self.area = beside(board, shown, (wide, head + rows * (row + 4) + foot))
            if self.area.collidelist(list(shown)) < 0:
                break
            if wide <= aside.width and letters == WIDTHS[-1]:
                wide = aside.width
                head = 16 + len(self._sentence(wide, size)) * (size + 6)
                self.area = pygame.Rect(aside.topleft, (wide, head + rows * (row + 4) + foot))
        self.places.clear()
        left, top = self.area.left + 18, self.area.top + head
        wide = (self.area.width - 32 - 6 * (columns - 1)) // columns
        for index, option in enumerate(question.options):
            down, across = divmod(index, columns)
            self.places[option.key] = pygame.Rect(left + across * (wide + 6), top + down * (row + 4), wide, row)
        top += rows * (row + 4) + 4
        if self.habitual:
            words = font(size).size(self._tick(size))[0]
            self.places[ALWAYS] = pygame.Rect(left, top, words + size + 10, size + 8)
            top += size + 12
        if question.rules:
            wide, high = font(size - 1).size(self._rules())
            self.places[RULES] = pygame.Rect(left, top, min(wide, self.area.right - 12 - left), high)

    def _tick(self, size: int) -> str:
        if self.pad_glyph():
            return tr("Always answer so for {whose} in this battle", whose=self.whose)
        full = tr("Always answer so for {whose} in this battle (A)", whose=self.whose)
        room = self.area.width - 32 - size - 10
        return full if font(size).size(full)[0] <= room else tr("Always, for {whose} (A)", whose=self.whose)

    def _draw_option(
        self, surface: pygame.Surface, palette: Palette, number: int, option: DecisionOption, size: int
    ) -> None:
        place = self.places[option.key]
        usual = option.key == self.question.default
        strength = 0.45 if self.pointed == option.key else 0.22 if usual else 0.1
        ground = mix(palette.panel, palette.accent, strength)
        ink = readable(ground, palette.ink)
        surface.fill(ground, place)
        pygame.draw.rect(surface, palette.accent if usual else palette.panel_edge, place, 1)
        glyph = self.pad_glyph()
        sign = f"{number}" if number <= MOST and not glyph else ""
        mark = written(sign, size, readable(ground, palette.accent, ink), "bold")
        label = written(translated(option.label, language_in_use()), size, ink, "bold" if usual else "sans")
        middle = place.centery
        surface.blit(mark, (place.left + 9, middle - mark.get_height() // 2))
        surface.blit(label, (place.left + 18 + size // 2, middle - label.get_height() // 2))
        if option.key == (self.armed or self.question.default) and self.habitual:
            told = written(glyph or tr("Enter ⏎"), size - 1, readable(ground, palette.faint, ink))
            surface.blit(told, (place.right - told.get_width() - 9, middle - told.get_height() // 2))

    def _draw_tick(self, surface: pygame.Surface, palette: Palette, size: int) -> None:
        place = self.places[ALWAYS]
        box = pygame.Rect(place.left, place.top + 2, size + 2, size + 2)
        colour = palette.accent if self.pointed == ALWAYS else palette.faint
        pygame.draw.rect(surface, colour, box, 1)
        if self.always:
            points = [(box.left + 3, box.centery), (box.centerx - 1, box.bottom - 4), (box.right - 3, box.top + 3)]
            pygame.draw.lines(surface, palette.accent, False, points, 2)
        surface.blit(
            written(self._tick(size), size, palette.ink if self.always else colour), (box.right + 8, place.top)
        )

    def _point_out(
        self, surface: pygame.Surface, palette: Palette, camera: Camera, about: Sequence[pygame.Rect]
    ) -> None:
        zoom = camera.zoom
        for index, option in enumerate(self.question.options):
            if option.at is not None:
                x, y = camera.pixel(option.at[0], option.at[1])
                lit = option.key == self.pointed or option.key == self.question.default
                square = pygame.Rect(x, y, zoom, zoom).inflate(-2, -2)
                pygame.draw.rect(surface, palette.accent, square, 4 if lit else 2)
                number = written(str(index + 1), max(zoom // 2, 10), palette.accent, "bold")
                surface.blit(number, number.get_rect(center=square.center))
        if len(about) > 1:
            pygame.draw.line(surface, palette.warning, about[0].center, about[1].center, max(zoom // 16, 2))
        if self.question.at is not None and self.question.to is not None:
            (ax, ay, _), (bx, by, _) = self.question.at, self.question.to
            ends = camera.pixel(ax + 0.5, ay + 0.5), camera.pixel(bx + 0.5, by + 0.5)
            pygame.draw.line(surface, palette.path, *ends, max(zoom // 8, 2))
            pygame.draw.circle(surface, palette.path, ends[1], max(zoom // 5, 3))
        for box, colour in zip(about, (palette.accent, palette.warning), strict=False):
            pygame.draw.rect(surface, colour, box.inflate(6, 6), 3, border_radius=6)


def beside(board: pygame.Rect, shown: Sequence[pygame.Rect], size: tuple[int, int]) -> pygame.Rect:
    """Returns where a panel of this size hides as little as possible of the rectangles `shown`."""
    around = shown[0].unionall(list(shown[1:])) if shown else pygame.Rect(board.center, (0, 0))
    wide, high = size
    top, left = around.centery - high // 2, around.centerx - wide // 2
    corners = [(x, y) for x in (board.right - wide, board.left) for y in (board.top, board.bottom - high)]
    tried = [
        (around.right + GAP, top),
        (around.left - GAP - wide, top),
        (left, around.bottom + GAP),
        (left, around.top - GAP - high),
        *corners,
    ]
    kept = [pygame.Rect(place, size).clamp(board) for place in tried]
    return min(kept, key=lambda place: sum(part.width * part.height for part in map(place.clip, shown)))

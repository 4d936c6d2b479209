"""Draws the menu's cards, each with its battle's picture and title, and marks the selected one."""

import pygame

from ....engine.messages import tr
from ....play.replay.palettes import Palette, mix, readable
from ...window.fonts import fitted, written
from .scenario_gallery import Card, thumbnail

CARD = 274
"""The approximate width of a card in pixels, to fill a row."""
MARGIN, GAP = 20, 14
"""Pixels around everything, and between cards."""
LARGEST = 1.4
"""The most by which cards grow with the text."""


class CardShelf:
    """Draws cards, finds the one under the pointer, and keeps the selected one in sight."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.chosen = 0
        self.first_row = 0
        self.area = pygame.Rect(0, 0, 1, 1)
        self.columns = 1
        self._look: tuple[tuple[int, int], str] | None = None
        """The size and palette of the cards' pictures."""
        self._places: list[tuple[pygame.Rect, int]] = []

    def resize(self, area: pygame.Rect, scale: float) -> None:
        """Lay the cards out anew."""
        self.area, scale = area, min(scale, LARGEST)
        room = area.width - 2 * MARGIN + GAP
        self.columns = max(round(room / (CARD * scale + GAP)), 1)
        across = room // self.columns - GAP
        self.small = max(round(13 * scale), 10)
        self.card = (across, across * 4 // 7 + self.small * 2 + 22)
        self.keep_in_sight()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return -(-len(self.cards) // self.columns)

    @property
    def shelf(self) -> int:
        """The number of rows wholly in sight."""
        return max((self.area.height + GAP) // (self.card[1] + GAP), 1)

    def keep_in_sight(self) -> None:
        """Scrolls so that the selected card is in sight."""
        row = self.chosen // self.columns
        self.first_row = max(min(self.first_row, row, max(self.rows - self.shelf, 0)), row - self.shelf + 1)

    def roll(self, steps: int) -> None:
        """Scrolls by the wheel."""
        self.first_row = max(0, min(self.first_row - steps, self.rows - self.shelf))

    def at(self, spot: tuple[int, int]) -> int | None:
        """The card under a pixel."""
        return next((index for place, index in self._places if place.collidepoint(spot)), None)

    @property
    def unpainted(self) -> bool:
        """Whether there are pictures left to paint."""
        return any(card.picture is None for card in self.cards)

    def paint_one(self, palette: Palette) -> None:
        """Paints one missing picture: one a frame, so that no frame is late; all again in another size or palette."""
        look = (self.card, palette.name)
        if look != self._look:
            self._look = look
            for card in self.cards:
                card.picture = None
        for card in self.cards:
            if card.picture is None:
                card.picture = thumbnail(card.scenario, palette, (self.card[0] - 12, self.card[0] * 4 // 7 - 4))
                return

    def draw(self, surface: pygame.Surface, palette: Palette) -> None:
        """Draws the rows in sight."""
        self._places = []
        wide, high = self.card
        for index in range(len(self.cards)):
            row, column = divmod(index, self.columns)
            x, y = MARGIN + column * (wide + GAP), self.area.top + (row - self.first_row) * (high + GAP)
            if self.area.top <= y <= self.area.bottom:
                place = pygame.Rect(x, y, wide, high)
                self._draw_card(surface, palette, place, index)
                self._places.append((place, index))
        if not self.cards:
            words = written(tr("No scenarios are installed: fivefoot play FILE opens one."), 16, palette.ink)
            surface.blit(words, (MARGIN, self.area.top + GAP))
        if self.rows > self.shelf:
            room = self.area.height - GAP
            top = self.area.top + room * self.first_row // self.rows
            bar = (self.area.right - 6, top, 3, max(room * self.shelf // self.rows, 8))
            surface.fill(palette.panel_edge, bar)

    def _draw_card(self, surface: pygame.Surface, palette: Palette, place: pygame.Rect, index: int) -> None:
        card, small, chosen = self.cards[index], self.small, index == self.chosen
        ground = mix(palette.panel, palette.accent, 0.14) if chosen else palette.panel
        surface.fill(ground, place)
        pygame.draw.rect(surface, palette.accent if chosen else palette.panel_edge, place, 2 if chosen else 1)
        if card.picture is not None:
            middle = (place.centerx, place.top + place.width * 2 // 7 + 3)
            surface.blit(card.picture, card.picture.get_rect(center=middle))
        if card.mark:
            badge = written(tr(card.mark), small, readable(palette.accent, palette.page), "bold")
            wide = badge.get_width() + 12
            corner = pygame.Rect(place.right - wide - 6, place.top + 6, wide, small + 8)
            pygame.draw.rect(surface, palette.accent, corner, border_radius=4)
            surface.blit(badge, badge.get_rect(center=corner.center))
        title = fitted(card.title, place.width - 16, small + 1, palette.ink, "bold")
        surface.blit(title, (place.left + 9, place.bottom - 2 * small - 16))
        surface.blit(
            written(card.size, small - 1, readable(ground, palette.faint, palette.ink)),
            (place.left + 9, place.bottom - small - 9),
        )

"""The page of a campaign's road: the party's place, its talk, and cards of its members."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from ...engine.messages import tr
from ...engine.scenario.shipped import label_of
from ...play.campaign import Campaign, CampaignLine, CampaignProgress
from ...play.replay.looks import figure_named
from ...play.replay.palettes import Colour, Palette, lighter, mix
from ..board.draw.art import picture
from ..window.fonts import fitted, wrapped, written
from ..window.scene_stack import Change
from .picture_page import PicturePage

ROAD, CARD, FACE = 10, 20, 4
"""The road's height, a card's width and a face's side, in text heights."""
GROUND = 48
"""Pixels of a square of the drawn ground."""
EARTH, DUST, SHADE = (62, 44, 28), (150, 118, 80), (170, 180, 170)
"""The colours of the road's rim and middle, and the shade over the meadow."""


class RoadPage(PicturePage):
    def __init__(
        self,
        title: str,
        text: str,
        campaign: Campaign,
        progress: CampaignProgress,
        talk: Sequence[CampaignLine],
        palette: Palette,
        scale: float,
        buttons: Sequence[tuple[str, str, Callable[[], Change | None]]] = (),
    ) -> None:
        self.campaign, self.progress, self.talk = campaign, progress, tuple(talk)
        self.cards = campaign.members(progress)
        """The members' tables, fallen ones included."""
        super().__init__(title, text, palette, scale, buttons)

    def _wide(self, parts: Sequence[str], text: int) -> int:
        return max(super()._wide(parts, text), 3 * (CARD + 1) * text + 32)

    # --- the picture -----------------------------------------------------------------------------------

    def _columns(self, width: int, text: int) -> int:
        return max(width // (CARD * text), 1)

    def _said(self, line: CampaignLine, width: int, text: int) -> list[str]:
        return wrapped(tr(line.say), width - (FACE + 1) * text, text)

    def _row(self, line: CampaignLine, width: int, text: int) -> int:
        return max(FACE * text, round((len(self._said(line, width, text)) + 1) * text * 1.5)) + text // 2

    def _high(self, width: int, text: int) -> int:
        talk = sum(self._row(line, width, text) for line in self.talk)
        rows = -(-len(self.cards) // self._columns(width, text))
        return ROAD * text + text + talk + text + rows * (FACE + 2) * text

    def _drawn(self, width: int, text: int) -> pygame.Surface:
        made = pygame.Surface((width, self._high(width, text)))
        made.fill(self.palette.panel)
        made.blit(self._road(width, ROAD * text, text), (0, 0))
        y = ROAD * text + text
        for line in self.talk:
            self._face(made, line.who, pygame.Rect(0, y, FACE * text, FACE * text))
            made.blit(written(line.who, text, self.palette.accent, "bold"), ((FACE + 1) * text, y))
            for number, words in enumerate(self._said(line, width, text), 1):
                made.blit(written(words, text, self.palette.ink), ((FACE + 1) * text, y + round(number * text * 1.5)))
            y += self._row(line, width, text)
        columns = self._columns(width, text)
        for number, member in enumerate(self.cards):
            place = pygame.Rect(
                number % columns * width // columns, y + text + number // columns * (FACE + 2) * text,
                width // columns - text // 2, round((FACE + 1.6) * text),
            )  # fmt: skip
            self._card(made, member, place, text)
        return made

    def _face(self, made: pygame.Surface, name: str, place: pygame.Rect) -> None:
        pygame.draw.rect(made, mix(self.palette.panel, self.palette.panel_edge, 0.5), place, border_radius=6)
        figure = picture(*figure_named(name), place.width)
        made.blit(figure, place)
        pygame.draw.rect(made, self.palette.panel_edge, place, 1, border_radius=6)

    def _card(self, made: pygame.Surface, member: Mapping[str, Any], place: pygame.Rect, text: int) -> None:
        palette, name, small = self.palette, str(member["name"]), text - 2
        fallen = name in self.progress.fallen
        pygame.draw.rect(made, mix(palette.panel, palette.panel_edge, 0.25), place, border_radius=6)
        face = pygame.Rect(place.left + text // 2, place.top + text // 2, FACE * text, FACE * text)
        self._face(made, name, face)
        x, room = face.right + text // 2, place.right - face.right - text
        full, wounds = member.get("hp"), self.progress.wounds.get(name, 0)
        left = self.progress.hit_points.get(name, full)
        told = tr("fallen") if fallen else f"{left}/{full}" + "  ✚" * wounds
        made.blit(fitted(name, room, text, palette.faint if fallen else palette.ink, "bold"), (x, face.top))
        bar = pygame.Rect(x, face.top + round(text * 1.6), text * 5, text // 2)
        pygame.draw.rect(made, palette.panel_edge, bar)
        if not fallen and isinstance(full, int) and isinstance(left, int):
            share = min(left / max(full, 1), 1.0)
            made.fill(lighter(palette.accent, 0.1), (bar.left, bar.top, round(bar.width * share), bar.height))
        made.blit(
            written(told, small, palette.warning if wounds or fallen else palette.ink), (bar.right + 8, bar.top - 5)
        )
        for number, (key, kind) in enumerate((("can", "abilities"), ("items", "items"))):
            listed = ", ".join(tr(label_of(kind, one)) for one in member.get(key, ()))
            line = fitted(listed, room, small, palette.faint, least=small - 2)
            made.blit(line, (x, face.top + round(text * (2.3 + 1.4 * number))))

    def _road(self, width: int, height: int, text: int) -> pygame.Surface:
        made, palette, progress = pygame.Surface((width, height)), self.palette, self.progress
        spots = [(x, y) for x in range(0, width, GROUND) for y in range(0, height, GROUND)]
        for x, y in spots:
            made.blit(picture("ground/meadow", x * 7 + y * 13, GROUND), (x, y))
        made.fill(SHADE, special_flags=pygame.BLEND_MULT)
        stones = {name: self._stone(name, width, height) for name in self.campaign.battles}
        ways = [(name, after) for name, battle in self.campaign.battles.items() for after in battle.next]
        points = [at for name, after in ways for at in _way(stones[name], stones[after])]
        for colour, wide in ((EARTH, text // 2), (DUST, text // 3)):
            for at in points:
                pygame.draw.circle(made, colour, at, wide)
        for number, (x, y) in enumerate(spots):
            middle = x + GROUND // 2, y + GROUND // 2
            if number * 5 % 7 < 3 and all(abs(middle[0] - i) + abs(middle[1] - j) > GROUND for i, j in points):
                made.blit(picture("pillar/meadow", number, GROUND), (x, y))
        for name, after in ways:
            if name in progress.won and (after in progress.won or after == progress.at):
                pygame.draw.lines(made, palette.accent, False, _way(stones[name], stones[after]), max(text // 5, 2))
        for name, at in stones.items():
            won = name in progress.won
            stone: Colour = palette.accent if won or name == progress.at else palette.panel
            pygame.draw.circle(made, palette.page, at, text + 2)
            pygame.draw.circle(made, stone, at, text)
            sign = written(
                "✓" if won else str(self.campaign.days.get(name, "?")),
                text,
                palette.page if stone != palette.panel else palette.ink,
                "bold",
            )
            made.blit(sign, (at[0] - sign.get_width() // 2, at[1] - sign.get_height() // 2))
        if progress.at in stones:
            figure = picture(*figure_named(str(self.cards[0]["name"])), text * 3)
            x, y = stones[progress.at]
            made.blit(figure, (x - figure.get_width() // 2, y - text - figure.get_height()))
        pygame.draw.rect(made, palette.panel_edge, made.get_rect(), 1)
        return made

    def _stone(self, name: str, width: int, height: int) -> tuple[int, int]:
        known = list(self.campaign.battles)
        x, y = self.campaign.battles[name].place or (100 * known.index(name) // max(len(known) - 1, 1), 50)
        side, top = self.size * 3, self.size * 4
        return side + (width - 2 * side) * x // 100, top + (height - top - self.size * 3 // 2) * y // 100


def _way(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    shares = [step / 48 for step in range(49)]
    return [(round(a[0] + (b[0] - a[0]) * t), round(a[1] + (b[1] - a[1]) * t * t * (3 - 2 * t))) for t in shares]

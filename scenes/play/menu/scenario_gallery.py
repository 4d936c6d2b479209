"""The cards of the menu, with their pictures."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib.resources import files as resources

import pygame

from ....engine.errors import ScenarioError
from ....engine.messages import _, language_in_use, tr, tr_counted, translated
from ....engine.scenario import read as files
from ....engine.scenario.build import board_of
from ....engine.scenario.format import Scenario
from ....play.battle import Battle
from ....play.campaign import Campaign
from ....play.daily import scenario_of
from ....play.replay.palettes import Palette, mix, readable
from ....play.replay.snapshot import Snapshot
from ...views.images import Painter
from ...window.fonts import fitted, written
from ...window.preferences import data_folder
from ..journeys import campaigns


@dataclass(slots=True)
class Card:
    """An entry of the menu: a scenario, or a campaign with its next battle."""

    scenario: Scenario
    picture: pygame.Surface | None = None
    campaign: Campaign | None = None
    day: date | None = None
    mark: str = ""

    @property
    def title(self) -> str:
        title = self.scenario.title if self.campaign is None else self.campaign.title
        return translated(title, language_in_use()) or self.scenario.source

    @property
    def story(self) -> str:
        return tr((self.campaign.file.story if self.campaign is not None else self.scenario.story).strip())

    @property
    def fixed(self) -> bool:
        return self.campaign is not None or self.day is not None

    @property
    def size(self) -> str:
        board = self.scenario.board
        if self.campaign is not None:
            return tr_counted("{count} battle", "{count} battles", max(self.campaign.days.values()))
        told = tr_counted(
            "{width} by {depth} · {count} creature",
            "{width} by {depth} · {count} creatures",
            len(self.scenario.creatures),
            width=len(board.rows[0]),
            depth=len(board.rows),
        )
        return f"{told} · {tr(self.scenario.difficulty)}" if self.scenario.difficulty else told


def cards(scenarios: list[Scenario] | None, *, learned: bool, today: date | None = None) -> list[Card]:
    """Returns the entries of the menu: the lesson, campaigns and scenarios."""
    if scenarios is not None:
        return [Card(one) for one in scenarios]
    listed = shipped()
    taught = [one for one in listed if one.lesson]
    lessons = [Card(one, mark="" if learned or one is not taught[0] else tr("start here")) for one in taught]
    others = [Card(one) for one in listed if not one.lesson]
    own = [Card(one, mark="yours") for one in own_scenarios()]
    led = [Card(one.scenario(one.begin()), campaign=one, mark=_("campaign")) for one in campaigns()]
    daily = [Card(scenario_of(today), day=today, mark=_("today"))] if today is not None else []
    return [*(lessons if not learned else []), *led, *daily, *others, *own, *(lessons if learned else [])]


def own_scenarios() -> list[Scenario]:
    folder = data_folder("scenarios")
    found: list[Scenario] = []
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path.suffix.lower() in (".toml", ".json"):
            with suppress(ScenarioError):
                found.append(files.read(path))
    return found


def shipped() -> list[Scenario]:
    folder = resources("fivefoot.assets") / "scenarios"
    if not folder.is_dir():
        return []
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    return [files.parse(entry.read_text(encoding="utf-8"), entry.name, kind="toml") for entry in found]


def thumbnail(scenario: Scenario, palette: Palette, room: tuple[int, int]) -> pygame.Surface:
    try:
        with Battle(scenario) as battle:
            tableau = Snapshot.of(battle.world)
            board = battle.world.board
    except ScenarioError:
        board, tableau = board_of(scenario), Snapshot({})
    zoom = max(room[0] // board.width, room[1] // board.height, 3)
    painter = Painter(board, tableau.sides(), zoom=zoom, palette=palette, title=scenario.title)
    painter.tokens.named = False
    picture = painter.picture(tableau)
    share = min(room[0] / picture.get_width(), room[1] / picture.get_height())
    size = (max(round(picture.get_width() * share), 1), max(round(picture.get_height() * share), 1))
    return pygame.transform.smoothscale(picture, size)


CARD = 274
MARGIN, GAP = 20, 14
"""Pixels around everything, and between cards."""
LARGEST = 1.4


class CardShelf:
    """Draws the entries of the menu as cards, and scrolls to the selected one."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.chosen = 0
        self.first_row = 0
        self.area = pygame.Rect(0, 0, 1, 1)
        self.columns = 1
        self._look: tuple[tuple[int, int], str] | None = None
        self._places: list[tuple[pygame.Rect, int]] = []

    def resize(self, area: pygame.Rect, scale: float) -> None:
        self.area, scale = area, min(scale, LARGEST)
        room = area.width - 2 * MARGIN + GAP
        self.columns = max(round(room / (CARD * scale + GAP)), 1)
        across = room // self.columns - GAP
        self.small = max(round(13 * scale), 10)
        self.card = (across, across * 4 // 7 + self.small * 2 + 22)
        self.keep_in_sight()

    @property
    def rows(self) -> int:
        return -(-len(self.cards) // self.columns)

    @property
    def shelf(self) -> int:
        """Returns how many rows of cards fit into the menu's area."""
        return max((self.area.height + GAP) // (self.card[1] + GAP), 1)

    def keep_in_sight(self) -> None:
        row = self.chosen // self.columns
        self.first_row = max(min(self.first_row, row, max(self.rows - self.shelf, 0)), row - self.shelf + 1)

    def roll(self, steps: int) -> None:
        self.first_row = max(0, min(self.first_row - steps, self.rows - self.shelf))

    def at(self, spot: tuple[int, int]) -> int | None:
        return next((index for place, index in self._places if place.collidepoint(spot)), None)

    @property
    def unpainted(self) -> bool:
        return any(card.picture is None for card in self.cards)

    def paint_one(self, palette: Palette) -> None:
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

"""Collects the menu's cards (lesson, campaigns, shipped and own scenarios), and paints their pictures."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib.resources import files as resources

import pygame

from ....engine.errors import ScenarioError
from ....engine.messages import _, tr
from ....engine.scenario import read as files
from ....engine.scenario.build import board_of
from ....engine.scenario.format import Scenario
from ....play.battle import Battle
from ....play.campaign import Campaign
from ....play.daily import scenario_of
from ....play.replay.palettes import Palette
from ....play.replay.snapshot import Snapshot
from ...views.images import Painter
from ...window.preferences import data_folder
from ..journeys import campaigns


@dataclass(slots=True)
class Card:
    """A card: one scenario, or a campaign with its next battle."""

    scenario: Scenario
    picture: pygame.Surface | None = None
    campaign: Campaign | None = None
    day: date | None = None
    """The day of a fight of the day."""
    mark: str = ""
    """The mark in the card's corner: the user's own, where to start."""

    @property
    def title(self) -> str:
        """The title."""
        return tr(self.campaign.title) if self.campaign is not None else tr(self.scenario.title) or self.scenario.source

    @property
    def story(self) -> str:
        """The story before it begins."""
        return tr((self.campaign.file.story if self.campaign is not None else self.scenario.story).strip())

    @property
    def fixed(self) -> bool:
        """Whether it has no set-up: a campaign and the fight of the day are the same for every player."""
        return self.campaign is not None or self.day is not None

    @property
    def size(self) -> str:
        """Its size, in words."""
        board = self.scenario.board
        if self.campaign is not None:
            return tr("{count} battles", count=len(self.campaign.file.battles))
        told = tr(
            "{width} by {depth} · {count} creatures",
            width=len(board.rows[0]),
            depth=len(board.rows),
            count=len(self.scenario.creatures),
        )
        return f"{told} · {tr(self.scenario.difficulty)}" if self.scenario.difficulty else told


def cards(scenarios: list[Scenario] | None, *, learned: bool, today: date | None = None) -> list[Card]:
    """All cards: the lesson (first until it is learned), campaigns, the fight of the day, shipped and own scenarios.

    `scenarios` replaces them all.
    """
    if scenarios is not None:
        return [Card(one) for one in scenarios]
    listed = shipped()
    lessons = [Card(one, mark="" if learned else tr("start here")) for one in listed if one.lesson]
    others = [Card(one) for one in listed if not one.lesson]
    own = [Card(one, mark="yours") for one in own_scenarios()]
    led = [Card(one.scenario(one.begin()), campaign=one, mark=_("campaign")) for one in campaigns()]
    daily = [Card(scenario_of(today), day=today, mark=_("today"))] if today is not None else []
    return [*(lessons if not learned else []), *led, *daily, *others, *own, *(lessons if learned else [])]


def own_scenarios() -> list[Scenario]:
    """The sound scenarios in the user's folder."""
    folder = data_folder("scenarios")
    found: list[Scenario] = []
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path.suffix.lower() in (".toml", ".json"):
            with suppress(ScenarioError):
                found.append(files.read(path))
    return found


def shipped() -> list[Scenario]:
    """The scenarios that come with fivefoot, by their file names."""
    folder = resources("fivefoot.assets") / "scenarios"
    if not folder.is_dir():
        return []
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    return [files.parse(entry.read_text(encoding="utf-8"), entry.name, kind="toml") for entry in found]


def thumbnail(scenario: Scenario, palette: Palette, room: tuple[int, int]) -> pygame.Surface:
    """A scenario's board and creatures as a small picture."""
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

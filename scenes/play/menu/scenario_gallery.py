"""The scenarios that come with fivefoot, and small pictures of them."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib.resources import files as resources

import pygame

from ....engine.errors import ScenarioError
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
    """One scenario to choose, or a campaign, of which its next battle is shown."""

    scenario: Scenario
    picture: pygame.Surface | None = None
    campaign: Campaign | None = None
    day: date | None = None
    """The day whose fight it is."""
    mark: str = ""
    """What stands in the card's corner: that it is one's own, where to start."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.campaign.title if self.campaign is not None else self.scenario.title or self.scenario.source

    @property
    def story(self) -> str:
        """What it tells before it begins."""
        return (self.campaign.file.story if self.campaign is not None else self.scenario.story).strip()

    @property
    def fixed(self) -> bool:
        """Whether nothing about it is to be chosen: a campaign and the day's fight are the same for everybody."""
        return self.campaign is not None or self.day is not None

    @property
    def size(self) -> str:
        """How large it is, in words."""
        board = self.scenario.board
        if self.campaign is not None:
            return f"{len(self.campaign.file.battles)} battles"
        told = f"{len(board.rows[0])} by {len(board.rows)} · {len(self.scenario.creatures)} creatures"
        return f"{told} · {self.scenario.difficulty}" if self.scenario.difficulty else told


def cards(scenarios: list[Scenario] | None, *, learned: bool, today: date | None = None) -> list[Card]:
    """Everything to choose from: the lesson (first until it is learned), campaigns, today's fight, what is shipped,
    one's own.

    `scenarios` takes the place of all of it.
    """
    if scenarios is not None:
        return [Card(one) for one in scenarios]
    listed = shipped()
    lessons = [Card(one, mark="" if learned else "start here") for one in listed if one.lesson]
    others = [Card(one) for one in listed if not one.lesson]
    own = [Card(one, mark="yours") for one in own_scenarios()]
    led = [Card(one.scenario(one.begin()), campaign=one, mark="campaign") for one in campaigns()]
    daily = [Card(scenario_of(today), day=today, mark="today")] if today is not None else []
    return [*(lessons if not learned else []), *led, *daily, *others, *own, *(lessons if learned else [])]


def own_scenarios() -> list[Scenario]:
    """The scenarios in a person's own folder; what is no sound scenario is left out."""
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
    """A scenario's board and creatures, small."""
    try:
        with Battle(scenario) as battle:
            tableau = Snapshot.of(battle.world)
            board = battle.world.board
    except ScenarioError:
        board, tableau = board_of(scenario), Snapshot({})
    zoom = max(room[0] // board.width, room[1] // board.height, 3)
    painter = Painter(board, tableau.sides(), zoom=zoom, palette=palette)
    painter.tokens.named = False
    picture = painter.picture(tableau)
    share = min(room[0] / picture.get_width(), room[1] / picture.get_height())
    size = (max(round(picture.get_width() * share), 1), max(round(picture.get_height() * share), 1))
    return pygame.transform.smoothscale(picture, size)

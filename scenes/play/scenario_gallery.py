"""The scenarios that come with fivefoot, and small pictures of them."""

from dataclasses import dataclass
from importlib.resources import files as resources

import pygame

from ...engine.errors import ScenarioError
from ...engine.scenario import read as files
from ...engine.scenario.build import board_of
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ..views.images import Painter
from ..views.snapshot import Snapshot
from ..window.palettes import Palette


@dataclass(slots=True)
class Card:
    """One scenario to choose."""

    scenario: Scenario
    picture: pygame.Surface | None = None


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

"""The picture under a grid, read from beside its scenario and cut to squares."""

import sys
from io import BytesIO
from pathlib import Path

import pygame

from ....engine.error_text import error_text
from ....engine.errors import ScenarioError, printable
from ....engine.files import bytes_of
from ....engine.maps.source_folder import MOST_PIXELS, pixels_of
from ....engine.messages import language_in_use, tr
from ....engine.scenario.format import LARGEST_PICTURE, Scenario

ALLOWED = f"a PNG, JPEG or WebP picture of at most {LARGEST_PICTURE >> 20} MiB and {MOST_PIXELS:,} pixels"


class Underlay:
    def __init__(self, picture: pygame.Surface, columns: int, rows: int) -> None:
        self.picture, self.columns, self.rows = picture, columns, rows

    def piece(self, x0: int, y0: int, x1: int, y1: int, zoom: int) -> pygame.Surface:
        """Returns the part of the background picture under some squares."""
        width, height = self.picture.get_size()
        left, right = x0 * width // self.columns, -(-(x1 + 1) * width // self.columns)
        top, bottom = y0 * height // self.rows, -(-(y1 + 1) * height // self.rows)
        part = self.picture.subsurface((left, top, right - left, bottom - top))
        return pygame.transform.smoothscale(part, ((x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom))


def underlay_of(scenario: Scenario) -> Underlay | None:
    rows = scenario.board.rows
    return underlay(scenario.board.picture, Path(scenario.source), len(rows[0]), len(rows))


def underlay(name: str | None, scenario: Path, columns: int, rows: int) -> Underlay | None:
    """Returns the background picture whose file is beside the scenario's file; None without one."""
    if name is None or not scenario.is_file():
        return None
    try:
        return Underlay(_read(scenario.with_name(name)), columns, rows)
    except ScenarioError as error:
        told = error_text(error, language_in_use())
        print(tr("fivefoot: board.picture is left out: {error}", error=told), file=sys.stderr)
        return None


def _read(path: Path) -> pygame.Surface:
    raw = bytes_of(str(path), LARGEST_PICTURE, ALLOWED)
    size = pixels_of(raw)
    if size is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
        found = "no such picture" if size is None else f"{size[0]} by {size[1]} pixels"
        raise ScenarioError(str(path), "", found, ALLOWED)
    try:
        loaded = pygame.image.load(BytesIO(raw), path.name)
    except pygame.error as error:
        found = f"no such picture ({printable(str(error))})"
        raise ScenarioError(str(path), "", found, ALLOWED) from None
    flat = pygame.Surface(loaded.get_size(), depth=24)
    flat.blit(loaded, (0, 0))
    return flat

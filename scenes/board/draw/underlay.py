"""The picture under a board's grid: read from beside its scenario, within limits, and cut to squares."""

import sys
from io import BytesIO
from pathlib import Path

import pygame

from ....engine import text_file
from ....engine.errors import ScenarioError, printable
from ....engine.scenario.format import LARGEST_PICTURE, Scenario

MOST_PIXELS = 2**25
"""The most pixels of a picture: so many take 128 MiB."""
ALLOWED = f"a PNG, JPEG or WebP picture of at most {LARGEST_PICTURE >> 20} MiB and {MOST_PIXELS:,} pixels"


class Underlay:
    """A picture of a whole board."""

    def __init__(self, picture: pygame.Surface, columns: int, rows: int) -> None:
        self.picture, self.columns, self.rows = picture, columns, rows

    def piece(self, x0: int, y0: int, x1: int, y1: int, zoom: int) -> pygame.Surface:
        """The part of the picture under the squares x0, y0 to x1, y1 (included), at a zoom."""
        width, height = self.picture.get_size()
        left, right = x0 * width // self.columns, -(-(x1 + 1) * width // self.columns)
        top, bottom = y0 * height // self.rows, -(-(y1 + 1) * height // self.rows)
        part = self.picture.subsurface((left, top, right - left, bottom - top))
        return pygame.transform.smoothscale(part, ((x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom))


def underlay_of(scenario: Scenario) -> Underlay | None:
    """The picture that a scenario names, beside its file; None if it names none."""
    rows = scenario.board.rows
    return underlay(scenario.board.picture, Path(scenario.source), len(rows[0]), len(rows))


def underlay(name: str | None, scenario: Path, columns: int, rows: int) -> Underlay | None:
    """The picture of a name beside a scenario's file; None without a name or a file.

    A picture that cannot be drawn is reported on standard error: a battle does not need it.
    """
    if name is None or not scenario.is_file():
        return None
    try:
        return Underlay(_read(scenario.with_name(name)), columns, rows)
    except ScenarioError as error:
        print(f"fivefoot: board.picture: {error}; it is left out", file=sys.stderr)
        return None


def _read(path: Path) -> pygame.Surface:
    """The picture in a file.

    Raises:
        ScenarioError: there is none, or it is too large to be drawn.
    """
    raw = text_file.bytes_of(str(path), LARGEST_PICTURE, ALLOWED)
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


def pixels_of(raw: bytes) -> tuple[int, int] | None:
    """Width and height by a picture's header, before anything is unpacked; None if it is no picture."""
    if raw[:8] == b"\x89PNG\r\n\x1a\n" and raw[12:16] == b"IHDR":
        return _number(raw[16:20]), _number(raw[20:24])
    if raw[:2] == b"\xff\xd8":
        return _of_jpeg(raw)
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return _of_webp(raw)
    return None


def _of_jpeg(raw: bytes) -> tuple[int, int] | None:
    at = 2
    while raw[at : at + 1] == b"\xff" and at + 9 <= len(raw):
        marker = raw[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a start of frame
            return _number(raw[at + 7 : at + 9]), _number(raw[at + 5 : at + 7])
        at += 1 if marker == 0xFF else 2 + _number(raw[at + 2 : at + 4])
    return None


def _of_webp(raw: bytes) -> tuple[int, int] | None:
    kind, body = raw[12:16], raw[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        packed = int.from_bytes(body[1:5], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None


def _number(raw: bytes) -> int:
    return int.from_bytes(raw, "big")

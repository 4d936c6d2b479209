"""The bundled fonts, opened once for each size."""

import re
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

try:
    import pygame
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame") from missing

from ...play.replay.palettes import Colour

FACES = {"sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
"""The font files; DejaVu has arrows and symbols that pygame's fonts lack."""

_PLACE = re.compile(r"\([-\d]+(?:, [-\d]+)+\)")
_AMOUNT = re.compile(r"(?<=\d) (?=×|[^\W\d])|(?<=×) ")
"""The spaces between an amount and its unit."""
_TIE = "\ue000"
"""Stands for a space without a line break."""
COMMON = "".join(map(chr, range(32, 127))) + "·—…"
"""Letters drawn in advance."""


def font_file(face: str) -> Path:
    with as_file(files("fivefoot.assets") / "fonts" / FACES[face]) as path:
        return path


@lru_cache(maxsize=128)
def font(size: int, face: str = "sans") -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font_file(face), max(size, 4))


def prepare(size: int, face: str = "sans") -> None:
    font(size, face).render(COMMON, True, (255, 255, 255))


@lru_cache(maxsize=4096)
def written(text: str, size: int, colour: Colour, face: str = "sans") -> pygame.Surface:
    """Returns a picture of one line of text. Others use it too: do not draw on it."""
    return font(size, face).render(text, True, colour)


@lru_cache(maxsize=1024)
def outlined(text: str, size: int, colour: Colour, rim: Colour, face: str = "bold") -> pygame.Surface:
    """Returns a picture of one line of text with an outline.

    Others use it too: do not draw on it.
    """
    inner = font(size, face).render(text, True, colour)
    outer = font(size, face).render(text, True, rim)
    picture = pygame.Surface((inner.get_width() + 2, inner.get_height() + 2), pygame.SRCALPHA)
    for dx in (0, 1, 2):
        for dy in (0, 1, 2):
            if (dx, dy) != (1, 1):
                picture.blit(outer, (dx, dy))
    picture.blit(inner, (1, 1))
    return picture


def faded(picture: pygame.Surface, share: float) -> pygame.Surface:
    if share >= 1:
        return picture
    thin = picture.copy()
    thin.set_alpha(round(255 * share))
    return thin


def wrapped(text: str, width: int, size: int, face: str = "sans") -> list[str]:
    """Breaks a text into lines of at most `width` pixels. `(3, 4)`, `30 ft` and `1 × standard` stay whole."""
    measure = font(size, face).size
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        tied = _AMOUNT.sub(_TIE, _PLACE.sub(lambda place: place.group().replace(" ", _TIE), paragraph))
        for word in (part.replace(_TIE, " ") for part in tied.split(" ")):
            longer = f"{line} {word}" if line else word
            if line and measure(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def fitted(
    text: str, width: int, size: int, colour: Colour, face: str = "sans", least: int | None = None
) -> pygame.Surface:
    """Returns a picture of one line of text, at most `width` pixels wide. Long text is smaller or cut."""
    least = max(size * 4 // 5, 9) if least is None else least
    for smaller in range(size, least - 1, -1):
        if font(smaller, face).size(text)[0] <= width:
            return written(text, smaller, colour, face)
    return written(cut(text, width, least, face), least, colour, face)


def cut(text: str, width: int, size: int, face: str = "sans") -> str:
    """Returns the text, cut with an ellipsis if it is wider than `width` pixels."""
    measure = font(size, face).size
    if measure(text)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle] + "…")[0] <= width else (low, middle - 1)
    return text[:low].rstrip() + "…"


def forget() -> None:
    font.cache_clear()
    written.cache_clear()
    outlined.cache_clear()

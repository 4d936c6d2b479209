"""The bundled fonts, opened once for each size."""

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
"""The bundled faces: DejaVu has the arrows and symbols that the fonts of pygame and pygame_gui lack."""

COMMON = "".join(map(chr, range(32, 127))) + "·—…"
"""The letters of nearly all that is written in the window."""


def font_file(face: str) -> Path:
    """The file of one of the bundled faces."""
    with as_file(files("fivefoot.assets") / "fonts" / FACES[face]) as path:
        return path


@lru_cache(maxsize=128)
def font(size: int, face: str = "sans") -> pygame.font.Font:
    """A face at a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font_file(face), max(size, 4))


def prepare(size: int, face: str = "sans") -> None:
    """Opens a face at a size and draws its common letters once, so that no frame has to."""
    font(size, face).render(COMMON, True, (255, 255, 255))


@lru_cache(maxsize=4096)
def written(text: str, size: int, colour: Colour, face: str = "sans") -> pygame.Surface:
    """A line of text as a picture; do not draw on it."""
    return font(size, face).render(text, True, colour)


@lru_cache(maxsize=1024)
def outlined(text: str, size: int, colour: Colour, rim: Colour, face: str = "bold") -> pygame.Surface:
    """A line of text with a rim, readable on any ground; do not draw on it."""
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
    """A picture with a share (0 to 1) of its opacity."""
    if share >= 1:
        return picture
    thin = picture.copy()
    thin.set_alpha(round(255 * share))
    return thin


def wrapped(text: str, width: int, size: int, face: str = "sans") -> list[str]:
    """The text broken into lines no wider than `width` pixels; a longer word has a line of its own."""
    measure = font(size, face).size
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
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
    """A line of text no wider than `width` pixels: smaller if need be, down to `least` pixels, and then cut short.

    Left out, `least` is four fifths of the size.
    """
    least = max(size * 4 // 5, 9) if least is None else least
    for smaller in range(size, least - 1, -1):
        if font(smaller, face).size(text)[0] <= width:
            return written(text, smaller, colour, face)
    return written(cut(text, width, least, face), least, colour, face)


def cut(text: str, width: int, size: int, face: str = "sans") -> str:
    """The text if it is no wider than `width` pixels, else as much of it as fits with an ellipsis."""
    measure = font(size, face).size
    if measure(text)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle] + "…")[0] <= width else (low, middle - 1)
    return text[:low].rstrip() + "…"


def forget() -> None:
    """Drops every font and picture, which depend on pygame."""
    font.cache_clear()
    written.cache_clear()
    outlined.cache_clear()

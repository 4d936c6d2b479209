"""Overlays on the ground: reach coloured by its cost, threat, paths, areas."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from ....play.replay.palettes import Colour, Palette, contrast, ink_on, lighter, mix
from ...window.fonts import outlined, written

Square = tuple[int, int]
APART = 2.0
"""The contrast below which a line is lost on the floor."""
BEYOND = 99
"""The band of squares beyond a strike."""
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_SIDES = ((0, -1, NORTH), (1, 0, EAST), (0, 1, SOUTH), (-1, 0, WEST))


@dataclass(slots=True)
class Lay:
    """The overlays on the squares of the board."""

    reach: Mapping[Square, tuple[int, bool]] = field(default_factory=dict)
    """(tier, may stop): tier 0 is one action, 1 two actions, 2 an all-out run."""
    threat: frozenset[Square] = frozenset()
    marked: frozenset[Square] = frozenset()
    """Squares that may be chosen."""
    bands: Mapping[Square, int] = field(default_factory=dict)
    """The band of each square for a strike: 0 within reach, or in the first band of range, and so on; `BEYOND`
    beyond."""

    goals: frozenset[Square] = frozenset()
    """Squares of objectives."""

    @property
    def empty(self) -> bool:
        """Whether there are no overlays."""
        return not (self.reach or self.threat or self.marked or self.bands or self.goals)


class Overlay:
    """Paints overlays into the chunks of the terrain."""

    def __init__(self, lay: Lay, palette: Palette) -> None:
        self.lay = lay
        self.palette = palette

    def __call__(self, zoom: int, x0: int, y0: int, x1: int, y1: int) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The pictures over the squares x0, y0 to x1, y1, with their positions."""
        reach, threat, marked, palette = self.lay.reach, self.lay.threat, self.lay.marked, self.palette
        bands = self.lay.bands
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                square = (x, y)
                found = reach.get(square)
                if found is not None:
                    tier, stops = found
                    rim = 0
                    for dx, dy, bit in _SIDES:
                        other = reach.get((x + dx, y + dy))
                        if other is None or other[0] > tier:
                            rim |= bit
                    blits.append((_reached(palette, zoom, tier, stops, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in threat:
                    rim = sum(bit for dx, dy, bit in _SIDES if (x + dx, y + dy) not in threat)
                    blits.append((_threatened(palette, zoom, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                band = bands.get(square)
                if band is not None and band != BEYOND:
                    rim = sum(bit for dx, dy, bit in _SIDES if bands.get((x + dx, y + dy), band) > band)
                    blits.append((_banded(palette, zoom, band, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in self.lay.goals:
                    rim = sum(bit for dx, dy, bit in _SIDES if (x + dx, y + dy) not in self.lay.goals)
                    blits.append((_fought_for(palette, zoom, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in marked:
                    blits.append((_markable(palette, zoom), ((x - x0) * zoom, (y - y0) * zoom)))
        return blits


@lru_cache(maxsize=2048)
def _reached(palette: Palette, zoom: int, tier: int, stops: bool, rim: int) -> pygame.Surface:
    """A square in reach; colour and pattern show the cost: plain, dotted, striped."""
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    colour = palette.costs[tier]
    picture.fill((*colour, (84, 52, 52)[tier] if stops else 30))
    if zoom >= 12:
        bright = contrast(palette.floor, (255, 255, 255)) < APART
        if tier == 1:
            for x, y in ((1, 1), (3, 1), (1, 3), (3, 3)):
                pygame.draw.circle(
                    picture,
                    (*lighter(colour, -0.45 if bright else 0.3), 190),
                    (x * zoom // 4, y * zoom // 4),
                    max(zoom // 24, 1),
                )
        elif tier == 2:
            for start in range(0, 2 * zoom, max(zoom // 3, 4)):
                pygame.draw.line(
                    picture, (*lighter(colour, -0.3 if bright else 0.2), 130), (start, 0), (start - zoom, zoom)
                )
        if not stops:
            pygame.draw.circle(picture, (*colour, 200), (zoom // 2, zoom // 2), zoom // 6, max(zoom // 24, 1))
    _rims(picture, (*lighter(colour, 0.25), 235), zoom, rim, max(zoom // 20, 1))
    return picture


@lru_cache(maxsize=256)
def _threatened(palette: Palette, zoom: int, rim: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.threat, 26))
    if zoom >= 8:
        gap = max(zoom // 4, 4)
        for start in range(-zoom, zoom, gap):
            pygame.draw.line(picture, (*palette.threat, 120), (start, 0), (start + zoom, zoom), max(zoom // 32, 1))
    _rims(picture, (*palette.threat, 255), zoom, rim, max(zoom // 14, 2))
    return picture


@lru_cache(maxsize=512)
def _banded(palette: Palette, zoom: int, band: int, rim: int) -> pygame.Surface:
    """A square within a strike's range, by bands: the farther, the fainter, with a line at a band's end."""
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.accent, max(46 - 9 * band, 8)))
    _rims(picture, (*palette.accent, max(220 - 25 * band, 120)), zoom, rim, max(zoom // 24, 1))
    return picture


@lru_cache(maxsize=64)
def _markable(palette: Palette, zoom: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.accent, 60))
    thick = max(zoom // 20, 1)
    if contrast(palette.accent, palette.floor) < APART:
        pygame.draw.rect(picture, (*ink_on(palette.floor), 230), (1, 1, zoom - 2, zoom - 2), thick + 1)
        pygame.draw.rect(
            picture, palette.accent, (1 + thick, 1 + thick, zoom - 2 - 2 * thick, zoom - 2 - 2 * thick), thick
        )
        return picture
    pygame.draw.rect(picture, (*palette.accent, 220), (1, 1, zoom - 2, zoom - 2), thick)
    return picture


@lru_cache(maxsize=64)
def _fought_for(palette: Palette, zoom: int, rim: int) -> pygame.Surface:
    """A square of an objective: a pennant in its corner, a rim around the whole area."""
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.flank, 34))
    _rims(picture, (*palette.flank, 255), zoom, rim, max(zoom // 12, 2))
    if zoom >= 16:
        foot, high = zoom // 5, zoom // 2
        pygame.draw.line(picture, (*palette.flank, 220), (foot, foot), (foot, foot + high), max(zoom // 20, 1))
        pygame.draw.polygon(
            picture,
            (*palette.flank, 220),
            [(foot, foot), (foot + zoom // 3, foot + zoom // 8), (foot, foot + zoom // 4)],
        )
    return picture


def _rims(picture: pygame.Surface, colour: tuple[int, int, int, int], zoom: int, rim: int, thick: int) -> None:
    if rim & NORTH:
        picture.fill(colour, (0, 0, zoom, thick))
    if rim & SOUTH:
        picture.fill(colour, (0, zoom - thick, zoom, thick))
    if rim & WEST:
        picture.fill(colour, (0, 0, thick, zoom))
    if rim & EAST:
        picture.fill(colour, (zoom - thick, 0, thick, zoom))


def draw_badge(surface: pygame.Surface, sign: str, spot: tuple[int, int], colour: Colour, zoom: int) -> None:
    """Draws a sign in a small disc."""
    size = max(zoom // 3, 11)
    pygame.draw.circle(surface, (20, 10, 10), spot, size * 3 // 4 + 1)
    pygame.draw.circle(surface, colour, spot, size * 3 // 4)
    label = written(sign, size, ink_on(colour), "bold")
    surface.blit(label, label.get_rect(center=spot))


def draw_tag(
    surface: pygame.Surface, text: str, spot: tuple[int, int], colour: Colour, zoom: int, *, below: bool = False
) -> None:
    """Draws words above a point of the window, or below it."""
    label = outlined(text, max(min(zoom // 3, 18), 10), (255, 255, 255), mix(colour, (20, 10, 10), 0.55))
    away = max(zoom // 3, 6) if not below else 4
    place = (
        label.get_rect(midtop=(spot[0], spot[1] + away))
        if below
        else label.get_rect(midbottom=(spot[0], spot[1] - away))
    )
    place = place.clamp(surface.get_clip())
    pygame.draw.rect(surface, mix(colour, (20, 10, 10), 0.75), place.inflate(8, 2), border_radius=4)
    surface.blit(label, place)


def shortened(a: tuple[int, int], b: tuple[int, int], by: int) -> tuple[int, int]:
    """The start of a line from `a` to `b` moved along it by some pixels, not beyond its middle."""
    length = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 1)
    share = min(by / length, 0.5)
    return (round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share))


def draw_line(
    surface: pygame.Surface, a: tuple[int, int], b: tuple[int, int], colour: Colour, thick: int, *, dashed: bool
) -> None:
    """Draws a line with a dark rim, whole or dashed."""
    dark = (20, 20, 24)
    if not dashed:
        pygame.draw.line(surface, dark, a, b, thick + 2)
        pygame.draw.line(surface, colour, a, b, thick)
        return
    length = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 1)
    dash = 8
    for start in range(0, int(length), 2 * dash):
        end = min(start + dash, int(length))
        p = (a[0] + (b[0] - a[0]) * start / length, a[1] + (b[1] - a[1]) * start / length)
        q = (a[0] + (b[0] - a[0]) * end / length, a[1] + (b[1] - a[1]) * end / length)
        pygame.draw.line(surface, dark, p, q, thick + 2)
        pygame.draw.line(surface, colour, p, q, thick)


def forget() -> None:
    """Drops every picture."""
    _reached.cache_clear()
    _threatened.cache_clear()
    _banded.cache_clear()
    _markable.cache_clear()
    _fought_for.cache_clear()

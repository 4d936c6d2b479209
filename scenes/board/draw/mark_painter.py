"""Paints marks: lines, frames, signs, words."""

from collections.abc import Sequence
from typing import assert_never

import pygame

from ....play.replay.looks import atlas_table
from ....play.replay.palettes import Colour, Palette, ink_on, mix
from ....play.table.marks import Burst, Count, Dot, Fill, Frame, Label, Line, Mark, Rising, Sign
from ...window.fonts import faded, font, outlined, written
from . import art
from .camera import Camera

DARK = (20, 20, 24)
LIGHT = (255, 255, 255)
DASH = 8
"""Pixels of a dash and a gap."""
SMALLEST_BURST = 12
LEAST = 9
"""The smallest letters of a narrow label."""


def paint_marks(
    surface: pygame.Surface, camera: Camera, palette: Palette, marks: Sequence[Mark], text: int = 0
) -> None:
    """Draws lines, discs and labels on the board in order, texts last. `text` is in pixels."""
    listed = list(marks)
    for mark in sorted(listed, key=lambda mark: isinstance(mark, (Label, Rising))):
        _paint(surface, camera, palette, mark, text)


def ink_of(palette: Palette, ink: str) -> Colour:
    name, _, tier = ink.partition("-")
    if tier:
        return palette.costs[int(tier)]
    colour: Colour = getattr(palette, name)
    return colour


def _paint(surface: pygame.Surface, camera: Camera, palette: Palette, mark: Mark, text: int) -> None:
    zoom, colour = camera.zoom, ink_of(palette, mark.ink)
    match mark:
        case Fill():
            tint = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
            tint.fill((*colour, 96))
            pygame.draw.rect(tint, (*colour, 200), (0, 0, zoom, zoom), 1)
            surface.blits([(tint, camera.pixel(*square)) for square in sorted(mark.squares)])
        case Line():
            a, b = camera.pixel(*mark.a), camera.pixel(*mark.b)
            thick = max(round(zoom * mark.width), 2)
            _line(surface, a, b, colour, thick, dashed=mark.dashed)
            if mark.arrow:
                pygame.draw.polygon(surface, colour, _head(a, b, max(zoom // 4, 7)))
        case Frame():
            x0, y0 = camera.pixel(*mark.around[:2])
            x1, y1 = camera.pixel(*mark.around[2:])
            place = pygame.Rect(x0, y0, x1 - x0, y1 - y0).inflate(4 * mark.rounded, 4 * mark.rounded)
            thick = max(round(zoom * mark.width), 2)
            pygame.draw.rect(surface, colour, place, thick, border_radius=zoom // 6 if mark.rounded else 0)
        case Dot():
            radius = max(round(zoom * mark.radius), 3)
            pygame.draw.circle(surface, colour, camera.pixel(*mark.at), radius, max(zoom // 16, 2) * mark.ring)
        case Count():
            _count(surface, camera, mark, colour)
        case Sign():
            _sign(surface, camera, mark, colour)
        case Label():
            _label(surface, camera, mark, colour, text)
        case Rising():
            _rising(surface, camera, mark, colour, text)
        case Burst():
            _burst(surface, camera, palette, mark)
        case _:
            assert_never(mark)


def _line(
    surface: pygame.Surface, a: tuple[int, int], b: tuple[int, int], colour: Colour, thick: int, *, dashed: bool
) -> None:
    length = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 1)
    step = 2 * DASH if dashed else max(int(length), 1)
    for start in range(0, int(length), step):
        end = min(start + DASH, int(length)) if dashed else length
        p = (a[0] + (b[0] - a[0]) * start / length, a[1] + (b[1] - a[1]) * start / length)
        q = (a[0] + (b[0] - a[0]) * end / length, a[1] + (b[1] - a[1]) * end / length)
        pygame.draw.line(surface, DARK, p, q, thick + 2)
        pygame.draw.line(surface, colour, p, q, thick)


def _head(tail: tuple[int, int], tip: tuple[int, int], size: int) -> list[tuple[float, float]]:
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    ux, uy = dx / length, dy / length
    back = (tip[0] - ux * size, tip[1] - uy * size)
    return [tip, (back[0] - uy * size / 2, back[1] + ux * size / 2), (back[0] + uy * size / 2, back[1] - ux * size / 2)]


def _count(surface: pygame.Surface, camera: Camera, mark: Count, colour: Colour) -> None:
    zoom, spot = camera.zoom, camera.pixel(*mark.at)
    radius = max(zoom * 3 // 10, 4)
    pygame.draw.circle(surface, DARK, spot, radius)
    pygame.draw.circle(surface, colour, spot, radius - 1)
    if zoom >= 20:
        ink = DARK if sum(colour) > 380 else LIGHT
        label = outlined(mark.text, max(zoom // 4, 9), ink, colour)
        surface.blit(label, label.get_rect(center=spot))


def _sign(surface: pygame.Surface, camera: Camera, mark: Sign, colour: Colour) -> None:
    spot, size = camera.pixel(*mark.at), max(camera.zoom // 3, 11)
    pygame.draw.circle(surface, (20, 10, 10), spot, size * 3 // 4 + 1)
    pygame.draw.circle(surface, colour, spot, size * 3 // 4)
    label = written(mark.text, size, ink_on(colour), "bold")
    surface.blit(label, label.get_rect(center=spot))


def _label(surface: pygame.Surface, camera: Camera, mark: Label, colour: Colour, text: int) -> None:
    zoom = camera.zoom
    size = max(min(zoom // 3, 18), 10, text if mark.large else text - 2)
    while mark.narrow and size > LEAST and font(size, "bold").size(mark.text)[0] > zoom - 10:
        size -= 1
    label = outlined(mark.text, size, LIGHT, mix(colour, (20, 10, 10), 0.55))
    away = max(zoom // 3, 6) if not mark.below else 4
    x, y = camera.pixel(*mark.at)
    place = label.get_rect(midtop=(x, y + away)) if mark.below else label.get_rect(midbottom=(x, y - away))
    place = place.inflate(8, 2).clamp(surface.get_clip()).inflate(-8, -2)
    pygame.draw.rect(surface, mix(colour, (20, 10, 10), 0.75), place.inflate(8, 2), border_radius=4)
    surface.blit(label, place)


def _rising(surface: pygame.Surface, camera: Camera, mark: Rising, colour: Colour, text: int) -> None:
    zoom, age = camera.zoom, mark.age
    label = outlined(mark.text, max(min(zoom // 2, 20), 11, text), colour, mix(colour, (0, 0, 0), 0.85))
    x, y = camera.pixel(*mark.at)
    place = label.get_rect(center=(x, y - round(zoom * (0.3 + 0.8 * age))))
    surface.blit(faded(label, min((1 - age) / 0.4, 1.0)), place)


def _burst(surface: pygame.Surface, camera: Camera, palette: Palette, mark: Burst) -> None:
    side = round(camera.zoom * mark.side)
    if not palette.art or side < SMALLEST_BURST:
        return
    frames = len(atlas_table().places[mark.picture])
    frame = art.picture(mark.picture, min(int(mark.age * frames), frames - 1), side)
    surface.blit(faded(frame, min(2.0 - 2.0 * mark.age, 1.0)), frame.get_rect(center=camera.pixel(*mark.at)))

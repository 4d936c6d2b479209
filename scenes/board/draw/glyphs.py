"""Glyphs of creatures' roles: a sword, a bow, a shield, a wing, a paw, horns, drawn in code."""

from collections.abc import Callable, Mapping

import pygame

from ....play.replay.palettes import Colour, contrast

Point = tuple[float, float]
LIGHT, DARK = (250, 246, 236), (24, 22, 26)


def draw_glyph(picture: pygame.Surface, role: str, body: pygame.Rect, ground: Colour) -> None:
    """Draws the glyph of a role into the upper part of a token."""
    paint = GLYPHS.get(role)
    if paint is None:
        return
    side = max(min(body.width, body.height) * 2 // 5, 8)
    box = pygame.Rect(0, 0, side, side)
    box.center = (body.centerx, body.centery - body.height // 6)
    ink = DARK if contrast(ground, DARK) >= contrast(ground, LIGHT) else LIGHT

    def at(x: float, y: float) -> tuple[int, int]:
        return round(box.left + x * side), round(box.top + y * side)

    paint(picture, at, ink, max(side // 9, 1))


Place = Callable[[float, float], tuple[int, int]]


def _sword(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.line(picture, ink, at(0.15, 0.9), at(0.85, 0.1), thick + 1)
    pygame.draw.line(picture, ink, at(0.15, 0.55), at(0.5, 0.85), thick)


def _bow(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.3, 0.0), at(0.72, 0.2), at(0.82, 0.5), at(0.72, 0.8), at(0.3, 1.0)]
    pygame.draw.lines(picture, ink, False, points, thick)
    pygame.draw.line(picture, ink, at(0.3, 0.0), at(0.3, 1.0), 1)
    pygame.draw.line(picture, ink, at(0.05, 0.5), at(0.95, 0.5), 1)


def _shield(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.12, 0.08), at(0.88, 0.08), at(0.84, 0.55), at(0.5, 1.0), at(0.16, 0.55)]
    pygame.draw.polygon(picture, ink, points, thick)
    pygame.draw.line(picture, ink, at(0.5, 0.1), at(0.5, 0.9), 1)


def _wing(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.05, 0.75), at(0.25, 0.2), at(0.95, 0.1), at(0.7, 0.38), at(0.78, 0.55), at(0.5, 0.6), at(0.5, 0.8)]
    pygame.draw.polygon(picture, ink, points)


def _paw(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.circle(picture, ink, at(0.5, 0.68), max(thick * 2, 3))
    for x, y in ((0.18, 0.4), (0.4, 0.2), (0.62, 0.2), (0.84, 0.4)):
        pygame.draw.circle(picture, ink, at(x, y), max(thick, 1))


def _horns(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.lines(picture, ink, False, [at(0.02, 0.05), at(0.12, 0.5), at(0.35, 0.62)], thick + 1)
    pygame.draw.lines(picture, ink, False, [at(0.98, 0.05), at(0.88, 0.5), at(0.65, 0.62)], thick + 1)
    pygame.draw.circle(picture, ink, at(0.5, 0.75), max(thick * 2, 3))


def _drop(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.polygon(picture, ink, [at(0.5, 0.0), at(0.85, 0.62), at(0.5, 1.0), at(0.15, 0.62)], thick)


def _claw(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    for x in (0.15, 0.45, 0.75):
        pygame.draw.line(picture, ink, at(x, 0.05), at(x + 0.15, 0.95), thick)


GLYPHS: Mapping[str, Callable[[pygame.Surface, Place, Colour, int], None]] = {
    "sword": _sword,
    "bow": _bow,
    "shield": _shield,
    "wing": _wing,
    "paw": _paw,
    "horns": _horns,
    "drop": _drop,
    "claw": _claw,
}
"""The drawing function of each glyph."""

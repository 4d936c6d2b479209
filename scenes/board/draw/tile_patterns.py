"""Pictures of single squares."""

import random
from functools import lru_cache

import pygame

from ....engine.board.tiles import Tile
from ....play.replay.looks import TileLook, tile_look
from ....play.replay.palettes import Colour, Palette, ink_on, lighter, mix
from ...window.fonts import outlined
from . import art

PATTERN = 12
"""Pixels per square needed for patterns."""
ART = 6
"""Pixels per square needed for pictures."""
NUMBERS = 20
"""Pixels per square needed for heights."""


@lru_cache(maxsize=8192)
def tile_picture(tile: Tile, palette: Palette, zoom: int, variant: int, scenery: str = "") -> pygame.Surface:
    """Returns the picture of a tile at a zoom. Others use it too: do not draw on it."""
    picture = pygame.Surface((zoom, zoom))
    chance = random.Random(f"{tile.char}{variant}")
    look = tile_look(tile, palette, scenery)
    ground = look.colour
    picture.fill(ground)
    if look.art and zoom >= ART:
        _lay(picture, look, variant)
    else:
        if zoom >= PATTERN:
            _speckle(picture, ground, chance)
        _material(picture, look, palette, chance)
    _signs(picture, look, palette, chance, pictured=bool(scenery) and zoom >= ART)
    if look.shade:
        _shade(picture, look.shade == "dark")
    if zoom >= 6 and tile.terrain != "blocked":
        pygame.draw.line(picture, mix(ground, palette.grid, 0.65), (0, 0), (zoom - 1, 0))
        pygame.draw.line(picture, mix(ground, palette.grid, 0.65), (0, 0), (0, zoom - 1))
    return picture


@lru_cache(maxsize=2048)
def tile_figures(tile: Tile, palette: Palette, zoom: int) -> pygame.Surface | None:
    """Returns a picture of a tile's numbers; else None. They are height, depth and damage."""
    look = tile_look(tile, palette)
    if zoom < NUMBERS or not (look.figures or look.damage):
        return None
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    _figures(picture, look, palette, low=tile.floor < 0)
    return picture


def forget() -> None:
    tile_picture.cache_clear()
    tile_figures.cache_clear()


def _speckle(picture: pygame.Surface, ground: Colour, chance: random.Random) -> None:
    zoom = picture.get_width()
    for _ in range(zoom // 3):
        spot = lighter(ground, chance.uniform(-0.09, 0.07))
        size = max(zoom // 16, 1)
        picture.fill(spot, (chance.randrange(zoom), chance.randrange(zoom), size, size))


def _lay(picture: pygame.Surface, look: TileLook, variant: int) -> None:
    zoom = picture.get_width()
    picture.blit(art.picture(look.art, variant, zoom), (0, 0))
    if look.light > 0:
        picture.fill((look.light,) * 3, special_flags=pygame.BLEND_RGB_ADD)
    elif look.light < 0:
        picture.fill((255 + look.light,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    if look.standing:
        picture.blit(art.picture(look.standing, variant, zoom), (0, 0))


def _material(picture: pygame.Surface, look: TileLook, palette: Palette, chance: random.Random) -> None:
    match look.pattern:
        case "earth":
            _earth(picture, look.colour, chance, stones=look.colour != palette.dirt)
        case "wall":
            _bricks(picture, palette)
        case "pillar":
            _pillar(picture, palette)
        case "water":
            _waves(picture, palette, chance)
        case "pit":
            _hole(picture, palette, chance)
        case "plain":
            pass


def _signs(picture: pygame.Surface, look: TileLook, palette: Palette, chance: random.Random, *, pictured: bool) -> None:
    zoom = picture.get_width()
    if "rubble" in look.signs and zoom >= 8:
        _rubble(picture, palette, chance, 5)
    if "growth" in look.signs and zoom >= 8:
        if pictured:
            picture.blit(art.picture("growth/thorns", 0, zoom), (0, 0))
        else:
            _brambles(picture, palette, chance)
    if "ramp" in look.signs and zoom >= 8:
        for i in range(1, 5):
            y = i * zoom // 5
            pygame.draw.line(picture, palette.wood, (zoom // 8, y), (zoom - zoom // 8, y), max(zoom // 24, 1))
    if look.narrow:
        side = round(zoom * look.narrow)
        for x in (0, zoom - side):
            picture.fill(palette.wall, (x, 0, side, zoom))
    if "obstacle" in look.signs:
        _barrier(picture, palette)
    if "danger" in look.signs:
        _danger(picture, palette)


def _earth(picture: pygame.Surface, colour: Colour, chance: random.Random, *, stones: bool) -> None:
    zoom = picture.get_width()
    for _ in range(7):
        x, y = chance.randrange(zoom), chance.randrange(zoom)
        if not stones:
            pygame.draw.circle(picture, lighter(colour, -0.25), (x, y), max(zoom // 14, 1))
        else:
            length = zoom // 4
            turn = chance.choice((-1, 1))
            pygame.draw.line(picture, lighter(colour, -0.3), (x, y), (x + length, y + turn * length // 2))
            pygame.draw.line(picture, lighter(colour, 0.2), (x, y + 1), (x + length, y + 1 + turn * length // 2))


def _pillar(picture: pygame.Surface, palette: Palette) -> None:
    zoom = picture.get_width()
    pygame.draw.circle(picture, lighter(palette.floor, -0.35), (zoom // 2 + 1, zoom // 2 + 2), zoom * 2 // 5)
    pygame.draw.circle(picture, palette.wall, (zoom // 2, zoom // 2), zoom * 2 // 5)
    pygame.draw.circle(
        picture, lighter(palette.wall, 0.25), (zoom // 2 - zoom // 10, zoom // 2 - zoom // 10), zoom // 6
    )


def _bricks(picture: pygame.Surface, palette: Palette) -> None:
    zoom = picture.get_width()
    if zoom < 8:
        return
    mortar, stone = lighter(palette.wall, -0.35), lighter(palette.wall, 0.08)
    rows = 3
    for row in range(rows):
        y0, y1 = row * zoom // rows, (row + 1) * zoom // rows
        picture.fill(stone, (0, y0, zoom, y1 - y0))
        pygame.draw.line(picture, mortar, (0, y0), (zoom, y0))
        pygame.draw.line(picture, lighter(palette.wall, 0.22), (0, y0 + 1), (zoom, y0 + 1))
        x = zoom // 2 if row % 2 else 0
        pygame.draw.line(picture, mortar, (x, y0), (x, y1))


def _waves(picture: pygame.Surface, palette: Palette, chance: random.Random) -> None:
    zoom = picture.get_width()
    if zoom < 8:
        return
    crest = lighter(palette.water, 0.35)
    for row in range(1, 4):
        y = row * zoom // 4
        x0 = chance.randrange(zoom // 2)
        points = [(x0 + i * zoom // 10, y + (zoom // 24 if i % 2 else -(zoom // 24))) for i in range(5)]
        pygame.draw.aalines(picture, crest, False, points)


def _hole(picture: pygame.Surface, palette: Palette, chance: random.Random) -> None:
    zoom = picture.get_width()
    if zoom < 8:
        return
    for _ in range(6):
        x, y = chance.randrange(zoom), chance.randrange(zoom)
        length = chance.randrange(zoom // 6 + 1, zoom // 2 + 2)
        pygame.draw.line(picture, mix(palette.pit, palette.floor, chance.uniform(0.08, 0.22)), (x, y), (x, y + length))


def _rubble(picture: pygame.Surface, palette: Palette, chance: random.Random, count: int) -> None:
    zoom = picture.get_width()
    for _ in range(count):
        x, y = chance.randrange(zoom * 7 // 8), chance.randrange(zoom * 7 // 8)
        size = max(chance.randrange(zoom // 10, zoom // 5 + 1), 2)
        shape = [(x, y + size), (x + size // 2, y), (x + size, y + size * 2 // 3), (x + size * 2 // 3, y + size)]
        pygame.draw.polygon(picture, lighter(palette.stone, -0.15), shape)
        pygame.draw.lines(picture, lighter(palette.stone, -0.55), True, shape)


def _brambles(picture: pygame.Surface, palette: Palette, chance: random.Random) -> None:
    zoom = picture.get_width()
    colour = lighter(palette.dirt, -0.4)
    for _ in range(4):
        x, y = chance.randrange(zoom), chance.randrange(zoom)
        for dx, dy in ((1, 1), (1, -1)):
            reach = zoom // 5
            pygame.draw.line(
                picture, colour, (x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach), max(zoom // 24, 1)
            )


def _barrier(picture: pygame.Surface, palette: Palette) -> None:
    zoom = picture.get_width()
    height = max(zoom // 5, 2)
    top = zoom // 2 - height // 2
    picture.fill(lighter(palette.wood, -0.4), (zoom // 10, top + 2, zoom * 8 // 10, height))
    picture.fill(palette.wood, (zoom // 10, top, zoom * 8 // 10, height))
    for i in (1, 2, 3):
        x = zoom // 10 + i * zoom // 5
        pygame.draw.line(picture, lighter(palette.wood, -0.5), (x, top), (x, top + height - 1))


def _danger(picture: pygame.Surface, palette: Palette) -> None:
    zoom = picture.get_width()
    width = max(zoom // 10, 2)
    band = max(zoom // 6, 2)
    frame = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    for start in range(-zoom, 2 * zoom, 2 * width):
        shape = [(start, 0), (start + width, 0), (start + width - zoom, zoom), (start - zoom, zoom)]
        pygame.draw.polygon(frame, (*palette.threat, 200), shape)
    frame.fill((0, 0, 0, 0), (band, band, zoom - 2 * band, zoom - 2 * band))
    picture.blit(frame, (0, 0))


def _shade(picture: pygame.Surface, dark: bool) -> None:
    zoom = picture.get_width()
    veil = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    veil.fill((8, 8, 24, 130 if dark else 60))
    if zoom >= PATTERN:
        for start in range(0, 2 * zoom, max(zoom // 4, 3)):
            pygame.draw.line(veil, (8, 8, 24, 190 if dark else 95), (start, 0), (start - zoom, zoom))
    picture.blit(veil, (0, 0))


def _figures(picture: pygame.Surface, look: TileLook, palette: Palette, *, low: bool) -> None:
    zoom = picture.get_width()
    size = max(zoom // 4, 8)
    if look.figures:
        rim = palette.pit if sum(palette.floor) < 480 or low or look.pattern == "water" else palette.floor
        ink = (250, 248, 240) if rim == palette.pit else ink_on(palette.floor)
        picture.blit(outlined(look.figures, size, ink, rim), (zoom // 12, zoom // 24))
    if look.damage and zoom >= 32:
        label = outlined(look.damage, size, (255, 244, 220), palette.pit)
        picture.blit(label, ((zoom - label.get_width()) // 2, zoom - label.get_height()))

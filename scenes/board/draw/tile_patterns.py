"""Pictures of single squares: ground, pattern, height."""

import random
from functools import lru_cache

import pygame

from ....engine.board.tiles import Tile
from ....play.replay.palettes import Colour, Palette, ink_on, lighter, mix
from ...window.fonts import outlined
from . import art
from .art import ground_of

VARIANTS = 4
"""Variants of a tile, so that wide ground does not look repetitive."""
PATTERN = 12
"""Pixels to a square below which patterns would be noise."""
ART = 6
"""Pixels to a square from which pictures are drawn."""
NUMBERS = 20
"""Pixels to a square from which heights are written."""


@lru_cache(maxsize=8192)
def tile_picture(tile: Tile, palette: Palette, zoom: int, variant: int, scenery: str = "") -> pygame.Surface:
    """The picture of a tile at a zoom, by the atlas where a scenery is named; do not draw on it."""
    picture = pygame.Surface((zoom, zoom))
    chance = random.Random(f"{tile.char}{variant}")
    ground = _ground(tile, palette)
    picture.fill(ground)
    if scenery and zoom >= ART and ground_of(tile, scenery):
        _lay(picture, tile, scenery, variant)
    else:
        if zoom >= PATTERN:
            _speckle(picture, ground, chance)
        _material(picture, tile, palette, chance)
    if not tile.solid and tile.terrain != "blocked":
        _signs(picture, tile, palette, chance, scenery)
    if tile.light != "bright":
        _shade(picture, tile.light == "dark")
    if zoom >= 6 and tile.terrain != "blocked":
        pygame.draw.line(picture, mix(ground, palette.grid, 0.65), (0, 0), (zoom - 1, 0))
        pygame.draw.line(picture, mix(ground, palette.grid, 0.65), (0, 0), (0, zoom - 1))
    return picture


@lru_cache(maxsize=2048)
def tile_figures(tile: Tile, palette: Palette, zoom: int) -> pygame.Surface | None:
    """The height, depth and damage of a tile in figures."""
    if zoom < NUMBERS or tile.solid or tile.terrain == "blocked":
        return None
    if not (tile.water or tile.floor or tile.damage is not None):
        return None
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    _figures(picture, tile, palette)
    return picture


def forget() -> None:
    """Drops every picture."""
    tile_picture.cache_clear()
    tile_figures.cache_clear()


def _ground(tile: Tile, palette: Palette) -> Colour:
    """The plain colour: lighter the higher, darker the lower."""
    if tile.solid:
        return palette.dirt if tile.ground == "dirt" else palette.stone
    if tile.terrain == "blocked" and tile.fills:
        return palette.wall
    if tile.water:
        return mix(palette.water, palette.pit, min(0.12 * (tile.water - 1), 0.5))
    if tile.pit:
        return palette.pit
    base = mix(palette.floor, palette.dirt, 0.45) if tile.ground == "dirt" else palette.floor
    if tile.terrain == "difficult":
        base = mix(base, palette.stone, 0.35)
    elif tile.terrain == "impeded":
        base = mix(base, palette.dirt, 0.55)
    if tile.floor > 0:
        return lighter(base, min(0.09 * tile.floor, 0.6))
    return lighter(base, -min(0.11 * -tile.floor, 0.6))


def _speckle(picture: pygame.Surface, ground: Colour, chance: random.Random) -> None:
    zoom = picture.get_width()
    for _ in range(zoom // 3):
        spot = lighter(ground, chance.uniform(-0.09, 0.07))
        size = max(zoom // 16, 1)
        picture.fill(spot, (chance.randrange(zoom), chance.randrange(zoom), size, size))


def _lay(picture: pygame.Surface, tile: Tile, scenery: str, variant: int) -> None:
    """Lay the atlas's ground, and what stands on it: lighter the higher, darker the lower."""
    zoom = picture.get_width()
    picture.blit(art.picture(ground_of(tile, scenery), variant, zoom), (0, 0))
    if tile.floor > 0:
        light = min(14 * tile.floor, 84)
        picture.fill((light, light, light), special_flags=pygame.BLEND_RGB_ADD)
    elif tile.floor < 0:
        left = 255 - min(28 * -tile.floor, 150)
        picture.fill((left, left, left), special_flags=pygame.BLEND_RGB_MULT)
    if tile.terrain == "blocked" and not tile.fills:
        picture.blit(art.picture(f"pillar/{scenery}", variant, zoom), (0, 0))


def _material(picture: pygame.Surface, tile: Tile, palette: Palette, chance: random.Random) -> None:
    if tile.solid:
        _earth(picture, tile, palette, chance)
    elif tile.terrain == "blocked":
        _block(picture, tile, palette)
    elif tile.water:
        _waves(picture, palette, chance)
    elif tile.pit:
        _hole(picture, palette, chance)


def _signs(picture: pygame.Surface, tile: Tile, palette: Palette, chance: random.Random, scenery: str) -> None:
    """Draw what the rules know of a tile: rubble, growth, a ramp, a gap, an obstacle, danger."""
    zoom = picture.get_width()
    if zoom >= 8:
        if tile.terrain == "difficult":
            _rubble(picture, palette, chance, 5)
        elif tile.terrain == "impeded":
            if scenery and zoom >= ART:
                picture.blit(art.picture("growth/thorns", 0, zoom), (0, 0))
            else:
                _brambles(picture, palette, chance)
    if tile.ramp and zoom >= 8:
        for i in range(1, 5):
            y = i * zoom // 5
            pygame.draw.line(picture, palette.wood, (zoom // 8, y), (zoom - zoom // 8, y), max(zoom // 24, 1))
    if tile.width < 5:
        side = round(zoom * (1 - tile.width / 5) / 2)
        for x in (0, zoom - side):
            picture.fill(palette.wall, (x, 0, side, zoom))
    if tile.obstacle:
        _barrier(picture, palette)
    if (tile.hazard and not tile.pit) or tile.damage is not None:
        _danger(picture, palette)


def _earth(picture: pygame.Surface, tile: Tile, palette: Palette, chance: random.Random) -> None:
    zoom = picture.get_width()
    colour = palette.dirt if tile.ground == "dirt" else palette.stone
    for _ in range(7):
        x, y = chance.randrange(zoom), chance.randrange(zoom)
        if tile.ground == "dirt":
            pygame.draw.circle(picture, lighter(colour, -0.25), (x, y), max(zoom // 14, 1))
        else:
            length = zoom // 4
            turn = chance.choice((-1, 1))
            pygame.draw.line(picture, lighter(colour, -0.3), (x, y), (x + length, y + turn * length // 2))
            pygame.draw.line(picture, lighter(colour, 0.2), (x, y + 1), (x + length, y + 1 + turn * length // 2))


def _block(picture: pygame.Surface, tile: Tile, palette: Palette) -> None:
    zoom = picture.get_width()
    if not tile.fills:
        pygame.draw.circle(picture, lighter(palette.floor, -0.35), (zoom // 2 + 1, zoom // 2 + 2), zoom * 2 // 5)
        pygame.draw.circle(picture, palette.wall, (zoom // 2, zoom // 2), zoom * 2 // 5)
        pygame.draw.circle(
            picture, lighter(palette.wall, 0.25), (zoom // 2 - zoom // 10, zoom // 2 - zoom // 10), zoom // 6
        )
        return
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
    """Depth: faint strokes that fade."""
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
    """Stripes along the edge, as on warning tape."""
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


def _figures(picture: pygame.Surface, tile: Tile, palette: Palette) -> None:
    """Draw the height in the upper left corner, the depth of water and the damage below it."""
    zoom = picture.get_width()
    size = max(zoom // 4, 8)
    if tile.water:
        text = f"≈{tile.water}" if tile.top == 0 else f"≈{tile.water} {tile.top:+d}"
    else:
        text = f"{tile.floor:+d}" if tile.floor else ""
    if text:
        rim = palette.pit if sum(palette.floor) < 480 or tile.floor < 0 or tile.water else palette.floor
        ink = (250, 248, 240) if rim == palette.pit else ink_on(palette.floor)
        picture.blit(outlined(text, size, ink, rim), (zoom // 12, zoom // 24))
    if tile.damage is not None and zoom >= 32:
        label = outlined(str(tile.damage), size, (255, 244, 220), palette.pit)
        picture.blit(label, ((zoom - label.get_width()) // 2, zoom - label.get_height()))

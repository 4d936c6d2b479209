"""Pictures of ground, walls and creatures from one atlas, scaled to a zoom; `assets/art/atlas.toml` lists them."""

import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import pygame

from ....engine.board.board import Board
from ....engine.board.tiles import Tile
from ....engine.files import DATA_FILES
from ....play.replay.snapshot import CreatureView

SIDE, ACROSS = 32, 16
"""Pixels of a picture in the atlas, and pictures in a row of it."""
KINDS = ("ground", "wall", "pillar", "growth", "figure")
"""The kinds of pictures, in their order in the atlas."""
WALLED = 0.2
"""The share of walls from which a board without a known place is drawn as a dungeon."""
DEEP = 2
"""Squares of water from which it is drawn as deep."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """All pictures, and what they stand for."""

    sheet: pygame.Surface
    places: Mapping[str, tuple[int, ...]]
    """The numbers of the variants of each picture, such as `wall/street`."""
    roles: Mapping[str, list[str]]
    """The figures of each role."""
    called: Mapping[str, str]
    """The figure that a word in a name means."""
    scenery: Mapping[str, str]
    """The ground that a word in a title means."""


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """The atlas, read once."""
    folder = DATA_FILES / "art"
    table = tomllib.loads((folder / "atlas.toml").read_text(encoding="utf-8"))
    places: dict[str, tuple[int, ...]] = {}
    count = 0
    for kind in KINDS:
        for name, variants in table[kind].items():
            places[f"{kind}/{name}"] = tuple(range(count, count + len(variants)))
            count += len(variants)
    called = {**{name: name for name in table["figure"]}, **table["called"]}
    sheet = pygame.image.load(BytesIO((folder / "atlas.png").read_bytes()), "atlas.png")
    return Atlas(sheet, places, table["role"], called, table["scenery"])


@lru_cache(maxsize=4096)
def picture(name: str, variant: int, side: int) -> pygame.Surface:
    """A picture of the atlas, `side` pixels across; do not draw on it."""
    found = atlas()
    numbers = found.places[name]
    row, column = divmod(numbers[variant % len(numbers)], ACROSS)
    cut = found.sheet.subsurface((column * SIDE, row * SIDE, SIDE, SIDE))
    whole = -(-side // SIDE)  # enlarged by a whole number first, so that pixels stay square
    large = pygame.transform.scale(cut, (whole * SIDE, whole * SIDE))
    return large if whole * SIDE == side else pygame.transform.smoothscale(large, (side, side))


def scenery_of(title: str, board: Board) -> str:
    """The ground of a battle: by a word in its title, else by its walls."""
    known = atlas().scenery
    for word in title.lower().replace("'", " ").split():
        if word in known:
            return known[word]
    tiles = [tile for row in board.tiles for tile in row]
    walls = sum(tile.terrain == "blocked" and tile.fills for tile in tiles)
    return "dungeon" if walls > WALLED * len(tiles) else "meadow"


def figure_of(creature: CreatureView) -> tuple[str, int]:
    """The picture of a creature and its variant: by a word in its name, else by its role; empty for a thing."""
    if creature.thing or not creature.role:
        return "", 0
    found, chance = atlas(), zlib.crc32(creature.name.encode())
    for word in creature.name.lower().replace("-", " ").replace("_", " ").split():
        if word in found.called:
            return f"figure/{found.called[word]}", chance
    figures = found.roles[creature.role]
    return f"figure/{figures[chance % len(figures)]}", chance // len(figures)


def ground_of(tile: Tile, scenery: str) -> str:
    """The picture of a tile's ground; empty where plain colour says more, as of a pit."""
    if tile.solid or tile.pit:
        return ""
    if tile.terrain == "blocked" and tile.fills:
        return f"wall/{scenery}"
    if tile.water:
        return "ground/deep" if tile.water >= DEEP else "ground/shallow"
    if tile.damage is not None:
        return "ground/lava"
    return "ground/dirt" if tile.ground == "dirt" else f"ground/{scenery}"

"""Scaled pictures from the atlas."""

from functools import lru_cache
from io import BytesIO

import pygame

from ....engine.files import DATA_FILES
from ....play.replay.looks import ACROSS, PICTURE, atlas_table


@lru_cache(maxsize=1)
def sheet() -> pygame.Surface:
    """Returns the image file with all pictures, read once."""
    return pygame.image.load(BytesIO((DATA_FILES / "art" / "atlas.png").read_bytes()), "atlas.png")


@lru_cache(maxsize=4096)
def picture(name: str, variant: int, side: int) -> pygame.Surface:
    """Returns a picture of `side` x `side` pixels. Others use it too: do not draw on it."""
    numbers = atlas_table().places[name]
    row, column = divmod(numbers[variant % len(numbers)], ACROSS)
    cut = sheet().subsurface((column * PICTURE, row * PICTURE, PICTURE, PICTURE))
    whole = -(-side // PICTURE)  # enlarged by a whole number first, so that pixels stay square
    large = pygame.transform.scale(cut, (whole * PICTURE, whole * PICTURE))
    return large if whole * PICTURE == side else pygame.transform.smoothscale(large, (side, side))

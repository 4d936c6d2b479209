"""Makes the atlas of the board's pictures: `python -m tests.make_atlas FOLDER`.

`FOLDER` holds the release of the tiles (its folders `dngn`, `mon`, `player`). A folder above it holds the list of
the tiles whose licence is unclear: none of them may be in the atlas.
"""

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from fivefoot.play.replay.looks import ACROSS, KINDS, PICTURE

ART = Path(__file__).parents[1] / "assets" / "art"
UNCLEAR = "TILES_UNDER_UNKNOWN_LICENSE.md"


def main(folder: Path) -> None:
    """Writes atlas.png beside atlas.toml."""
    table = tomllib.loads((ART / "atlas.toml").read_text(encoding="utf-8"))
    listed = next(above / UNCLEAR for above in folder.resolve().parents if (above / UNCLEAR).is_file())
    lines = (line.strip().removeprefix("- ").removesuffix(".png") for line in listed.read_text().splitlines())
    unclear = {line.removeprefix("rltiles/") for line in lines}
    pictures = [
        picture(folder, files, table["light"].get(f"{kind}/{name}", {}), unclear)
        for kind in KINDS
        for name, variants in table[kind].items()
        for files in variants
    ]
    atlas = pygame.Surface((PICTURE * ACROSS, PICTURE * -(-len(pictures) // ACROSS)), pygame.SRCALPHA)
    for at, one in enumerate(pictures):
        atlas.blit(one, (at % ACROSS * PICTURE, at // ACROSS * PICTURE))
    pygame.image.save(atlas, ART / "atlas.png")
    print(f"{len(pictures)} pictures, {(ART / 'atlas.png').stat().st_size:,} bytes")


def picture(folder: Path, files: list[str], light: dict[str, Any], unclear: set[str]) -> pygame.Surface:
    """The files laid over each other, in another light."""
    made = pygame.Surface((PICTURE, PICTURE), pygame.SRCALPHA)
    for name in files:
        if name in unclear or name.rsplit("/", 1)[-1] in unclear:
            raise SystemExit(f"{name}: its licence is unclear")
        made.blit(pygame.image.load(folder / f"{name}.png"), (0, 0))
    if light.get("grey"):
        made = pygame.transform.grayscale(made)
    gain = light.get("gain", 1.0)
    pixels = pygame.surfarray.pixels3d(made)
    pixels[:] = (pixels * gain).clip(0, 255)
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1]))

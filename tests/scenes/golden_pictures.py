"""Golden pictures: drawings stay as approved, pixel by pixel where the fonts and build are the same.

`FIVEFOOT_GOLDEN=write` draws them anew; look at them before they are committed.
"""

import os
from pathlib import Path

import pygame

GOLDEN = Path(__file__).parent / "golden"
ALLOWED = 0.01
"""The share of a picture by which another build of the drawing library may differ."""
BUILD = f"{pygame.version.ver} SDL {pygame.version.SDL}"
DRAWN_BY = GOLDEN / "BUILD"
"""The build that drew the golden pictures: it draws them exactly."""


def compare(picture: pygame.Surface, name: str) -> None:
    """Holds a picture against the golden one."""
    path = GOLDEN / f"{name}.png"
    if os.environ.get("FIVEFOOT_GOLDEN") == "write":
        pygame.image.save(picture, str(path))
        DRAWN_BY.write_text(f"{BUILD}\n", encoding="utf-8")
    golden = pygame.image.load(str(path))
    assert golden.get_size() == picture.get_size()
    a, b = pygame.image.tobytes(golden, "RGB"), pygame.image.tobytes(picture, "RGB")
    allowed = 0.0 if DRAWN_BY.read_text(encoding="utf-8").strip() == BUILD else ALLOWED
    other = sum(a[i : i + 3] != b[i : i + 3] for i in range(0, len(a), 3)) if a != b else 0
    assert other <= allowed * len(a) / 3, f"{other} of {len(a) // 3} pixels of {name} are others"

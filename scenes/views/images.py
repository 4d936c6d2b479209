"""Pictures and films without a window."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

try:
    import pygame
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame", "images", "drawing a picture") from missing

from ...components.events import Event
from ...engine.board.board import Board
from ...engine.extras import require
from ...engine.files import replacing, write_file
from ...engine.messages import language_in_use
from ...play.replay.log_text import Labels, chronicle
from ...play.replay.palettes import PALETTES, Palette
from ...play.replay.snapshot import Snapshot
from ...play.table.overlay import Overlay
from ...play.table.showing import showing_of
from ..board.draw.camera import ZOOMS, Camera
from ..board.draw.ground import Terrain
from ..board.draw.mark_painter import paint_marks
from ..board.draw.overlays import OverlayPainter
from ..board.draw.tokens import Tokens
from ..board.draw.underlay import Underlay
from ..board.playback import Playback
from ..window.fonts import written

if TYPE_CHECKING:
    from PIL import Image

LARGEST = 4096
"""Most pixels per side."""
LARGEST_FRAME = 2**20
"""Most pixels per film frame."""
FORMATS = (".png", ".gif", ".webp")


def without_window() -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((1, 1))


class Painter:
    """Draws the board of a battle as pictures, at one zoom."""

    def __init__(
        self,
        board: Board,
        sides: Iterable[str],
        *,
        zoom: int = 32,
        palette: Palette | None = None,
        caption: bool = False,
        most: int = LARGEST * LARGEST,
        underlay: Underlay | None = None,
        title: str = "",
    ) -> None:
        self.palette = palette or next(iter(PALETTES.values()))
        longest, area = max(board.width, board.height), board.width * board.height
        fitting = [one for one in ZOOMS if one <= zoom and one * longest <= LARGEST and one * one * area <= most]
        self.zoom = fitting[-1] if fitting else ZOOMS[0]
        self.board = board
        self.caption = 24 if caption else 0
        self.size = (board.width * self.zoom, board.height * self.zoom + self.caption)
        self.underlay, self.title = underlay, title
        self.terrain = Terrain(board, self.palette, underlay, title)
        self._lay = Overlay()
        self.tokens = Tokens(board, self.palette, sides)
        self.camera = Camera((board.width, board.height), (0, 0, self.size[0], board.height * self.zoom))
        self.camera.zoom = self.zoom

    def lay(self, lay: Overlay) -> None:
        """Colours the squares of a reach or threat area on the pictures."""
        self._lay = lay
        self.terrain.glaze(None if lay.empty else OverlayPainter(lay, self.palette))

    def picture(self, tableau: Snapshot, words: str = "", notes: Playback | None = None) -> pygame.Surface:
        surface = pygame.Surface(self.size)
        surface.fill(self.palette.page)
        if tableau.board is not None and tableau.board is not self.terrain.board:
            self.terrain = Terrain(tableau.board, self.palette, self.underlay, self.title)
            self.lay(self._lay)
        self.terrain.draw(surface, self.camera, at_once=True)
        offsets = notes.offsets if notes is not None else None
        self.tokens.draw(surface, self.camera, tableau, offsets=offsets)
        if notes is not None:
            paint_marks(surface, self.camera, self.palette, notes.marks())
        if self.caption:
            surface.fill(self.palette.panel, (0, self.size[1] - self.caption, self.size[0], self.caption))
            surface.blit(written(words, 14, self.palette.ink), (6, self.size[1] - self.caption + 3))
        return surface


def ground_as_png(painter: Painter) -> bytes:
    surface = pygame.Surface(painter.size)
    surface.fill(painter.palette.page)
    painter.terrain.draw(surface, painter.camera, at_once=True)
    return png_of(surface)


def png_of(surface: pygame.Surface) -> bytes:
    held = BytesIO()
    pygame.image.save(surface, held, "board.png")  # into memory: pygame does not tell of a full disk
    return held.getvalue()


def write_picture(painter: Painter, tableau: Snapshot, path: Path, words: str = "") -> None:
    surface = painter.picture(tableau, words)
    if path.suffix.lower() == ".png":
        write_file(path, png_of(surface))
        return
    with replacing(path) as beside:
        _pillow(surface).save(beside)


def write_film(
    painter: Painter,
    tableaux: Sequence[Snapshot],
    events: Sequence[Event],
    path: Path,
    *,
    unit: str,
    labels: Labels | None = None,
    milliseconds: int = 220,
    most: int = 600,
    watch: Callable[[int], Callable[[], None]] | None = None,
) -> int:
    """Writes a moving picture of a battle and returns how many frames it has."""
    moments = [index for index, event in enumerate(events) if showing_of(event).still]
    every = -(-len(moments) // most) or 1
    shown = {place for place in range(len(moments)) if place % every == 0 or place == len(moments) - 1}
    count = len(shown) + 1
    done = watch(count) if watch is not None else None

    def frames() -> "Iterator[Image.Image]":
        notes = Playback(tableaux[0])
        yield _pillow(painter.picture(tableaux[0]))
        for place, index in enumerate(moments):
            while notes.upto <= index:
                notes.take(events[notes.upto])
            if place in shown:
                lines = chronicle([events[index]], unit, language=language_in_use(), labels=labels)
                words = next((line.text for line in lines if line.depth), "")
                yield _pillow(painter.picture(tableaux[index + 1], words, notes))
                if done is not None:
                    done()
            for note in notes.notes:
                note.age += milliseconds / 1000
            notes.notes = [note for note in notes.notes if note.age < 0.9]

    lasting = [*[milliseconds] * (count - 1), 2500]
    drawn = frames()
    first = next(drawn)
    with replacing(path) as beside, beside.open("wb") as out:
        if path.suffix.lower() == ".gif":
            _write_gif(out, chain([first], drawn), lasting)
        else:
            first.save(out, "WEBP", save_all=True, append_images=drawn, duration=lasting, loop=0)
    return count


def _write_gif(out: BinaryIO, frames: "Iterator[Image.Image]", lasting: Sequence[int]) -> None:
    from PIL import GifImagePlugin, Image, ImageChops

    first = next(frames)
    # One palette for all frames: the board hardly changes, and a new choice of colours is slow.
    before = first.quantize(128, method=2)
    colours = before.copy()
    for piece in GifImagePlugin.getheader(before, info={"loop": 0, "duration": lasting[0]})[0]:
        out.write(piece)
    for piece in GifImagePlugin.getdata(before, duration=lasting[0]):
        out.write(piece)
    for frame, milliseconds in zip(frames, lasting[1:], strict=True):
        now = frame.quantize(palette=colours, dither=Image.Dither.NONE)
        changed = ImageChops.difference(now.convert("RGB"), before.convert("RGB")).getbbox() or (0, 0, 1, 1)
        part = now.crop(changed)
        for piece in GifImagePlugin.getdata(part, changed[:2], duration=milliseconds):
            out.write(piece)
        before = now
    out.write(b";")


def _pillow(surface: pygame.Surface) -> "Image.Image":
    require("PIL", purpose="a moving picture")
    from PIL import Image

    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))

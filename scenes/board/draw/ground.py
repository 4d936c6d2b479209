"""The ground, painted in cached chunks."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from ....engine.board.board import Board, Edge
from ....engine.board.tiles import BUILT_IN, Tile
from ....play.replay.looks import VARIANTS, scenery_of
from ....play.replay.palettes import Palette, lighter
from . import art
from .camera import Camera
from .tile_patterns import NUMBERS, tile_figures, tile_picture
from .underlay import Underlay

KEPT = 96 * 2**20
"""The most bytes of cached chunks."""
WALL, ROCK = -10_000, 99
"""Heights that stand for walls without a rim, and for filled squares."""
EVERY = 5
"""Squares between height marks on level ground."""
VEIL = 110
"""Opacity of tiles over a picture, of 255."""
SOON, SIGHT, FIRST = 10, 20, 36
"""Steps of painting per frame: ahead of the view, in view, and before the first view. One takes some 0.03 ms."""
PICTURE, CHUNK = 5, 9
"""Steps of a new picture of a tile, and of a new empty chunk."""

Key = tuple[int, int, int]
"""Zoom, column and row of a chunk."""
Look = tuple[tuple[pygame.Surface, ...], pygame.Surface | None]
"""Pictures of a tile's variants, and of its figures."""
Blits = list[tuple[pygame.Surface, tuple[int, int]]]
"""Pictures and positions."""
Glaze = Callable[[int, int, int, int, int], Blits]
"""Pictures over the squares x0, y0 to x1, y1 (inclusive), at a zoom."""
Block = tuple[int, int, int, int]
"""The first and last column and row of chunks."""


@dataclass(slots=True)
class Chunk:
    """A block of squares of the board, painted as one picture."""

    plain: pygame.Surface
    over: pygame.Surface | None = None
    laid: int = 0
    """Number of the glaze painted last."""


def chunk_side(zoom: int) -> int:
    """Returns how many squares wide one painted block of the board is at this zoom."""
    return 16 if zoom < 8 else 8 if zoom <= 32 else 4 if zoom <= 64 else 2


def _top(tile: Tile) -> int:
    return ROCK if tile.solid else WALL if tile.terrain == "blocked" else tile.top


class Terrain:
    """The painted ground of a board, with the colours of reach and threat on it.

    A new zoom is painted at once, new squares a few per frame.
    """

    def __init__(self, board: Board, palette: Palette, underlay: Underlay | None = None, title: str = "") -> None:
        self.board = board
        self.palette = palette
        self.underlay = underlay
        self.scenery = scenery_of(title, board) if palette.art else ""
        """The atlas ground; empty: plain colours."""
        if self.scenery:
            art.sheet()  # read before the first frame
        self._chunks: OrderedDict[Key, Chunk] = OrderedDict()
        self._glaze: Glaze | None = None
        self._laid = 0
        """Number of the present glaze."""
        self._bytes = 0
        self._spare: dict[tuple[int, int], list[pygame.Surface]] = {}
        """Reusable surfaces of dropped chunks."""
        self._bare: pygame.Surface | None = None
        self._looks: dict[tuple[int, int], Look] = {}
        self._before: dict[Key, pygame.Surface] = {}
        """Pictures of the board as it was, until repainted."""
        self._begun: Iterator[int] | None = None
        """The unfinished painting of a chunk; gives the steps it took."""
        self._zoom = 0
        self._tops = [[_top(tile) for tile in row] for row in board.tiles]
        self._ramps = any(tile.ramp for row in board.tiles for tile in row)
        self._edges_at: dict[tuple[int, int], list[Edge]] = {}
        for (a, b), edge in board.edges.items():
            if a == edge.a:
                # An edge on a chunk's rim is painted into both chunks beside it.
                for square in (a, b):
                    self._edges_at.setdefault(square, []).append(edge)

    def replace(self, old: "Terrain") -> None:
        """Shows the pictures of the terrain `old` until this one has painted its own."""
        self._before = old._before | {key: old._seen(chunk) for key, chunk in old._chunks.items()}

    def glaze(self, glaze: Glaze | None) -> None:
        if glaze is not None or self._glaze is not None:
            self._glaze = glaze
            self._laid += 1

    def draw(self, surface: pygame.Surface, camera: Camera, *, at_once: bool = False, steps: int = SIGHT) -> None:
        """Draws the part of the ground in view: completely if `at_once`, else with `steps` of painting."""
        sight = self._block(camera)
        left, top = camera.pixel(0, 0)
        size = chunk_side(camera.zoom) * camera.zoom
        if at_once or camera.zoom != self._zoom != 0:
            self._zoom = camera.zoom
            for key in _keys(camera.zoom, sight):
                surface.blit(self._seen(self._finished(key)), (left + key[1] * size, top + key[2] * size))
            return
        self.paint(camera, steps)
        blits: list[tuple[pygame.Surface, tuple[int, int], pygame.Rect]] = []
        for key in _keys(camera.zoom, sight):
            chunk = self._chunks.get(key)
            place = (left + key[1] * size, top + key[2] * size)
            if chunk is not None:
                self._chunks.move_to_end(key)
                seen = self._seen(chunk)
                blits.append((seen, place, seen.get_rect()))
            elif key in self._before:
                blits.append((self._before[key], place, self._before[key].get_rect()))
            else:
                x0, y0, x1, y1 = self._bounds(key)
                part = pygame.Rect(0, 0, (x1 - x0 + 1) * camera.zoom, (y1 - y0 + 1) * camera.zoom)
                blits.append((self._bare_ground(size), place, part))
        surface.blits(blits, False)

    @property
    def kept(self) -> int:
        """Returns how many bytes all painted pictures use."""
        return self._bytes

    def settled(self, camera: Camera) -> bool:
        return camera.zoom == self._zoom and self._wanting(camera.zoom, self._block(camera)) is None

    def whole(self, camera: Camera) -> bool:
        """True if all squares in view are painted; the colours on them may be missing."""
        return self._chunks.keys() >= set(_keys(camera.zoom, self._block(camera)))

    def _seen(self, chunk: Chunk) -> pygame.Surface:
        return chunk.plain if self._glaze is None or chunk.over is None else chunk.over

    def _bare_ground(self, size: int) -> pygame.Surface:
        if self._bare is None or self._bare.get_width() != size:
            self._bare = pygame.Surface((size, size))
            self._bare.fill(self.palette.floor)
        return self._bare

    def _block(self, camera: Camera) -> Block:
        side = chunk_side(camera.zoom)
        x0, y0, x1, y1 = camera.visible()
        return x0 // side, y0 // side, x1 // side, y1 // side

    def _around(self, camera: Camera, sight: Block) -> Block:
        side = chunk_side(camera.zoom)
        last_column, last_row = (self.board.width - 1) // side, (self.board.height - 1) // side
        c0, r0, c1, r1 = sight
        wide = (max(c0 - 1, 0), max(r0 - 1, 0), min(c1 + 1, last_column), min(r1 + 1, last_row))
        needed = 8 * (side * camera.zoom) ** 2 * (wide[2] - wide[0] + 1) * (wide[3] - wide[1] + 1)
        return wide if needed <= KEPT else sight

    def paint(self, camera: Camera, steps: int) -> None:
        """Paints more of the ground: first the visible part, then its surroundings."""
        self._zoom, sight = camera.zoom, self._block(camera)
        if self._before and self.whole(camera):
            self._before = {}
        left = min(steps, SOON) if self.settled(camera) else steps
        while left > 0:
            if self._begun is None:
                key = self._wanting(camera.zoom, sight) or self._wanting(camera.zoom, self._around(camera, sight))
                if key is None:
                    return
                self._begun = self._lay_over(key) if key in self._chunks else self._painting(key)
            taken = next(self._begun, 0)
            left -= taken or 1
            if not taken:
                self._begun = None

    def _wanting(self, zoom: int, block: Block) -> Key | None:
        for key in _keys(zoom, block):
            chunk = self._chunks.get(key)
            if chunk is None or (self._glaze is not None and chunk.laid != self._laid):
                return key
        return None

    def _finished(self, key: Key) -> Chunk:
        if key not in self._chunks:
            deque(self._painting(key), 0)
        if self._glaze is not None and self._chunks[key].laid != self._laid:
            deque(self._lay_over(key), 0)
        return self._chunks[key]

    def _lay_over(self, key: Key) -> Iterator[int]:
        assert self._glaze is not None
        chunk, glaze, laid = self._chunks[key], self._glaze, self._laid
        zoom, (x0, y0, x1, y1) = key[0], self._bounds(key)
        rows: list[Blits] = []
        for y in range(y0, y1 + 1):
            rows.append([(one, (x, (y - y0) * zoom)) for one, (x, _) in glaze(zoom, x0, y, x1, y)])
            yield 1
        over = None
        if any(rows):
            # Out of the store for a moment: making room for its own picture must not drop it.
            del self._chunks[key]
            over = self._blank(chunk.plain.get_size())
            self._chunks[key] = chunk
            over.blit(chunk.plain, (0, 0))
            yield CHUNK
            for row in rows:
                over.blits(row, False)
                yield 1
        if self._chunks.get(key) is not chunk:  # dropped meanwhile
            self._set_aside(over)
            return
        self._set_aside(chunk.over)
        chunk.over, chunk.laid = over, laid

    # --- memory for pictures -------------------------------------------------------------------------

    def _blank(self, size: tuple[int, int]) -> pygame.Surface:
        needed = 4 * size[0] * size[1]
        while not self._spare.get(size) and self._bytes + needed > KEPT and (self._spare or self._chunks):
            self._make_room()
        spare = self._spare.get(size)
        if spare:
            return spare.pop()
        self._bytes += needed
        return pygame.Surface(size)

    def _make_room(self) -> None:
        if not self._spare:
            dropped = self._chunks.popitem(last=False)[1]
            self._set_aside(dropped.plain)
            self._set_aside(dropped.over)
            return
        for pictures in self._spare.values():
            self._bytes -= sum(4 * picture.get_width() * picture.get_height() for picture in pictures)
        self._spare.clear()

    def _set_aside(self, picture: pygame.Surface | None) -> None:
        if picture is not None:
            self._spare.setdefault(picture.get_size(), []).append(picture)

    # --- painting ----------------------------------------------------------------------------------

    def _bounds(self, key: Key) -> tuple[int, int, int, int]:
        zoom, column, row = key
        side = chunk_side(zoom)
        x0, y0 = column * side, row * side
        return x0, y0, min(x0 + side, self.board.width) - 1, min(y0 + side, self.board.height) - 1

    def _painting(self, key: Key) -> Iterator[int]:
        zoom = key[0]
        x0, y0, x1, y1 = self._bounds(key)
        picture = self._blank(((x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom))
        yield CHUNK
        tiles = self.board.tiles
        for tile in {id(tile): tile for row in tiles[y0 : y1 + 1] for tile in row[x0 : x1 + 1]}.values():
            for variant in range(VARIANTS) if (id(tile), zoom) not in self._looks else ():
                tile_picture(tile, self.palette, zoom, variant, self.scenery)
                yield PICTURE
            self._look(tile, zoom)
            yield 1
        if self.underlay is not None:
            picture.blit(self.underlay.piece(x0, y0, x1, y1, zoom), (0, 0))
            self._veil(picture, zoom, x0, y0, x1, y1)
            yield 1
        for y in range(y0, y1 + 1) if self.underlay is None else ():
            row, at = tiles[y], (y - y0) * zoom
            picture.blits(
                [
                    (self._look(row[x], zoom)[0][(x * 7 + y * 13 + x * y) % VARIANTS], ((x - x0) * zoom, at))
                    for x in range(x0, x1 + 1)
                ],
                False,
            )
            yield 1
        if zoom >= 6:
            yield from self._cliffs(picture, zoom, x0, y0, x1, y1)
        if self._edges_at:
            self._edges(picture, zoom, x0, y0, x1, y1)
            yield 1
        if zoom >= NUMBERS:
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    figures = self._look(tiles[y][x], zoom)[1]
                    if figures is not None and self._told(x, y):
                        picture.blit(figures, ((x - x0) * zoom, (y - y0) * zoom))
                if y & 3 == 3:
                    yield 1
        if key in self._chunks:
            self._set_aside(picture)
        else:
            self._chunks[key] = Chunk(picture)

    def _veil(self, picture: pygame.Surface, zoom: int, x0: int, y0: int, x1: int, y1: int) -> None:
        veiled: dict[int, pygame.Surface | None] = {}
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                tile = self.board.tiles[y][x]
                if id(tile) not in veiled:
                    veil = None if tile == BUILT_IN["."] else self._look(tile, zoom)[0][0].copy()
                    if veil is not None:
                        veil.set_alpha(VEIL)
                    veiled[id(tile)] = veil
                place = ((x - x0) * zoom, (y - y0) * zoom)
                veil = veiled[id(tile)]
                if veil is not None:
                    picture.blit(veil, place)
                elif zoom >= 6:
                    picture.fill(self.palette.grid, (*place, zoom, 1))
                    picture.fill(self.palette.grid, (*place, 1, zoom))

    def _look(self, tile: Tile, zoom: int) -> Look:
        # By identity: a tile's own hash covers all of its fields, and a chunk needs it 256 times.
        known = self._looks.get((id(tile), zoom))
        if known is None:
            pictures = tuple(
                tile_picture(tile, self.palette, zoom, variant, self.scenery) for variant in range(VARIANTS)
            )
            known = self._looks[id(tile), zoom] = (pictures, tile_figures(tile, self.palette, zoom))
        return known

    def _cliffs(self, picture: pygame.Surface, zoom: int, x0: int, y0: int, x1: int, y1: int) -> Iterator[int]:
        lip, shade = lighter(self.palette.floor, 0.5), self.palette.pit
        deep = max(zoom // 12, 1)
        tops, width, height = self._tops, self.board.width, self.board.height
        nothing = [WALL] * width
        for y in range(y0, y1 + 1):
            row = tops[y]
            above = tops[y - 1] if y else nothing
            below = tops[y + 1] if y + 1 < height else nothing
            for x in range(x0, x1 + 1):
                here = row[x]
                if here == WALL:
                    continue
                px, py = (x - x0) * zoom, (y - y0) * zoom
                if x + 1 < width and row[x + 1] > here and not self._slopes(x, y, x + 1, y):
                    thick = deep * min(row[x + 1] - here, 3)
                    picture.fill(shade, (px + zoom - thick, py, thick, zoom))
                if x and row[x - 1] > here and not self._slopes(x, y, x - 1, y):
                    picture.fill(shade, (px, py, deep * min(row[x - 1] - here, 3), zoom))
                    picture.fill(lip, (px - 1, py, 1, zoom))
                if below[x] > here and not self._slopes(x, y, x, y + 1):
                    thick = deep * min(below[x] - here, 3)
                    picture.fill(shade, (px, py + zoom - thick, zoom, thick))
                if above[x] > here and not self._slopes(x, y, x, y - 1):
                    picture.fill(shade, (px, py, zoom, deep * min(above[x] - here, 3)))
                    picture.fill(lip, (px, py - 1, zoom, 1))
            if y & 3 == 3:
                yield 1

    def _told(self, x: int, y: int) -> bool:
        tiles = self.board.tiles
        tile = tiles[y][x]
        if tile.damage is not None or (x % EVERY == EVERY // 2 and y % EVERY == EVERY // 2):
            return True
        beside = (tiles[y][x - 1] if x else None, tiles[y - 1][x] if y else None)
        return all(other is None or (other.floor, other.water) != (tile.floor, tile.water) for other in beside)

    def _slopes(self, x: int, y: int, nx: int, ny: int) -> bool:
        return self._ramps and (self.board.tiles[y][x].ramp or self.board.tiles[ny][nx].ramp)

    def _edges(self, picture: pygame.Surface, zoom: int, x0: int, y0: int, x1: int, y1: int) -> None:
        thick = max(zoom // 8, 2)
        squares = ((x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1))
        for edge in dict.fromkeys(edge for square in squares for edge in self._edges_at.get(square, ())):
            a, b = edge.a, edge.b
            px, py = (b[0] - x0) * zoom, (b[1] - y0) * zoom
            across = b[0] > a[0]
            kind = edge.kind
            walled = kind in ("wall", "grating")
            colour = self.palette.wall if walled else self.palette.wood
            rim = lighter(colour, 0.4 if walled else -0.5)
            if kind in ("wall", "curtain"):
                wide = max(thick // 3, 1) if kind == "curtain" else thick
                shape = (px - wide // 2, py, wide, zoom) if across else (px, py - wide // 2, zoom, wide)
                picture.fill(colour, shape)
                pygame.draw.rect(picture, rim, shape, 1)
                continue
            pieces = 6 if walled else 3
            for i in range(pieces):
                start = i * zoom // pieces + zoom // (4 * pieces)
                length = max(3 * zoom // (5 * pieces), 1)
                shape = (
                    (px - thick // 2, py + start, thick, length)
                    if across
                    else (px + start, py - thick // 2, length, thick)
                )
                picture.fill(colour, shape)
                pygame.draw.rect(picture, rim, shape, 1)


def _keys(zoom: int, block: Block) -> list[Key]:
    c0, r0, c1, r1 = block
    return [(zoom, column, row) for row in range(r0, r1 + 1) for column in range(c0, c1 + 1)]

"""The ground, painted in chunks of 16 by 16 squares that are kept while they are in use."""

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator

import pygame

from ...engine.board import Board, Edge
from ...engine.tiles import Tile
from ..palettes import Palette, lighter
from .camera import Camera
from .tiles import NUMBERS, VARIANTS, tile_figures, tile_picture

CHUNK = 16
"""Squares along the side of a chunk."""
KEPT = 96 * 2**20
"""Bytes of painted chunks that are kept: some 60 chunks at a middling zoom, whatever the board's size."""

SLICE = 3
"""Rows of squares of a coming chunk that are painted in one frame."""

Key = tuple[int, int, int]
"""Zoom, column and row of a chunk."""
Look = tuple[tuple[pygame.Surface, ...], pygame.Surface | None]
"""A tile's pictures, one for each variant, and its figures."""
Glaze = Callable[[pygame.Surface, int, int, int, int, int], None]
"""Paints over the squares x0, y0 to x1, y1 (included) of a chunk at a zoom."""


class Terrain:
    """The painted board. `glaze` paints what lies on the ground (reach, threat) into the same chunks."""

    def __init__(self, board: Board, palette: Palette) -> None:
        self.board = board
        self.palette = palette
        self._plain: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._glazed: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._glaze: Glaze | None = None
        self._bytes = 0
        self._looks: dict[tuple[int, int], Look] = {}
        self._begun: tuple[Key, Generator[None, None, pygame.Surface]] | None = None
        """A chunk just out of sight that is being painted, a little every frame."""
        blocked = -10_000
        self._tops = [[blocked if tile.terrain == "blocked" else tile.top for tile in row] for row in board.tiles]
        self._ramps = any(tile.ramp for row in board.tiles for tile in row)
        self._edges_by_chunk: dict[tuple[int, int], list[Edge]] = {}
        for (a, b), edge in board.edges.items():
            if a == edge.a:
                # One on a chunk's rim is painted into both chunks that it stands between.
                for column, row in dict.fromkeys((x // CHUNK, y // CHUNK) for x, y in (a, b)):
                    self._edges_by_chunk.setdefault((column, row), []).append(edge)

    def glaze(self, glaze: Glaze | None) -> None:
        """Lay something else over the ground from the next frame on."""
        if glaze is None and self._glaze is None:
            return
        self._glaze = glaze
        for picture in self._glazed.values():
            self._bytes -= picture.get_pitch() * picture.get_height()
        self._glazed.clear()

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw what the camera sees."""
        x0, y0, x1, y1 = camera.visible()
        left, top = camera.pixel(0, 0)
        size = CHUNK * camera.zoom
        for row in range(y0 // CHUNK, y1 // CHUNK + 1):
            for column in range(x0 // CHUNK, x1 // CHUNK + 1):
                picture = self._chunk((camera.zoom, column, row))
                surface.blit(picture, (left + column * size, top + row * size))
        self._ahead(camera, x0 // CHUNK, y0 // CHUNK, x1 // CHUNK, y1 // CHUNK)

    def _ahead(self, camera: Camera, c0: int, r0: int, c1: int, r1: int) -> None:
        """Paint one chunk just out of sight, so that panning meets painted ground."""
        last_column, last_row = (self.board.width - 1) // CHUNK, (self.board.height - 1) // CHUNK
        if self._begun is not None:
            self._paint_on(self._begun)
            return
        columns = range(max(c0 - 1, 0), min(c1 + 1, last_column) + 1)
        rows = range(max(r0 - 1, 0), min(r1 + 1, last_row) + 1)
        chunk_bytes = 4 * (CHUNK * camera.zoom) ** 2
        if 2 * chunk_bytes * len(columns) * len(rows) > KEPT:
            return
        for row in rows:
            for column in columns:
                key = (camera.zoom, column, row)
                if key not in self._plain:
                    self._begun = (key, self._painting(key))
                    return
                if self._glaze is not None and key not in self._glazed:
                    self._chunk(key)
                    return

    def _paint_on(self, begun: tuple[Key, Generator[None, None, pygame.Surface]]) -> None:
        """Paint a part of the chunk in hand."""
        key, painting = begun
        try:
            for _ in range(SLICE):
                next(painting)
        except StopIteration as done:
            self._begun = None
            if key not in self._plain:
                picture: pygame.Surface = done.value
                self._kept(self._plain, key, lambda _: picture)

    def _chunk(self, key: Key) -> pygame.Surface:
        if self._glaze is None:
            return self._kept(self._plain, key, self._paint)
        return self._kept(self._glazed, key, self._paint_over)

    def _kept(
        self, store: OrderedDict[Key, pygame.Surface], key: Key, paint: Callable[[Key], pygame.Surface]
    ) -> pygame.Surface:
        known = store.get(key)
        if known is not None:
            store.move_to_end(key)
            return known
        made = paint(key)
        self._bytes += made.get_pitch() * made.get_height()
        store[key] = made
        while self._bytes > KEPT and len(self._plain) + len(self._glazed) > 1:
            oldest = self._plain if len(self._plain) >= len(self._glazed) else self._glazed
            _, dropped = oldest.popitem(last=False)
            self._bytes -= dropped.get_pitch() * dropped.get_height()
        return made

    def _bounds(self, key: Key) -> tuple[int, int, int, int]:
        _, column, row = key
        x0, y0 = column * CHUNK, row * CHUNK
        return x0, y0, min(x0 + CHUNK, self.board.width) - 1, min(y0 + CHUNK, self.board.height) - 1

    def _paint(self, key: Key) -> pygame.Surface:
        painting = self._painting(key)
        while True:
            try:
                next(painting)
            except StopIteration as done:
                picture: pygame.Surface = done.value
                return picture

    def _painting(self, key: Key) -> Generator[None, None, pygame.Surface]:
        """Paint a chunk bit by bit: yields after each row of squares."""
        zoom = key[0]
        x0, y0, x1, y1 = self._bounds(key)
        picture = _screen_like((x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom)
        tiles = self.board.tiles
        for y in range(y0, y1 + 1):
            row, at = tiles[y], (y - y0) * zoom
            picture.blits(
                [
                    (self._look(row[x], zoom)[0][(x * 7 + y * 13 + x * y) % VARIANTS], ((x - x0) * zoom, at))
                    for x in range(x0, x1 + 1)
                ],
                False,
            )
            yield
        if zoom >= 6:
            yield from self._cliffs(picture, zoom, x0, y0, x1, y1)
        self._edges(picture, zoom, x0, y0)
        if zoom >= NUMBERS:
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    figures = self._look(tiles[y][x], zoom)[1]
                    if figures is not None:
                        picture.blit(figures, ((x - x0) * zoom, (y - y0) * zoom))
                if y & 3 == 3:
                    yield
        return picture

    def _look(self, tile: Tile, zoom: int) -> Look:
        """A tile's pictures and figures at a zoom."""
        # By identity: a tile's own hash goes through all of its fields, and a chunk asks 256 times.
        known = self._looks.get((id(tile), zoom))
        if known is None:
            pictures = tuple(tile_picture(tile, self.palette, zoom, variant) for variant in range(VARIANTS))
            known = self._looks[id(tile), zoom] = (pictures, tile_figures(tile, self.palette, zoom))
        return known

    def _paint_over(self, key: Key) -> pygame.Surface:
        picture = self._kept(self._plain, key, self._paint).copy()
        assert self._glaze is not None
        self._glaze(picture, key[0], *self._bounds(key))
        return picture

    def _cliffs(self, picture: pygame.Surface, zoom: int, x0: int, y0: int, x1: int, y1: int) -> Iterator[None]:
        """A bright lip and a shadow below it wherever the ground falls off."""
        lip, shade = lighter(self.palette.floor, 0.5), self.palette.pit
        deep = max(zoom // 12, 1)
        tops, width, height = self._tops, self.board.width, self.board.height
        nothing = [-10_000] * width
        for y in range(y0, y1 + 1):
            row = tops[y]
            above = tops[y - 1] if y else nothing
            below = tops[y + 1] if y + 1 < height else nothing
            for x in range(x0, x1 + 1):
                here = row[x]
                if here == -10_000:
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
                yield

    def _slopes(self, x: int, y: int, nx: int, ny: int) -> bool:
        """Whether a ramp joins two squares, so that no cliff is between them."""
        return self._ramps and (self.board.tiles[y][x].ramp or self.board.tiles[ny][nx].ramp)

    def _edges(self, picture: pygame.Surface, zoom: int, x0: int, y0: int) -> None:
        """Walls and obstacles that stand between squares."""
        thick = max(zoom // 8, 2)
        for edge in self._edges_by_chunk.get((x0 // CHUNK, y0 // CHUNK), ()):
            a, b = edge.a, edge.b
            px, py = (b[0] - x0) * zoom, (b[1] - y0) * zoom
            across = b[0] > a[0]
            colour = self.palette.wall if edge.wall else self.palette.wood
            rim = lighter(colour, 0.4) if edge.wall else lighter(colour, -0.5)
            if edge.wall:
                shape = (px - thick // 2, py, thick, zoom) if across else (px, py - thick // 2, zoom, thick)
                picture.fill(colour, shape)
                pygame.draw.rect(picture, rim, shape, 1)
                continue
            for i in range(3):
                start = i * zoom // 3 + zoom // 12
                length = zoom // 5
                shape = (
                    (px - thick // 2, py + start, thick, length)
                    if across
                    else (px + start, py - thick // 2, length, thick)
                )
                picture.fill(colour, shape)
                pygame.draw.rect(picture, rim, shape, 1)


def _screen_like(width: int, height: int) -> pygame.Surface:
    """A surface in the window's own format, which draws fastest."""
    made = pygame.Surface((width, height))
    return made.convert() if pygame.display.get_surface() is not None else made

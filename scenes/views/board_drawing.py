"""Draws a board into a game's own window."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

try:
    import pygame
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame", "images", "drawing a board") from missing

from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...engine.errors import names, spelled
from ...play.battle import Battle
from ...play.replay.palettes import PALETTES, Palette
from ...play.replay.snapshot import CreatureView, Figures, Snapshot
from ...play.table.marks import lost_marks, zone_marks
from ...play.table.overlay import Overlay
from ...play.table.side import dark
from ...play.table.zone_view import zone_views
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.mark_painter import paint_marks
from ..board.draw.overlays import OverlayPainter, Square
from ..board.draw.tokens import Tokens
from ..board.draw.underlay import underlay_of

MOST_SCALED = 2_000
"""Cached scaled pictures."""
TilePicture = Callable[[Tile, Square], "pygame.Surface | None"]
"""A custom square picture; None: fivefoot's."""
FigurePicture = Callable[[CreatureView], "pygame.Surface | None"]
"""A custom creature picture; None: fivefoot's."""


class BoardDrawing:
    """Draws a battle's board into an area of a window.

    It draws the present state; `battle` may be replaced.
    """

    def __init__(
        self,
        battle: Battle,
        area: tuple[int, int, int, int],
        *,
        palette: str | Palette = "dusk",
        tile: TilePicture | None = None,
        figure: FigurePicture | None = None,
        side: str | None = None,
        hidden: Iterable[str] = (),
        camera: tuple[float, float, int] | None = None,
    ) -> None:
        """Creates a drawing in the area (left, top, width, height) in pixels.

        `palette` is dusk, parchment, contrast or your own. `tile` and `figure` return your own pictures. With `side`,
        the board is drawn as that side perceives it. Creatures in `hidden` are not drawn. `camera` is the middle point
        in squares and the pixels per square; without it the whole board is shown.

        Raises:
            ValueError: there is no such palette.
            KeyError: there is no such side.
        """
        if isinstance(palette, str) and palette not in PALETTES:
            raise ValueError(f"palette: found {spelled(palette)}; allowed: {names(PALETTES, palette)}")
        if side is not None:
            battle.side(side)
        self.battle = battle
        self.area = area
        """Left, top, width and height in the window; may be changed."""
        self.side = side
        self.hidden: frozenset[str] = frozenset(hidden)
        """Creatures not to draw; may be changed."""
        self.camera = camera
        """The middle point in squares, and the pixels to a square; may be changed."""
        self._palette = PALETTES[palette] if isinstance(palette, str) else palette
        self._tile, self._figure = tile, figure
        self._scaled: dict[tuple[int, int, int], tuple[pygame.Surface, pygame.Surface]] = {}
        self._lay = Overlay()
        self._ground(battle.world.board)

    def draw(
        self,
        surface: pygame.Surface,
        *,
        reach: str | None = None,
        threat: str | None = None,
        marked: Iterable[Square] = (),
        at: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        """Draws the board and all creatures in their present state.

        `reach` and `threat` name creatures whose areas are coloured. `marked` squares are framed. `at` gives the
        positions of moving creatures.

        Raises:
            KeyError: there is no such creature.
        """
        battle, before = self.battle, surface.get_clip()
        eyes = () if self.side is None else (self.side,)
        lay = Overlay(marked=frozenset(marked), dark=dark(battle.world, eyes))
        if reach is not None:
            lay.reach = {(x, y): (0, there.can_stop) for (x, y, _), there in battle.reach(reach).arrivals()}
        if threat is not None:
            lay.threat = frozenset((x, y) for x, y, _ in battle.threat(threat))
        if battle.world.board is not self._terrain.board:
            self._ground(battle.world.board)
        if lay != self._lay:
            self._lay = lay
            self._terrain.glaze(None if lay.empty else OverlayPainter(lay, self._palette))
        camera = self._camera()
        surface.set_clip(before.clip(pygame.Rect(self.area)))
        surface.fill(self._palette.page, self.area)
        self._terrain.draw(surface, camera, at_once=True)
        if self._tile is not None:
            self._draw_tiles(surface, camera, self._tile)
        paint_marks(surface, camera, self._palette, zone_marks(zone_views(battle.world)))
        self._draw_figures(surface, camera, at or {})
        if self.side is not None:
            paint_marks(surface, camera, self._palette, lost_marks(battle.witness(self.side).lost()))
        surface.set_clip(before)

    def _draw_tiles(self, surface: pygame.Surface, camera: Camera, picture_of: TilePicture) -> None:
        board, zoom = self.battle.world.board, camera.zoom
        x0, y0, x1, y1 = camera.visible()
        painter = None if self._lay.empty else OverlayPainter(self._lay, self._palette)
        for y in range(max(y0, 0), min(y1, board.height - 1) + 1):
            for x in range(max(x0, 0), min(x1, board.width - 1) + 1):
                picture = picture_of(board.tile(x, y), (x, y))
                if picture is None:
                    continue
                surface.blit(self._fitted(picture, zoom, zoom), camera.pixel(x, y))
                if painter is not None:
                    left, top = camera.pixel(x, y)
                    surface.blits([(over, (left + i, top + j)) for over, (i, j) in painter(zoom, x, y, x, y)])

    def _draw_figures(self, surface: pygame.Surface, camera: Camera, at: Mapping[str, tuple[float, float]]) -> None:
        battle = self.battle
        shown = Snapshot.of(battle.world)
        hidden = self.hidden | (battle.side(self.side).hidden if self.side is not None else frozenset())
        for name in at:
            battle.creature(name)
        figures = [one for one in shown.figures.values() if one.name not in hidden]
        own = {one.name: found for one in figures if self._figure and (found := self._figure(one)) is not None}
        active = None if shown.active in hidden else shown.active
        tokens = replace(shown, figures=Figures(one for one in figures if one.name not in own), active=active)
        offsets = {
            one.name: (at[one.name][0] - one.cube[0], at[one.name][1] - one.cube[1])
            for one in figures if one.name in at
        }  # fmt: skip
        self._tokens.draw(surface, camera, tokens, offsets=offsets)
        for one in figures:
            if one.name in own:
                box, (dx, dy) = one.box, offsets.get(one.name, (0.0, 0.0))
                wide, high = (box.x1 - box.x0 + 1) * camera.zoom, (box.y1 - box.y0 + 1) * camera.zoom
                surface.blit(self._fitted(own[one.name], wide, high), camera.pixel(box.x0 + dx, box.y0 + dy))

    def _fitted(self, picture: pygame.Surface, width: int, height: int) -> pygame.Surface:
        if picture.get_size() == (width, height):
            return picture
        key = (id(picture), width, height)
        found = self._scaled.get(key)
        if found is None or found[0] is not picture:
            if len(self._scaled) >= MOST_SCALED:
                self._scaled.clear()
            found = self._scaled[key] = picture, pygame.transform.scale(picture, (width, height))
        return found[1]

    def square(self, at: tuple[int, int]) -> Square | None:
        """Returns the square under a pixel, for example under a click."""
        return self._camera().square(at)

    def frame(self, square: Square) -> tuple[int, int, int, int]:
        """Returns (left, top, width, height) of a square in pixels."""
        camera = self._camera()
        return (*camera.pixel(*square), camera.zoom, camera.zoom)

    def _ground(self, board: Board) -> None:
        self._terrain = Terrain(board, self._palette, underlay_of(self.battle.scenario))
        self._tokens = Tokens(board, self._palette, Snapshot.of(self.battle.world).sides())
        self._lay = Overlay()

    def _camera(self) -> Camera:
        board = self.battle.world.board
        camera = Camera((board.width, board.height), self.area)
        if self.camera is None:
            camera.fit()
        else:
            x, y, camera.zoom = self.camera
            camera.centre(x, y)
        return camera


__all__ = ["BoardDrawing"]

"""A battle's board inside a window of a game's own: drawn into a rectangle, with the square under the pointer."""

from collections.abc import Iterable

try:
    import pygame
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame", "images", "drawing a board") from missing

from ...engine.board.board import Board
from ...engine.errors import names, spelled
from ...play.battle import Battle
from ...play.replay.palettes import PALETTES
from ...play.replay.snapshot import Snapshot
from ...play.table.overlay import Overlay
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.overlays import OverlayPainter, Square
from ..board.draw.tokens import Tokens
from ..board.draw.underlay import underlay_of


class BoardDrawing:
    """Draws a battle's whole board, as large as it fits into a rectangle of a window; the window is the game's own.

    It draws what is the case whenever it is asked to, so that it needs to be told of nothing. `battle` may be replaced,
    by one that was loaded for example.
    """

    def __init__(self, battle: Battle, area: tuple[int, int, int, int], *, palette: str = "dusk") -> None:
        """A drawing in the area left, top, width and height, in pixels; `palette` is dusk, parchment or contrast.

        Raises:
            ValueError: there is no such palette.
        """
        if palette not in PALETTES:
            raise ValueError(f"palette: found {spelled(palette)}; allowed: {names(PALETTES, palette)}")
        self.battle = battle
        self.area = area
        """Left, top, width and height in the window; it may be set anew when the window changes."""
        self._palette = PALETTES[palette]
        self._lay = Overlay()
        self._ground(battle.world.board)

    def draw(
        self,
        surface: pygame.Surface,
        *,
        reach: str | None = None,
        threat: str | None = None,
        marked: Iterable[Square] = (),
    ) -> None:
        """Draws the board and all creatures.

        `reach` and `threat` name creatures: where the one can get with one move, and what the other threatens. Squares
        that are `marked` have a frame.

        Raises:
            KeyError: there is no such creature.
        """
        battle, before = self.battle, surface.get_clip()
        lay = Overlay(marked=frozenset(marked))
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
        self._tokens.draw(surface, camera, Snapshot.of(battle.world))
        surface.set_clip(before)

    def square(self, at: tuple[int, int]) -> Square | None:
        """The square under a pixel of the window, such as the position of a click; None if there is none."""
        return self._camera().square(at)

    def frame(self, square: Square) -> tuple[int, int, int, int]:
        """Left, top, width and height of a square in the window, in pixels."""
        camera = self._camera()
        return (*camera.pixel(*square), camera.zoom, camera.zoom)

    def _ground(self, board: Board) -> None:
        self._terrain = Terrain(board, self._palette, underlay_of(self.battle.scenario))
        self._tokens = Tokens(board, self._palette, Snapshot.of(self.battle.world).sides())
        self._lay = Overlay()

    def _camera(self) -> Camera:
        board = self.battle.world.board
        camera = Camera((board.width, board.height), self.area)
        camera.fit()
        return camera


__all__ = ["BoardDrawing"]

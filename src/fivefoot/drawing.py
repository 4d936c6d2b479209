"""The board drawn into a pygame window of a game's own (extra `images` or `play`)."""

from .engine.board.tiles import Tile
from .play.replay.palettes import PALETTES, Palette
from .play.replay.snapshot import CreatureView
from .scenes.views.board_drawing import BoardDrawing

__all__ = ["PALETTES", "BoardDrawing", "CreatureView", "Palette", "Tile"]

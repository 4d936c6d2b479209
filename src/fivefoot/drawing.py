"""Draws the board into a game's own pygame window (extra `images` or `play`)."""

from .engine.board.tiles import Tile
from .play.replay.palettes import PALETTES, Palette
from .play.replay.snapshot import CreatureView
from .scenes.views.board_drawing import BoardDrawing

__all__ = ["PALETTES", "BoardDrawing", "CreatureView", "Palette", "Tile"]

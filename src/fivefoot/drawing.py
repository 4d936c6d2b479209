"""The board drawn into a pygame window of a game's own (extra `images` or `play`)."""

from .scenes.views.board_drawing import BoardDrawing

__all__ = ["BoardDrawing"]

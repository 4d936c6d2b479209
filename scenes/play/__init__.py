"""Scenes of a game: the menu, the session at a board, saved battles, replays, pages of text."""

from ...engine.extras import require

require("pygame", "pygame_gui", "platformdirs", purpose="the window")

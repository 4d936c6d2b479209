"""The scenes of a game: menu, board, saves, replays, pages."""

from ...engine.extras import require

require("pygame", "pygame_gui", "platformdirs", purpose="the window")

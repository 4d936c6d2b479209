"""The board as a picture: terrain, tokens, overlays and the scene that puts them together."""

from ...engine.extras import require

require("pygame", purpose="drawing a board")

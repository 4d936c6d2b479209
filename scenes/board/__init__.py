"""The board as a picture: terrain, tokens, overlays and their scene."""

from ...engine.extras import require

require("pygame", purpose="drawing a board")

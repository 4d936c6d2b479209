"""The board as a picture: terrain, tokens, overlays and the scene that puts them together."""

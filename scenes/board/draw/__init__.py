"""Drawing of the board: ground, tokens, overlays, paths and the camera over them."""

"""What the board looks like: ground, tokens, overlays, paths and the camera over them."""

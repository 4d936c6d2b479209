"""Drawing: ground, tokens, overlays, paths, camera."""

"""The map: tiles, edges and heights, the layers compiled from them, and what obstructs a line across it."""

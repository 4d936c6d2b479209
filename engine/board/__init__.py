"""The map: tiles, edges, heights, compiled layers, obstructions."""

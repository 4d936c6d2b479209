"""Integer geometry of cubes: boxes, directions, straight lines, lines of effect, bitboards. No board, no rules."""

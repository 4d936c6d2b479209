"""Integer geometry of cubes, without board and rules."""

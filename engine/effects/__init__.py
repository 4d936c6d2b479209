"""Functions that change the world."""

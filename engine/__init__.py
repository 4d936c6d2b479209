"""The rules of the game, from board and geometry to scenarios and brains. No pygame."""

"""The rules, from board and geometry to scenarios and brains. No pygame."""

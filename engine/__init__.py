"""The rules of the game: board, geometry, search, rulesets, legality, effects, scenarios and brains. No pygame."""

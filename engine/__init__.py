"""Laws: board, geometry, rulesets, reach, legality, dice, world, battle. No pygame."""

"""Battles for programs: Battle, saves, matches between brains, bots, tournaments, arenas."""

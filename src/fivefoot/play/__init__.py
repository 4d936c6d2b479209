"""Battles as a program plays them: Battle, saves, matches between brains, bots, tournaments, arenas."""

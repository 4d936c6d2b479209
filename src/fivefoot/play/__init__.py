"""Battles as programs play them: Battle, saves, matches between brains, bots, tournaments, arenas."""

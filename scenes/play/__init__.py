"""Scenes of a game: the menu, the session at a board, saved battles, replays, pages of text."""

"""The window and what its scenes use: the scene stack, fonts, widgets, preferences, background work."""

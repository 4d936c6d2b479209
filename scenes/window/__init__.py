"""The window: scene stack, fonts, widgets, settings, background work."""

"""The window and its scenes' tools: the scene stack, fonts, widgets, preferences, background work."""

"""Planners: one function for each intent or family of intents."""

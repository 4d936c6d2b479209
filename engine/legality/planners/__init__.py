"""Planners of intents, one for each family."""

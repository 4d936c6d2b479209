"""Scenarios, maps, the rule catalogue, tiles and fonts; read through importlib.resources."""

"""Scenarios made by chance: landscapes, two sides on them, and proof that they can get at each other."""

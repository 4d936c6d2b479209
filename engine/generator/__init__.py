"""Generates scenarios: landscapes, two sides on them, and a check that they can reach each other."""

"""Scenario files: parsed, checked, converted, and built into a world."""

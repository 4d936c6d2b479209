"""Scenario files: parsed, validated, checked, converted between rulesets, and built into a world."""

"""Rulesets: chapters, switches, step costs, rule catalogue."""

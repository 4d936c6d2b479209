"""Rules that several rulesets share, as named functions."""

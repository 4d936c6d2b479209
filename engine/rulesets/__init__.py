"""The published rulesets, one frozen value a module."""

"""Rules that several rulesets share: named functions from which a ruleset is put together."""

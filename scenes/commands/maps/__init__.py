"""Commands that make, draw and exchange maps."""

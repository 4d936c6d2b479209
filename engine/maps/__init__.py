"""Converts maps of other programs to and from scenarios."""

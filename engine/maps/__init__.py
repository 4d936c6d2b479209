"""Converts maps of other programs to scenarios and back."""

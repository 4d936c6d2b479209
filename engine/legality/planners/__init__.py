"""Planners: a function for each kind of intent."""

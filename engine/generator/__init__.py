"""Generates scenarios: a landscape and two connected sides."""

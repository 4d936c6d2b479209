"""Tournaments: many battles by number, played anywhere, kept in one table, and what they come to."""

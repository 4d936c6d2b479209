"""Tournaments: many battles by number, played anywhere, kept in one table, with a report."""

"""Tournaments: numbered battles, played anywhere, kept in one table, with a report."""

"""Queries of a battle's present state, which change nothing."""

"""Reach, reactions, flanking, sight, areas, forecasts."""

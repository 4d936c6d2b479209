"""Reach, reactions, flanking, sightlines and areas, and the forecast of a strike."""

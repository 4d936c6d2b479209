"""The engine code that changes the world: conditions, damage, placement, squeezing, carrying, landing."""

"""Where a creature can stand and step, at what cost, and what supports it."""

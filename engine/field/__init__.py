"""Where a mover can stand and step, at what cost, and what holds it."""

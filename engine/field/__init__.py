"""Where a mover can stand, step and get to, at what cost, and what holds it there."""

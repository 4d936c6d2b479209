"""Where a creature can stand, its steps, and their costs."""

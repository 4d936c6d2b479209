"""Places to stand, steps and their costs."""

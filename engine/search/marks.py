"""Marks that creatures put on cells in the compiled search: closed, costly, no stop, shared, one way."""

COSTLY = 1
"""The cell costs more to enter."""
CORPSE = 2
"""The cell holds a body on the ground; overrides `COSTLY`."""
CLOSED = 4
"""The cell cannot be entered."""
NO_STOP = 8
"""The mover cannot stop at the cell."""
SHARED = 16
"""Stopping at the cell makes two creatures squeeze."""
ONE_WAY = 32
"""The cell may be left and not entered again."""
DEAR = 64
"""With `COSTLY`: the cell costs more only where a step newly enters the space."""

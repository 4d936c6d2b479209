"""Marks that creatures put on cells for the compiled search: closed, costly, no stop, shared, one way."""

COSTLY = 1
"""Costs more to enter."""
CORPSE = 2
"""Holds a body on the ground; goes before `COSTLY`."""
CLOSED = 4
"""Cannot be entered."""
NO_STOP = 8
"""Cannot be stopped at."""
SHARED = 16
"""Stopping there makes two squeeze."""
ONE_WAY = 32
"""May be left and not entered again."""
DEAR = 64
"""With `COSTLY`: only where a step newly enters the space."""

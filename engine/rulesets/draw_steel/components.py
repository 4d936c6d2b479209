"""Draw Steel's own record of a creature: what its move actions of this turn were spent on."""

from dataclasses import dataclass

from ....components.memory import TurnMemory


@dataclass(frozen=True, slots=True)
class Movements(TurnMemory):
    """What was done in each of the turn's move actions, all but `hopped` with the number of the move action."""

    jumps: tuple[int, ...] = ()
    tested: tuple[tuple[int, int], ...] = ()
    """Squares that the test for a longer or higher jump has added, where one was made."""
    speeds: tuple[tuple[int, int], ...] = ()
    """The speed that each was begun with."""
    types: frozenset[tuple[int, str]] = frozenset()
    """Movement types used."""
    climbed: frozenset[tuple[int, str]] = frozenset()
    """Unwilling creatures that it has tried to climb."""
    passed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has passed, by their character on the map."""
    failed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has failed."""
    hopped: int = 0
    """Squares teleported by the turn's move action."""

"""Draw Steel's own record of a creature: its move actions of this turn."""

from dataclasses import dataclass

from ....components.memory import TurnMemory
from ....components.position import Mode


@dataclass(frozen=True, slots=True)
class Movements(TurnMemory):
    """What each of the turn's move actions was spent on; all but `hopped` with the number of the move action."""

    jumps: tuple[int, ...] = ()
    tested: tuple[tuple[int, int], ...] = ()
    """The squares that a test has added to the action's jumps."""
    speeds: tuple[tuple[int, Mode, int], ...] = ()
    """The speed in squares by each mode when it began."""
    types: frozenset[tuple[int, str]] = frozenset()
    """Movement types used."""
    climbed: frozenset[tuple[int, str]] = frozenset()
    """Unwilling creatures that the creature has tried to climb."""
    passed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has passed, by their character on the map."""
    failed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has failed, by their character on the map."""
    hopped: int = 0
    """Squares teleported by the turn's move action."""

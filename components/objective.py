"""What a side fights for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ObjectiveKind: TypeAlias = Literal["defeat", "reach", "hold", "survive", "protect"]


@dataclass(frozen=True, slots=True)
class Objective:
    """One thing that wins a battle for a side, or (protect) that it must not lose."""

    side: str
    kind: ObjectiveKind = "defeat"
    squares: frozenset[tuple[int, int]] = frozenset()
    """The squares to reach or to hold."""
    count: int = 1
    """How many of the side must be there."""
    rounds: int = 0
    """Rounds to hold or to survive."""
    who: str = ""
    """Whom it protects."""

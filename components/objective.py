"""Objectives: what a side must do to win a battle."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ObjectiveKind: TypeAlias = Literal["defeat", "reach", "hold", "survive", "protect"]


@dataclass(frozen=True, slots=True)
class Objective:
    """One way for a side to win, or (`protect`) what it must not lose."""

    side: str
    kind: ObjectiveKind = "defeat"
    squares: frozenset[tuple[int, int]] = frozenset()
    """The squares to reach or to hold."""
    count: int = 1
    """How many creatures of the side must be there."""
    rounds: int = 0
    """Rounds to hold or to survive."""
    who: str = ""
    """The creature protected."""

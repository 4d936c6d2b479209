"""Zones: squares with a rule of their own, for a time."""

from dataclasses import dataclass, field

from .effect_acts import MakeZone
from .position import Cube


@dataclass(slots=True)
class Zone:
    """A zone, an entity of its own. A later one lies on top of an earlier one."""

    made: MakeZone = field(default_factory=MakeZone, metadata={"copied": "shared"})
    """The act that made it: its name, acts, tile and maker."""
    squares: frozenset[tuple[int, int]] = frozenset()
    rounds: int | None = None
    """The ends of its maker's turns, or else of rounds, after which it is gone; None: it lasts."""
    carrier: str | None = None
    """The creature that it moves with."""
    at: Cube | None = None
    """The anchor of that creature when it moved last."""
    turn: int = 0
    """The turn of the battle that `met` belongs to."""
    met: set[str] = field(default_factory=set)
    """What it has done in that turn: the moment and the creature."""

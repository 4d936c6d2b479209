"""How far a creature goes with one move."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .position import Mode

Weight: TypeAlias = Literal["none", "light", "medium", "heavy"]
"""How heavy the armor is that is worn, or the load that is carried; none counts as light."""


@dataclass(slots=True)
class Speed:
    """Listed speeds by mode, in the ruleset's unit, before armor, load and conditions."""

    listed: dict[Mode, int]
    hover: bool = False
    """Whether it stays up without moving, whatever befalls it."""
    bonuses: tuple[tuple[str, int], ...] = ()
    """(type, amount) pairs; bonuses of one type do not stack where the ruleset says so."""
    armor: Weight = "none"
    load: Weight = "light"
    imposed: dict[Mode, int] | None = field(default=None)
    """What some effect outside these rules has set the speeds to (the `afflict` intent)."""
    granted: frozenset[Mode] = frozenset()
    """Modes lent by such an effect rather than listed."""

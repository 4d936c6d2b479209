"""A creature's speeds."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .position import Mode

Weight: TypeAlias = Literal["none", "light", "medium", "heavy"]
"""The weight of worn armor, or of a carried load; none counts as light."""


@dataclass(slots=True)
class Speed:
    """Listed speeds by mode, in the ruleset's unit, before armor, load and conditions."""

    listed: dict[Mode, int]
    hover: bool = False
    """Whether it stays up without moving, in whatever condition."""
    bonuses: tuple[tuple[str, int], ...] = ()
    """(type, amount) pairs; bonuses of one type do not stack where the ruleset says so."""
    armor: Weight = "none"
    load: Weight = "light"
    imposed: dict[Mode, int] | None = field(default=None)
    """The speeds that an effect outside these rules imposes (the `afflict` intent)."""
    granted: frozenset[Mode] = frozenset()
    """Modes that such an effect lends."""

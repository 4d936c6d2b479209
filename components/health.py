"""How much a creature can still take."""

from dataclasses import dataclass


@dataclass(slots=True)
class Health:
    """Hit points; None: damage never downs the creature."""

    hp: int | None = None
    full: int | None = None
    downed: bool = False

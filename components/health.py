"""How much a creature can still take."""

from dataclasses import dataclass


@dataclass(slots=True)
class Health:
    """Hit points; None is a creature that damage never downs."""

    hp: int | None = None
    full: int | None = None
    downed: bool = False

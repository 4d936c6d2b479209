"""Nouns of this game: bombs in a pack, traps in the ground, sprites on the screen."""

from dataclasses import dataclass


@dataclass
class Bombs:
    """The bombs that a creature carries. It sits on fivefoot's creature and is copied, undone and saved with it."""

    left: int = 0


@dataclass
class Trap:
    """A spring that throws a creature that steps on it. An entity of its own, beside the creatures."""

    damage: str = "1d4"


@dataclass
class Sprite:
    """Where something is drawn just now. It lives in this game's own esper world, and fivefoot never sees it."""

    name: str
    x: float
    y: float

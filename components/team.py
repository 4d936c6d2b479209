"""A creature's name, its side, whether it is willing, and the brain that plays it."""

from dataclasses import dataclass


@dataclass(slots=True)
class Team:
    """A creature's name, its side, and whether it accepts what others do to it."""

    name: str
    side: str
    willing: bool | None = None
    """Overrides the default: allies are willing, enemies are not."""
    brain: str | None = None
    """The brain that plays it outside the script."""

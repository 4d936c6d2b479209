"""Which creature it is, and whose: its name, its side, whether it is willing, and the brain that plays it."""

from dataclasses import dataclass


@dataclass(slots=True)
class Team:
    """A creature's name, its side, and whether it lets others have their way with it."""

    name: str
    side: str
    willing: bool | None = None
    """Overrides the default, by which allies are willing and enemies are not."""
    brain: str | None = None
    """The brain that plays it when the script does not."""

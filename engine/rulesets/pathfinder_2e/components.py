"""What the game keeps of a creature besides what all games do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bulk:
    """How it fills its space."""

    blocks_passage: bool = False
    """Whether difference of size lets nobody through."""

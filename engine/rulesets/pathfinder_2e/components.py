"""Pathfinder's own record of a creature: how it fills its space."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bulk:
    """How it fills its space."""

    blocks_passage: bool = False
    """Whether a difference of size lets no creature through."""

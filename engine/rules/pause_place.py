"""What a ruleset is told of a place where a move would break off, so that it allows a pause there or not."""

from typing import NamedTuple

from ...components.position import Cube
from .step_costs import SpaceAccess


class PausePlace(NamedTuple):
    """What a ruleset must know of such a place to allow a pause or forbid it."""

    to: Cube
    """The anchor of the mover there."""
    fits: bool
    """Whether the place holds the mover and lets it in."""
    shared: tuple[SpaceAccess, ...]
    """How the mover may be in the squares of each creature that is there."""
    left: int
    """Squares of movement that are left."""

"""The place where a move would pause, as a ruleset sees it when it allows or forbids the pause."""

from typing import NamedTuple

from ...components.position import Cube
from .step_costs import SpaceAccess


class PausePlace(NamedTuple):
    """A place where a move would pause."""

    to: Cube
    """The anchor of the mover there."""
    fits: bool
    """Whether the mover fits there and may enter."""
    shared: tuple[SpaceAccess, ...]
    """The mover's access to the space of each creature there."""
    left: int
    """Squares of movement left."""
    parity: int
    """The place in the diagonal cycle after the way there."""

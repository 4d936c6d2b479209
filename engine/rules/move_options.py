"""Options of a movement beyond what the mover is: its modes, the creatures it passes, what it may squeeze through."""

from typing import NamedTuple

from ...components.position import Mode


class MoveOptions(NamedTuple):
    """How a movement goes about it, beyond what the mover is."""

    modes: tuple[Mode, ...] | None = None
    """Only these modes; None: all it has."""
    crawling: bool = False
    slow: int = 0
    """Further doublings of every square."""
    through: frozenset[str] = frozenset()
    """Creatures whose squares it may pass all the same (tumbling, overrunning)."""
    without: frozenset[str] = frozenset()
    """Creatures that take up no room for it (those it carries)."""
    stop_among: bool = False
    """Whether it may also stop there (clambering)."""
    least: float | None = None
    """Overrides the least width that it may squeeze through, in feet."""
    pits: bool = False
    charging: bool = False
    stepover: bool = True
    """Whether a bigger mover may go over small ones in this movement."""
    arriving: bool = False
    """Whether it is asked as if the creature came from outside, wherever it is: of one that has fallen in."""
    unhurried: bool = False
    """Whether a full round is given to one square, so that impeded ground opens."""


ORDINARY = MoveOptions()
"""The usual way of going about it."""

ARRIVING = MoveOptions(arriving=True)
"""Who comes to be among others has no more right to be there than one that would walk in."""

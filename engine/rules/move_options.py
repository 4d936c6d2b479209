"""Options of one movement beyond its mover: modes it must keep to, creatures it passes, how it squeezes."""

from typing import NamedTuple

from ...components.position import Mode


class MoveOptions(NamedTuple):
    """What one movement allows beyond the mover's profile."""

    modes: tuple[Mode, ...] | None = None
    """The only modes allowed; None: all of the mover's."""
    crawling: bool = False
    slow: int = 0
    """Further doublings of every square."""
    through: frozenset[str] = frozenset()
    """Creatures whose squares the mover may pass although they would bar it (tumbling, overrunning)."""
    without: frozenset[str] = frozenset()
    """Creatures that do not count as occupants (those carried)."""
    stop_among: bool = False
    """Whether the mover may also stop in those squares (clambering)."""
    least: float | None = None
    """Overrides the least width to squeeze through, in feet."""
    pits: bool = False
    charging: bool = False
    stepover: bool = True
    """Whether a bigger mover may go over small ones in this movement."""
    arriving: bool = False
    """Whether the creature is treated as coming from outside, wherever it is, as after a fall."""
    unhurried: bool = False
    """Whether a full round goes into one square, which opens impeded ground."""


ORDINARY = MoveOptions()
"""The options of an ordinary move."""

ARRIVING = MoveOptions(arriving=True)
"""The options of a creature that arrives among others, with no more right to be there than one walking in."""

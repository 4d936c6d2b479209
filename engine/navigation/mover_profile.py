"""The properties of a mover that decide where it can stand and step."""

from typing import NamedTuple

from ...components.position import Mode


class MoverProfile(NamedTuple):
    """The properties of a mover that decide its nav grid; movers with the same profile share it."""

    side: int
    modes: tuple[tuple[Mode, bool], ...]
    """(mode, listed) for each mode that it can use."""
    least: float
    """The least width in feet through which it can squeeze."""
    least_open: bool
    """Whether that least width itself is already too narrow."""
    room: float
    """The width in feet at which it does not squeeze."""
    sees_in_dark: bool = True
    sees: bool = True
    """Whether it sees its way, or finds it by another sense."""
    digs: frozenset[str] = frozenset({"dirt"})
    ghostly: bool = False
    """Whether it is incorporeal, so that ground does not hamper it."""
    extra_blocked: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes that the mover must draw in to avoid (enemies that it squeezes past)."""
    levels: tuple[int, int] | None = None
    """The heights to compile for a climber, flier or burrower; None: all."""
    phasing: bool = False
    """Whether it passes walls."""
    corners: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes that make corners although the board does not fill them."""
    rough: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes whose squares count as rough ground does, whatever the board has there."""
    pits: bool = False
    """Whether it may enter pits closed to walkers (a leap)."""
    level: int | None = None
    """Its height, where a mover of its modes would not be: fallen into the ground, or aloft without wings."""
    overhead: bool = False
    """Whether it can climb along the board's ceiling."""
    carrier: tuple[int, int, int, int, int, int] | None = None
    """The space of the creature on which it climbs."""
    delves: bool = False
    """Whether it goes up and down through earth, whatever the ruleset's burrowing."""

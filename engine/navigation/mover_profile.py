"""What of a mover matters to the ground it goes on."""

from typing import NamedTuple

from ...components.position import Mode


class MoverProfile(NamedTuple):
    """What of a mover matters to the ground: movers alike in this share what is compiled."""

    side: int
    modes: tuple[tuple[Mode, bool], ...]
    """(mode, listed) for each way it can go."""
    least: float
    """Feet of room below which it cannot squeeze."""
    least_open: bool
    """Whether room of just that much is too little."""
    room: float
    """Feet of room in which it is free."""
    sees_in_dark: bool = True
    sees: bool = True
    """It is not blinded, or finds its way as well by another sense."""
    digs: frozenset[str] = frozenset({"dirt"})
    ghostly: bool = False
    """Incorporeal: ground does not hamper it."""
    extra_blocked: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes drawn-in movers must keep out of (enemies beside whom they squeeze)."""
    levels: tuple[int, int] | None = None
    """Heights between which a climber, flier or burrower is looked at; None: all there are."""
    phasing: bool = False
    """Walls do not stop it."""
    corners: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes that make corners although the board does not fill them."""
    pits: bool = False
    """It may enter pits although walkers may not (a leap)."""
    level: int | None = None
    """The height it is at, where no such mover belongs: fallen into the ground, or aloft without wings."""
    overhead: bool = False
    """It can climb along the board's ceiling."""
    carrier: tuple[int, int, int, int, int, int] | None = None
    """The space of the creature on which it climbs about."""
    delves: bool = False
    """It goes up and down through earth, whatever the ruleset says of burrowing."""

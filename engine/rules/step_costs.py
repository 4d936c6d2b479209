"""What a step costs: the features of a stretch, and the policies that price them."""

from typing import NamedTuple

from ...components.position import Mode

DIFFICULT = 1
IMPEDED = 2
OBSTACLE = 4
"""An obstacle takes up a square entered."""
NARROW = 8
"""The step leads into or along room that asks for squeezing."""
DARK = 16
"""The mover cannot see into the square."""
BARRIER = 32
"""An obstacle on an edge is crossed."""
BODY = 64
"""A creature whose space costs more is entered."""
CORPSE = 128
STAIR = 256
"""The step climbs onto a floor one square higher."""
SLANT = 512
"""The step changes height and one level axis, and is charged for each."""
STEEP = 1024
"""The step changes all three axes, and is charged for each."""

FEATURES = {
    "difficult": DIFFICULT,
    "impeded": IMPEDED,
    "obstacle": OBSTACLE,
    "narrow": NARROW,
    "dark": DARK,
    "barrier": BARRIER,
    "body": BODY,
    "corpse": CORPSE,
}


class StepQuery(NamedTuple):
    """One step, as far as its price goes."""

    mode: Mode
    listed: bool
    """Whether the mover has a listed speed for the mode."""
    diagonal: bool
    features: int
    crawling: bool = False
    slow: int = 0
    """Further doublings that the way of moving itself brings (tumbling at half speed)."""
    unhurried: bool = False
    """Whether a full round is given to the one square."""


class StepCost(NamedTuple):
    """What a step costs."""

    squares: int
    """Squares of movement, the first price of the diagonal cycle included."""
    alternates: bool = False
    """Whether the diagonal cycle's later prices apply."""
    flips: bool = False
    """Whether the step counts as a diagonal from then on."""


class SpaceAccess(NamedTuple):
    """How a mover may be in another creature's squares."""

    enter: bool
    stop: bool = False
    costly: bool = False
    """The squares count as hard going."""
    squeeze: bool = False
    """Stopping there makes both squeeze."""
    rule: str = ""
    """The topic that decided it."""
    drawn_in: bool = False
    """A large mover may keep its space out of these squares by squeezing past."""
    corner: bool = False
    """Diagonals past these squares are corners."""
    one_way: bool = False
    """The mover, who is in them, may go about there and leave, and then not come back in."""


ENDLESS = 4096
"""Squares of movement that get anywhere there is a way to."""


class MovementBudget(NamedTuple):
    """How far one movement goes: squares by mode, and what has been used of it."""

    limits: tuple[tuple[Mode, int], ...]
    """Squares by mode; a mode that is absent cannot be used."""
    spent: int = 0
    parity: int = 0
    """Place in the diagonal cycle."""
    last: bool = False
    """Whether any remainder buys a last square whatever it costs."""

    def of(self, mode: Mode) -> int:
        """Squares allowed by a mode, -1 where it cannot be used."""
        for known, squares in self.limits:
            if known == mode:
                return squares
        return -1

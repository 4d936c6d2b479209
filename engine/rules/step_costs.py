"""The features of a step and its cost."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...components.position import Cube, Mode

DIFFICULT = 1
IMPEDED = 2
OBSTACLE = 4
"""The entered square has an obstacle."""
NARROW = 8
"""The mover squeezes."""
DARK = 16
"""The mover cannot see."""
BARRIER = 32
"""An obstacle on an edge."""
BODY = 64
"""A creature there costs extra."""
CORPSE = 128
STAIR = 256
"""Onto a floor one higher."""
SLANT = 512
"""Height and one axis change, each charged."""
STEEP = 1024
"""Three axes change, each charged."""

FACTOR = 11
"""First bit of a game's own cost factor, less one."""
EXTRA = 15
"""First bit of a place's further squares."""
MOST_EXTRA = 255

FEATURES: Mapping[str, int] = {
    "difficult": DIFFICULT,
    "impeded": IMPEDED,
    "obstacle": OBSTACLE,
    "narrow": NARROW,
    "dark": DARK,
    "barrier": BARRIER,
    "body": BODY,
    "corpse": CORPSE,
}
"""The feature bits by word."""


class StepQuery(NamedTuple):
    mode: Mode
    listed: bool
    """True for a listed speed."""
    diagonal: bool
    features: int
    """The bits of `FEATURES` that the step meets."""
    crawling: bool = False
    slow: int = 0
    """Further doublings, as in tumbling at half speed."""
    unhurried: bool = False
    """True if it takes a full round."""


class StepCost(NamedTuple):
    squares: int
    """With the diagonal cycle's first entry."""
    alternates: bool = False
    """True if the diagonal cycle's later entries apply."""
    flips: bool = False
    """True if the step counts as a diagonal."""


def extra_price(price: Callable[[StepQuery], StepCost | None], query: StepQuery) -> StepCost | None:
    """Returns the cost of a step on a scenario's own terrain, or with a surcharge."""
    features = query.features
    known = features & ((1 << FACTOR) - 1)
    factor, extra = (features >> FACTOR & 15) + 1, features >> EXTRA
    plain = price(query._replace(features=known))
    if plain is None:
        return None
    if factor > 1 and not known & DIFFICULT:
        hard = price(query._replace(features=known | DIFFICULT))
        if hard is None:
            return None
        plain = hard._replace(squares=hard.squares + (factor - 2) * (hard.squares - plain.squares))
    elif factor > 1:
        plain = plain._replace(squares=plain.squares * factor)
    return plain._replace(squares=plain.squares + extra)


class SpaceAccess(NamedTuple):
    """What a mover may do in the squares of another creature, and its cost."""

    enter: bool
    stop: bool = False
    costly: bool = False
    """True if entering costs extra."""
    squeeze: bool = False
    """True if both squeeze when the mover stops there."""
    rule: str = ""
    """The citation topic of the deciding rule."""
    drawn_in: bool = False
    """True if a large mover may squeeze past."""
    corner: bool = False
    """True if passing diagonally cuts a corner."""
    one_way: bool = False
    """True if a mover inside may leave but not return."""


class PausePlace(NamedTuple):
    to: Cube
    fits: bool
    """True if it fits and may enter."""
    shared: tuple[SpaceAccess, ...]
    """Access to each creature there."""
    left: int
    parity: int

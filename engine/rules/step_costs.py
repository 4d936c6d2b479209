"""The features of a step (difficult, narrow, dark) and its cost; rulesets set the prices."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from ...components.position import Cube, Mode

DIFFICULT = 1
IMPEDED = 2
OBSTACLE = 4
"""An obstacle in an entered square."""
NARROW = 8
"""The mover squeezes into or along a gap."""
DARK = 16
"""The mover cannot see in."""
BARRIER = 32
"""An obstacle edge."""
BODY = 64
"""A costly creature's space is entered."""
CORPSE = 128
STAIR = 256
"""Onto a floor one higher."""
SLANT = 512
"""Height and one level axis change, each charged."""
STEEP = 1024
"""All three axes change, each charged."""

FACTOR = 11
"""Bits from here hold the factor of a game's own terrain, less one."""
EXTRA = 15
"""Bits from here hold the further squares of a place."""
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
"""The bits of `StepQuery.features`, by word."""


class StepQuery(NamedTuple):
    mode: Mode
    listed: bool
    """True if the mode has a listed speed."""
    diagonal: bool
    features: int
    """Bits, as `FEATURES` names them."""
    crawling: bool = False
    slow: int = 0
    """Further doublings by the kind of movement (tumbling at half speed)."""
    unhurried: bool = False
    """True if a full round goes into the square."""


class StepCost(NamedTuple):
    squares: int
    """Squares, including the first entry of the diagonal cycle."""
    alternates: bool = False
    """True if later diagonal entries apply."""
    flips: bool = False
    """True if the step counts as a diagonal."""


def step_price(price: Callable[[StepQuery], StepCost | None], query: StepQuery) -> StepCost | None:
    """A step's cost with the game's own terrain and surcharges.

    Each further factor adds as much as difficult ground.
    """
    features = query.features
    if features < 1 << FACTOR:
        return price(query)
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


@cache
def price_topics(diagonal: bool, features: int, later: bool) -> tuple[str, ...]:
    """The rule topics of a step's cost: its features, and whether it is a diagonal.

    `later`: not the first of the cycle.
    """
    hampering = [name for name, flag in FEATURES.items() if features & flag]
    topics = [f"cost.{name}" for name in hampering]
    hampering = [name for name in hampering if name != "barrier"]  # it adds to the cost and doubles nothing
    if len(hampering) > 1:
        topics.append("cost.doublings")
    if len(hampering) > 2:
        topics.append("cost.thrice")
    if diagonal:
        topics.append("cost.hampered-diagonal" if hampering else "cost.later-diagonal" if later else "cost.diagonal")
    elif not hampering:
        topics.append("cost.square")
    return tuple(topics)


class SpaceAccess(NamedTuple):
    """A mover's permission to enter another creature's squares."""

    enter: bool
    stop: bool = False
    costly: bool = False
    """True if they cost extra."""
    squeeze: bool = False
    """True if stopping makes both squeeze."""
    rule: str = ""
    """The deciding topic."""
    drawn_in: bool = False
    """True if a large mover may draw in to pass."""
    corner: bool = False
    """True if diagonals past them cut a corner."""
    one_way: bool = False
    """True if a mover inside may move about and leave, not return."""


class PausePlace(NamedTuple):
    to: Cube
    fits: bool
    """True if the mover fits and may enter."""
    shared: tuple[SpaceAccess, ...]
    """The mover's access to each creature there."""
    left: int
    """Squares left."""
    parity: int

"""Names the features of a step (difficult, narrow, dark) and the form of its cost; rulesets set prices."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from ...components.position import Cube, Mode

DIFFICULT = 1
IMPEDED = 2
OBSTACLE = 4
"""An obstacle fills part of a square entered."""
NARROW = 8
"""The step leads into or along a gap so narrow that the mover squeezes."""
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

FACTOR = 11
"""Bits from here on hold the factor of terrain that a game has defined, less one."""
EXTRA = 15
"""Bits from here on hold the further squares that a place costs."""
MOST_EXTRA = 255
"""The most further squares that a place costs."""

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
"""The bits of `StepQuery.features`, by their words."""


class StepQuery(NamedTuple):
    """One step, as far as its cost depends on it."""

    mode: Mode
    listed: bool
    """True if the mover has a listed speed for the mode."""
    diagonal: bool
    features: int
    """What makes it hard: bits, as `FEATURES` names them."""
    crawling: bool = False
    slow: int = 0
    """Further doublings from the way of moving itself (tumbling at half speed)."""
    unhurried: bool = False
    """True if a full round goes into the one square."""


class StepCost(NamedTuple):
    """What a step costs."""

    squares: int
    """Squares of movement, the first entry of the diagonal cycle included."""
    alternates: bool = False
    """True if later entries of the diagonal cycle apply."""
    flips: bool = False
    """True if the step counts as a diagonal from then on."""


def step_price(price: Callable[[StepQuery], StepCost | None], query: StepQuery) -> StepCost | None:
    """What a step costs, with the terrain that a game has defined and with what its place costs further.

    Twice an ordinary square is what the ruleset says of difficult ground; each further time adds as much again.
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
    """The topics of a step's cost: its features, and whether it is a diagonal.

    A `later` diagonal is one at a later cost of the cycle.
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
    """How a mover may be in another creature's squares."""

    enter: bool
    stop: bool = False
    costly: bool = False
    """True if the squares cost extra."""
    squeeze: bool = False
    """True if stopping there makes both creatures squeeze."""
    rule: str = ""
    """The topic that decided it."""
    drawn_in: bool = False
    """True if a large mover may draw in its space out of these squares to pass."""
    corner: bool = False
    """True if diagonals past these squares cut a corner."""
    one_way: bool = False
    """True if the mover, already in them, may move about there and leave, but not return."""


class PausePlace(NamedTuple):
    """A place where a move would pause, as a ruleset sees it when it allows or forbids the pause."""

    to: Cube
    """The anchor of the mover there."""
    fits: bool
    """True if the mover fits there and may enter."""
    shared: tuple[SpaceAccess, ...]
    """The mover's access to the space of each creature there."""
    left: int
    """Squares of movement left."""
    parity: int
    """The place in the diagonal cycle after the way there."""

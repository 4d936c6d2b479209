"""Moves that avoid harmful ground."""

from typing import NamedTuple

from ...components.intents import Crawl, Intent, Move
from ...components.position import Cube
from ..field.reach import Arrival, Reach
from .estimates import harm_about, strike_at, way_harm
from .view import View

DETOUR = 12
"""Extra cost accepted to avoid harm."""
BEARABLE = 1 / 3
"""Largest share of hit points a path may cost."""


class PricedWay(NamedTuple):
    """A path for one move, with its cost and the damage expected on it."""

    cube: Cube
    arrival: Arrival
    gentle: bool
    """True if the safe path must be given square by square."""
    toll: float
    """Hit points expected to be lost to ground and opportunity attacks."""


def way_to(view: View, cube: Cube) -> PricedWay | None:
    """Returns the cheapest path to a place or a detour around danger, whichever does less damage."""
    usual = view.reach().get_arrival(cube)
    if usual is None or not usual.can_stop:
        return None
    way = PricedWay(cube, usual, False, toll(view, usual))
    if way.toll and harm_about(view) and way_harm(view, usual.path):
        round_ = view.unharmed(view.reach()).get_arrival(cube)
        if round_ is not None and round_.can_stop and (gentler := toll(view, round_)) < way.toll:
            return PricedWay(cube, round_, True, gentler)
    return way


def toll(view: View, arrival: Arrival) -> float:
    """Estimates the damage on a path: by ground, zones and opportunity attacks."""
    harm = way_harm(view, arrival.path) if harm_about(view) else 0.0
    drawn = arrival.opportunities
    return harm + sum(strike_at(view, foe) for foe in view.enemies if foe.name in drawn) if drawn else harm


def bearable(view: View, cost: float) -> bool:
    hp = view.me.health.hp
    return hp is None or cost <= BEARABLE * hp


def walk(view: View, cube: Cube) -> Intent:
    """Returns the move (or crawl) to a place. Its legality is not checked."""
    crawls = view.rules.movement.ordinary_intent(view.me) == "crawl"
    return Crawl(to=cube) if crawls else Move(to=cube)


def walk_to(view: View, cube: Cube) -> Intent | None:
    """Returns a legal move (or crawl) to a place, around harmful ground if possible."""
    wanted = walk(view, cube)
    if isinstance(wanted, Move) and harm_about(view):
        way = way_to(view, cube)
        if way is not None and way.gentle:
            careful = Move(path=way.arrival.path)
            if view.lawful(careful):
                return careful
    return wanted if view.lawful(wanted) else None


def far_path(view: View, far: Reach, cube: Cube) -> tuple[Cube, ...]:
    """Returns the path to a place several moves away. A short detour avoids harmful ground."""
    usual = far[cube]
    if harm_about(view) and way_harm(view, usual.some_path):
        round_ = view.unharmed(far).get_arrival(cube)
        if round_ is not None and round_.cost <= usual.cost + DETOUR:
            return round_.some_path
    return usual.some_path


def along(view: View, path: tuple[Cube, ...]) -> Intent | None:
    """Returns a move along the path to its last place within reach and bearable danger."""
    near, (x, y, _) = view.reach(), view.me.cube
    most = near.budget.most
    number = len(path)
    while number:
        cube = path[number - 1]
        far = max(abs(cube[0] - x), abs(cube[1] - y)) - most
        number -= max(far, 1)  # each square costs at least one, and leads to the next beside it
        if far > 0:
            continue
        arrival = near.get_arrival(cube)
        if arrival is not None and arrival.can_stop and cube != view.me.cube:
            way = way_to(view, cube)
            if way is not None and bearable(view, way.toll):
                return walk_to(view, cube)
    return None

"""Moves to a place, or as far along a way as one move goes."""

from ...components.intents import Crawl, Intent, Move
from ...components.position import Cube
from .view import View


def walk(view: View, cube: Cube) -> Intent:
    """The move or crawl to a place, allowed or not."""
    crawls = view.rules.movement.ordinary_intent(view.me) == "crawl"
    return Crawl(to=cube) if crawls else Move(to=cube)


def walk_to(view: View, cube: Cube) -> Intent | None:
    """The move or crawl to a place; None if the rules forbid it."""
    wanted = walk(view, cube)
    return wanted if view.lawful(wanted) else None


def along(view: View, path: tuple[Cube, ...]) -> Intent | None:
    """The move to the last place of a path that one move reaches and where it may end."""
    near, (x, y, _) = view.reach(), view.me.cube
    most = near.budget.most
    for cube in reversed(path):
        if abs(cube[0] - x) > most or abs(cube[1] - y) > most:
            continue  # a square costs at least one
        arrival = near.get_arrival(cube)
        if arrival is not None and arrival.can_stop and cube != view.me.cube:
            return walk_to(view, cube)
    return None

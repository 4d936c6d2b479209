"""Why no way leads to a place: too little movement, somebody in between, too little room, or the ground itself."""

from ...components.position import Cube
from ..geometry.boxes import overlap
from ..navigation.occupied_grid import OccupiedGrid, occupied_grid_of
from ..navigation.reach import Arrival, reach_of
from ..rules.step_costs import ENDLESS, MovementBudget
from .path_check import airy_ground, follow, footprint, narrow_topics
from .request import Refusal, Request


def no_way(ask: Request, footing: OccupiedGrid, limit: MovementBudget, place: Cube) -> Refusal:
    """What keeps the mover from a place that it does not reach within `limit`."""
    name, shown = ask.creature.name, list(place)
    if not limit.limits:
        return ask.refuse(f"{name} has no speed to move with", *ask.limits())
    if any(square not in ask.world.board for square in footprint(ask.creature.size.side, place)):
        return ask.refuse(f"{shown} is not on the board", "terrain.blocked")
    found = arrival(footing, limit, place)
    if found is not None:
        stuck = follow(ask, footing, limit, list(found.path))
        topics = ask.rules.cite(*ask.limits())
        cited = tuple(dict.fromkeys((*topics, *stuck.rules))) if isinstance(stuck, Refusal) else topics
        return Refusal(cited, f"{name} has not enough movement to get to {shown}")
    return ask.refuse(f"there is no way for {name} to {shown}", *why_closed(ask, footing, limit, place), "path")


def arrival(footing: OccupiedGrid, limit: MovementBudget, place: Cube) -> Arrival | None:
    """The arrival at a place of a mover that had movement without end."""
    if footing.creature.cube not in footing.lattice:
        return None  # fallen out of what such a mover's ground takes in
    endless = limit._replace(limits=tuple((mode, ENDLESS) for mode, _ in limit.limits))
    return reach_of(footing, endless, True).get_arrival(place)


def why_closed(ask: Request, footing: OccupiedGrid, limit: MovementBudget, place: Cube) -> tuple[str, ...]:
    """Topics that say why no way at all leads to a place."""
    if place not in footing.lattice:
        return ("earth", "terrain.blocked") if ask.world.board.solid(*place) else ("mode",)
    barred = who_bars(footing, [place])
    if barred is not None:
        return barred
    manner = footing.manner
    everybody = frozenset(other.name for other in ask.world.creatures)
    alone = occupied_grid_of(ask.world, ask.creature, manner._replace(without=everybody))
    found = arrival(alone, limit, place)
    if found is not None:
        return who_bars(footing, found.path) or ("space.foe",)
    board = ask.world.board
    narrow = occupied_grid_of(ask.world, ask.creature, manner._replace(least=0.01, without=everybody))
    found = arrival(narrow, limit, place)
    if found is not None:
        side = ask.creature.size.side
        widths = [
            board.tile(x, y).width
            for cube in found.path
            if not alone.lattice.bit(cube) & alone.ground.enterable
            for x, y in footprint(side, cube)
            if not board.blocked(x, y, cube[2])
        ]
        return (*narrow_topics(footing, min(widths, default=5.0)), "terrain.blocked")
    bit, modes = alone.lattice.bit(place), dict(alone.ground.frame.modes)
    if bit & alone.ground.swim and "swim" not in modes:
        return ("mode.swim", "mode")
    if ask.rules.pits_closed and any(board.tile(x, y).pit for x, y in footprint(ask.creature.size.side, place)):
        return ("pit",)
    aloft = MovementBudget((("walk", ENDLESS), ("fly", ENDLESS)))
    if arrival(alone.over(airy_ground(alone)), aloft, place) is not None:
        return ("mode",)
    if ask.world.board.solid(*place):
        return ("burrow.ground" if "burrow" in modes else "earth", "terrain.blocked")
    return ("terrain.blocked",)


def who_bars(footing: OccupiedGrid, path: "list[Cube] | tuple[Cube, ...]") -> tuple[str, ...] | None:
    """The topic of the first creature whose squares close a way that would be open without it."""
    for cube in path:
        space = footing.creature.at(cube)
        for other, passing in footing.passings:
            if not passing.enter and overlap(other.box, space):
                return (passing.rule,)
    return None

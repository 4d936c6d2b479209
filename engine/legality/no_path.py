"""Explains why no way leads to a place: too little movement, a creature in between, a gap too narrow, the ground."""

from ...components.position import Cube
from ..geometry.boxes import footprint, overlap
from ..navigation.occupied_grid import OccupiedGrid, occupied_grid_of
from ..navigation.reach import Arrival, reach_of
from ..rules.movement_budget import ENDLESS, MovementBudget
from ..rules.ruleset import Request
from ..state.verdict import Forbidden, Refusal
from .barred_step import airy_ground, cannot_walk, held_to, narrow_topics
from .path_check import follow
from .request import attempt, limit_topics


def no_way(request: Request, grid: OccupiedGrid, limit: MovementBudget, place: Cube) -> Forbidden:
    """The refusal for a place that the mover does not reach within `limit`."""
    name, shown = request.creature.name, request.shown(place)
    if not limit.limits:
        return request.refuse(f"{name} has no speed to move with", *limit_topics(request))
    if any(square not in request.world.board for square in footprint(request.creature.size.side, place)):
        return request.refuse(f"{shown} is not on the board", "terrain.blocked")
    found = arrival(grid, limit, place)
    if found is not None:
        stuck = attempt(lambda: follow(request, grid, limit, list(found.path)))
        cited = request.rules.cite(*limit_topics(request))
        if isinstance(stuck, Forbidden):
            cited = tuple(dict.fromkeys((*cited, *stuck.refusal.rules)))
        return Forbidden(Refusal(cited, f"{name} has not enough movement to get to {shown}"))
    why, topics = why_closed(request, grid, limit, place)
    return request.refuse(f"no way leads {name} to {shown}: {why}", *topics, "path")


def arrival(grid: OccupiedGrid, limit: MovementBudget, place: Cube) -> Arrival | None:
    """The arrival at a place of the same mover with unlimited movement; None if no way leads there."""
    if grid.creature.cube not in grid.layout:
        return None  # outside the heights of the mover's nav grid
    endless = limit._replace(limits=tuple((mode, ENDLESS) for mode, _ in limit.limits))
    return reach_of(grid, endless, True).get_arrival(place)


def why_closed(request: Request, grid: OccupiedGrid, limit: MovementBudget, place: Cube) -> tuple[str, tuple[str, ...]]:
    """Why no way of any length leads to a place, in words, and the topics of the rules."""
    name, board = request.creature.name, request.world.board
    if place not in grid.layout:
        if board.solid(*place):
            return "it is inside the ground", ("earth", "terrain.blocked")
        return f"it is out of {name}'s ways of moving", ("mode",)
    barred = who_bars(grid, [place])
    if barred is not None:
        return barred
    options = grid.options
    everybody = frozenset(other.name for other in request.world.creatures)
    alone = occupied_grid_of(request.world, request.creature, options._replace(without=everybody))
    found = arrival(alone, limit, place)
    if found is not None:
        return who_bars(grid, found.path) or ("other creatures bar it", ("space.foe",))
    narrow = occupied_grid_of(request.world, request.creature, options._replace(least=0.01, without=everybody))
    found = arrival(narrow, limit, place)
    if found is not None:
        side = request.creature.size.side
        widths = [
            board.tile(x, y).width
            for cube in found.path
            if not alone.layout.bit(cube) & alone.nav_grid.enterable
            for x, y in footprint(side, cube)
            if not board.blocked(x, y, cube[2])
        ]
        topics = (*narrow_topics(grid, min(widths, default=5.0)), "terrain.blocked")
        return f"it is too narrow for {name}", topics
    bit, modes = alone.layout.bit(place), dict(alone.nav_grid.profile.modes)
    held = held_to(request, grid)
    if bit & alone.nav_grid.swim and "swim" not in modes:
        return (held[0], (*held[1], "mode")) if held else (f"deep water; {name} cannot swim", ("mode.swim", "mode"))
    if request.rules.terrain.pits_closed and any(
        board.tile(x, y).pit for x, y in footprint(request.creature.size.side, place)
    ):
        return f"a pit; {name} may not walk into it", ("pit",)
    if bit & alone.nav_grid.walk and cannot_walk(alone):
        return f"{name} has no walking speed", ("mode",)
    aloft = MovementBudget((("walk", ENDLESS), ("fly", ENDLESS)))
    if arrival(alone.over(airy_ground(alone)), aloft, place) is not None:
        return (held[0], (*held[1], "mode")) if held else (f"{name} neither climbs nor flies there", ("mode",))
    if board.solid(*place):
        if "burrow" in modes:
            return f"{name} cannot dig through the ground there", ("burrow.ground", "terrain.blocked")
        return "it is inside the ground", ("earth", "terrain.blocked")
    return "walls close it off", ("terrain.blocked",)


def who_bars(grid: OccupiedGrid, path: "list[Cube] | tuple[Cube, ...]") -> tuple[str, tuple[str, ...]] | None:
    """The first creature whose squares close an otherwise open way, in words, and the rule's topic."""
    for cube in path:
        space = grid.creature.at(cube)
        for other, passing in grid.passings:
            if not passing.enter and overlap(other.box, space):
                return f"{other.name} is in the way", (passing.rule,)
    return None

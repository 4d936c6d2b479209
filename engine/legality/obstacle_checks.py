"""Checks to cross an edge or enter a tile (to swim, climb, balance), where the map names a skill."""

from ...components.plan import Act, Check, Halt
from ...components.position import Cube
from ..board.board import Edge
from ..geometry.directions import step_of
from ..messages import english
from ..rules.ruleset import Request


def crossed(request: Request, here: Cube, there: Cube) -> Check | None:
    """The check for one step, of what it crosses and then of what it enters; None if nothing on it names a skill.

    A failure ends the movement in the square before, without the cost of the step.
    """
    board, side = request.world.board, request.creature.size.side
    if not board.traits.checks:
        return None
    dx, dy, _ = step_of(here, there)
    over: tuple[str, int] | None = None
    into: tuple[str, int] | None = None
    for x in range(there[0], there[0] + side):
        for y in range(there[1], there[1] + side):
            edge = edge_crossed(request, (x - dx, y - dy), (x, y))
            if edge is not None and edge.skill is not None:
                over = over or (edge.skill, edge.dc or 0)
            entered = not (here[0] <= x < here[0] + side and here[1] <= y < here[1] + side)
            if entered and (x, y) in board:
                tile = board.tile(x, y)
                if tile.skill is not None and tile.floor <= there[2] < tile.floor + max(tile.water, 1):
                    into = into or (tile.skill, tile.dc or 0)
    check: Check | None = None
    for asked in (into, over):
        if asked is not None:
            check = rolled(request, *asked, there, [] if check is None else [check])
    return check


def rolled(request: Request, skill: str, dc: int, there: Cube, follow: list[Act]) -> Check:
    """The check of a skill to enter a place, with the acts that follow its success."""
    name = request.creature.name
    cited = request.rules.cite("obstacle.check")
    failure = Halt(
        english("{name} fails the {skill} check to get to {place}", name=name, skill=skill, place=request.shown(there)),
        cited,
    )
    return Check(name, skill, request.creature.skill(skill), dc, cited, success=follow, failure=[failure])


def edge_crossed(request: Request, a: tuple[int, int], b: tuple[int, int]) -> Edge | None:
    """The obstacle that a step between two squares crosses.

    A diagonal crosses one if both ways round do, or if one touches the point passed, by the ruleset; of several the
    first that names a skill counts.
    """
    board = request.world.board
    (ax, ay), (bx, by) = a, b
    if ax == bx or ay == by:
        edge = board.edge(a, b)
        return edge if edge is not None and edge.hampers else None
    ways = (
        (board.edge(a, (bx, ay)), board.edge((bx, ay), b)),
        (board.edge(a, (ax, by)), board.edge((ax, by), b)),
    )
    hampering = [[edge for edge in way if edge is not None and edge.hampers] for way in ways]
    if request.rules.grid.obstacle_corners == "touching":
        met = hampering[0] + hampering[1]
    else:
        met = hampering[0] + hampering[1] if all(hampering) else []
    return next((edge for edge in met if edge.skill is not None), None)

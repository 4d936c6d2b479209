"""The line of effect between two creatures, to be shown: its course, and in words what stops it."""

from dataclasses import dataclass

from ...components.position import Cube
from ..board.obstruction import cuts
from ..geometry.boxes import Box
from ..geometry.line_of_effect import Spot, course_between
from ..rules.ruleset import World
from ..state.creature import Creature


@dataclass(frozen=True, slots=True)
class Sightline:
    """A line between two creatures."""

    start: Spot
    end: Spot
    clear: bool
    """True if there is line of effect, by the ruleset."""
    at: Cube | None = None
    """The cube at which the line stops."""
    beyond: Cube | None = None
    """The next cube, if the line stops between two."""
    what: str = ""
    """What stops the line, in a word or two."""


def sightline(world: World, creature: Creature, target: Creature) -> Sightline:
    """The line of effect from one creature to another."""
    return _between(world, creature.box, target.box, world.rules.threat.sees(world, creature, target))


def line_between(world: World, a: Box, b: Box) -> Sightline:
    """The line of effect from one space to another, occupied or not."""
    return _between(world, a, b, world.rules.threat.line(world.rules, world.board, a, b))


def _between(world: World, a: Box, b: Box, sees: bool) -> Sightline:
    board = world.board
    walls = board.line_cut_between if board.edges else None
    course = course_between(a, b, lambda x, y, z: cuts(board, x, y, z), walls)
    if sees:
        return Sightline(course.start, course.end, True)
    if course.stop is None:
        return Sightline(course.start, course.end, False, what="the ground between them")
    at, beyond = course.stop
    return Sightline(course.start, course.end, False, at, beyond, _word(world, at, beyond))


def _word(world: World, at: Cube, beyond: Cube | None) -> str:
    """What stops a line at a cube, or between two cubes, in words."""
    if beyond is not None:
        return "a wall" if (at[0] == beyond[0]) != (at[1] == beyond[1]) else "a corner"
    if (at[0], at[1]) not in world.board:
        return "the board's edge"
    tile = world.board.tile(at[0], at[1])
    if tile.solid:
        return tile.ground or "stone"
    if tile.terrain == "blocked":
        return "a wall" if tile.fills else "a pillar"
    return "higher ground"

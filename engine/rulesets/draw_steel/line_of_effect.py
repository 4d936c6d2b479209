"""Line of effect above the ground, into it and within it."""

from ...board.board import Board
from ...board.obstruction import clear, cuts
from ...geometry.boxes import Box, adjacent, cube_box, cubes, overlap
from ...geometry.line_of_effect import clear_between
from ...rules.ruleset import Ruleset, World
from ...state.creature import Creature


def beneath(board: Board, box: Box) -> bool:
    """Whether a space is completely beneath the ground: earth fills even its top layer."""
    return all((x, y) in board and board.solid(x, y, box.z1) for x, y in box.footprint)


def burrowing(board: Board, box: Box) -> bool:
    """Whether part of a space is in the ground."""
    return any((x, y) in board and board.solid(x, y, box.z0) for x, y in box.footprint)


def exposed(board: Board, box: Box) -> list[Box]:
    """The cubes of a buried space whose upper face is the open surface."""
    return [
        cube_box((x, y, z))
        for x, y, z in cubes(box)
        if (x, y) in board and board.solid(x, y, z) and not board.blocked(x, y, z + 1)
    ]


def line(rules: Ruleset, board: Board, a: Box, b: Box) -> bool:
    """Whether there is line of effect from space `a` to space `b`; it need not be mutual.

    (ds.burrow.line-from-surface, ds.burrow.no-line-to-surface, ds.burrow.line-between-adjacent)
    """
    in_a, in_b = burrowing(board, a), burrowing(board, b)
    if not in_a and not in_b:
        return clear(board, a, b)
    if beneath(board, a):
        if in_b:
            return adjacent(a, b) or overlap(a, b)
        seeing = exposed(board, a) if rules.setting("depth_one_sees_out") is True else []
        return any(_between(board, cube, b) for cube in seeing)
    if beneath(board, b):
        return any(_between(board, a, cube) for cube in exposed(board, b))
    return _between(board, a, b)


def _between(board: Board, a: Box, b: Box) -> bool:
    walls = board.line_cut_between if board.edges else None
    return clear_between(a, b, lambda x, y, z: cuts(board, x, y, z), walls)


def sees(world: World, creature: Creature, target: Creature) -> bool:
    """Whether a creature has line of effect to another."""
    return line(world.rules, world.board, creature.box, target.box)


def buried(world: World, creature: Creature) -> bool:
    """Whether a creature is completely beneath the ground."""
    return beneath(world.board, creature.box)

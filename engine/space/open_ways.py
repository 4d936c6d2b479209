"""Distances along ways that nothing blocks: around rock, walls, edges and corners, creatures left aside."""

from collections.abc import Iterator

from ...components.position import Cube, Mode
from ..board.board import Board
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import Box
from ..navigation.nav_grid import NavGrid, nav_grid
from ..navigation.occupied_grid import occupied_grid_of
from ..rules.move_options import ORDINARY
from ..rules.ruleset import World
from ..state.creature import Creature
from .forced_steps import filled_corners


def open_grid(world: World, creature: Creature, board: Board | None = None) -> NavGrid:
    """The nav grid of a body that could go through air and water as well, on the battle's board or another."""
    profile = occupied_grid_of(world, creature, ORDINARY).nav_grid.profile
    modes: list[tuple[Mode, bool]] = [("walk", True), ("swim", True), ("fly", True)]
    if dict(profile.modes).get("burrow") is not None:
        modes.append(("burrow", True))
    return nav_grid(
        board or world.board,
        world.rules,
        profile._replace(
            modes=tuple(modes),
            pits=True,
            extra_blocked=(),
            corners=filled_corners(world, creature),
            rough=(),
            carrier=None,
            level=None,
        ),
    )


def by_distance(
    world: World, creature: Creature, start: Cube, most: int, board: Board | None = None
) -> Iterator[tuple[int, list[Cube]]]:
    """(squares, the places at that distance from `start`), the nearest first, along ways that nothing blocks.

    Diagonals count as in distances. A creature whose squares are closed like an object's blocks as well. `board` is
    the one on which the ways lead, if not the battle's.
    """
    made = open_grid(world, creature, board)
    layout = made.layout
    if start not in layout:
        return
    shut = closed_by_objects(world, creature, made)
    cycle = (1, 2) if world.rules.grid.distance_cycle == "alternating" else (1,)
    first = layout.bit(start)
    fronts: dict[int, list[Bitboard]] = {0: [first, *([0] * (len(cycle) - 1))]}
    seen = [0] * len(cycle)
    told = first
    for squares in range(most + 1):
        front = fronts.pop(squares, None)
        if front is None:
            if not fronts:
                return
            continue
        fresh = 0
        for turn, bitboard in enumerate(front):
            bitboard &= ~seen[turn]
            if not bitboard:
                continue
            seen[turn] |= bitboard
            fresh |= bitboard & ~told
            for stride in made.strides:
                into = layout.shift(bitboard, stride.step) & stride.into & ~shut
                if not into:
                    continue
                price = cycle[turn] if stride.diagonal else 1
                after = (turn + stride.diagonal) % len(cycle)
                fronts.setdefault(squares + price, [0] * len(cycle))[after] |= into
        if fresh:
            told |= fresh
            yield squares, sorted(layout.cubes(fresh))


def closed_by_objects(world: World, creature: Creature, made: NavGrid) -> Bitboard:
    """The anchors that the squares of objects close to a creature."""
    shut = 0
    for other in world.creatures:
        thing = other is not creature and other.has("object")
        if thing and not world.rules.space.access(world.rules, creature, other, ORDINARY).enter:
            shut |= made.over(other.box)
    return shut


def leads_beside(world: World, creature: Creature, source: Box, there: Cube) -> bool:
    """Whether one unblocked step leads a body from inside a space to a place beside it."""
    made = open_grid(world, creature)
    layout = made.layout
    if there not in layout:
        return False
    bit, reach = layout.bit(there), creature.size.side - 1
    for stride in made.strides:
        if not stride.into & bit:
            continue
        x, y, z = (a - b for a, b in zip(there, stride.step, strict=True))
        inside = source.x0 - reach <= x <= source.x1 and source.y0 - reach <= y <= source.y1
        if inside and source.z0 - reach <= z <= source.z1:
            return True
    return False


def opens_onto(world: World, creature: Creature, source: Box, square: tuple[int, int]) -> bool:
    """Whether a body comes from inside a space, at some height of it, out over a square beside it."""
    return any(leads_beside(world, creature, source, (*square, z)) for z in range(source.z0, source.z1 + 2))

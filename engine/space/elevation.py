"""The height of a body over a square: on its floor, or where it keeps its height in air or ground."""

from ...components.position import Cube
from ..geometry.boxes import footprint, overlap
from ..rules.movement_budget import modes_now
from ..rules.ruleset import World
from ..state.creature import Creature
from .support import back_below, can_cling

FAR = 4096
"""A height above every world."""


def lifted(world: World, creature: Creature, origin: Cube) -> bool:
    """Whether the mover is up in the air or under the ground at `origin`, so that it keeps its height."""
    x, y, z = origin
    board = world.board
    if z == board.traits.level:
        return False
    highest = lowest = None
    for i in range(creature.size.side):
        for j in range(creature.size.side):
            if (x + i, y + j) in board and board.tile(x + i, y + j).terrain != "blocked":
                stand = board.stand(x + i, y + j)
                if stand > z and not board.solid(x + i, y + j, z) and not board.watery(x + i, y + j, z):
                    continue
                highest = stand if highest is None or (stand > highest and stand <= z) else highest
                lowest = stand if lowest is None else min(lowest, stand)
    if highest is None or lowest is None:
        return False
    if z > highest:
        return True
    return all(
        board.solid(x + i, y + j, z)
        for i in range(creature.size.side)
        for j in range(creature.size.side)
        if (x + i, y + j) in board
    )


def keeps_height(world: World, creature: Creature, origin: Cube, square: tuple[int, int]) -> bool:
    """Whether the mover stays at the height of `origin` over a square that is named without one.

    So it does in the air and under the ground. It does not where that is inside a floor that it can only come up on,
    nor where, unable to fly, it would find nothing to hold on to.
    """
    if not lifted(world, creature, origin) or carried_up(world, creature, origin):
        return False
    board, side, z = world.board, creature.size.side, origin[2]
    if any(at in board and board.solid(*at, z) for at in footprint(side, origin)):
        return True
    there = (*square, z)
    squares = [at for at in footprint(side, there) if at in board]
    if squares and all(not board.tile(*at).solid and board.solid(*at, z) for at in squares):
        return False
    flies = creature.speed.hover or any(mode == "fly" for mode, _ in modes_now(world.rules, creature))
    if flies or not can_cling(world, creature, origin):
        return True
    return can_cling(world, creature, there) or back_below(world, creature, there) == z


def carried_up(world: World, creature: Creature, origin: Cube) -> bool:
    """Whether the mover is on a creature that it rides or climbs, from which it steps down to the floors around."""
    carrier = world.mount_of(creature) if world.rules.movement.carriers_climbed else None
    x, y, z = origin
    return carrier is not None and overlap(creature.at((x, y, z - 1)), carrier.box)


def resting_height(world: World, creature: Creature, x: int, y: int, near: int) -> int:
    """The height of the mover at rest with its anchor over a square: the highest floor under it.

    Floors two or more squares above `near` count as walls beside which a big body draws in, unless there is nothing
    else.
    """
    board, side = world.board, creature.size.side
    if near == board.traits.level:
        return near
    stands = [
        board.stand(*at)
        for at in footprint(side, (x, y, near))
        if at in board and board.tile(*at).terrain != "blocked" and not board.tile(*at).solid
    ]
    if not stands:
        return near
    if side > 1:
        low = [stand for stand in stands if stand <= near + 1]
        return max(low or stands)
    return max(stands)


def rest_over(world: World, creature: Creature, x: int, y: int) -> int:
    """The height of the mover at rest with its anchor over a square, however high or low that is.

    Over squares without a floor it is the mover's own height.
    """
    rest = resting_height(world, creature, x, y, FAR)
    return creature.cube[2] if rest == FAR else rest

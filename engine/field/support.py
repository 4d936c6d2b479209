"""What supports a creature, and at what height."""

from ...components.position import Cube, Mode
from ..geometry.boxes import footprint, overlap
from ..rules.budget import modes_now
from ..rules.ruleset import World
from ..state.creature import Creature

FAR = 4096
"""A height above every world."""


def lifted(world: World, creature: Creature, origin: Cube) -> bool:
    """True if the creature at `origin` is in the air or inside the ground."""
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
    """True if a square given without a height means the creature's present height (air, underground).

    This holds in air and earth, unless the place is in a floor or without support.
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
    carrier = world.mount_of(creature) if world.rules.movement.carriers_climbed else None
    x, y, z = origin
    return carrier is not None and overlap(creature.at((x, y, z - 1)), carrier.box)


def resting_height(world: World, creature: Creature, x: int, y: int, near: int) -> int:
    """Returns the height (z) of a creature that stands on a square.

    Floors two or more squares above `near` count as walls.
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
    """Returns the creature's height (z) on a square; without a floor, its own."""
    rest = resting_height(world, creature, x, y, FAR)
    return creature.cube[2] if rest == FAR else rest


def holds_at(world: World, creature: Creature, anchor: Cube) -> Mode | None:
    """Returns the mode that keeps a creature at a place; None if it falls."""
    board, rules = world.board, world.rules
    z = anchor[2]
    squares = footprint(creature.size.side, anchor)
    wet = buried = False
    for x, y in squares:
        if (x, y) not in board:
            continue
        tile = board.tiles[y][x]
        if tile.terrain == "blocked" and not tile.solid:
            if z == tile.floor and rules.terrain.phases(rules, creature):
                return "walk"
            continue
        if tile.solid or z < tile.floor:
            buried = True
        elif tile.water and z < tile.floor + tile.water:
            wet = True
        elif z == tile.floor:
            return "walk"
    if wet:
        return "swim"
    if buried and (_digs(world, creature) or all(board.blocked(x, y, z) for x, y in squares if (x, y) in board)):
        return "burrow"
    if creature.condition.mount is not None and creature.condition.mount in world.named:
        return "walk"
    if creature.condition.carried_by is not None:
        return "walk"  # in the carrier's space, where the carrier holds it
    if rules.movement.stays_aloft(rules, creature):
        return "fly"
    if creature.position.held == "climb" and _grips(world, creature) and can_cling(world, creature, anchor):
        return "climb"
    if standing_on(world, creature, anchor) is not None:
        return "walk"
    return None


def _digs(world: World, creature: Creature) -> bool:
    return any(mode == "burrow" for mode, _ in modes_now(world.rules, creature))


def _grips(world: World, creature: Creature) -> bool:
    return not (creature.prone or creature.out or creature.is_any(world.rules.conditions.unable))


def standing_on(world: World, creature: Creature, anchor: Cube) -> Creature | None:
    if creature.position.held == "fly" or anchor != creature.cube:
        return None
    for other in world.creatures:
        if (
            other is not creature
            and _rests_on(creature, anchor, other)
            and world.rules.space.stands_on(world.rules, creature, other)
        ):
            return other
    return None


def on_the_back(world: World, creature: Creature, anchor: Cube) -> bool:
    """True if a creature that stands on another one would still stand on it at `anchor`."""
    other = standing_on(world, creature, creature.cube)
    return other is not None and _rests_on(creature, anchor, other)


def _rests_on(creature: Creature, anchor: Cube, other: Creature) -> bool:
    space = creature.at(anchor)
    return space.z0 == other.box.z1 + 1 and overlap(space._replace(z0=other.box.z1), other.box)


def can_cling(world: World, creature: Creature, anchor: Cube) -> bool:
    if beside_hard(world, creature, anchor):
        return True
    rules = world.rules
    return anchor[2] + creature.size.side - 1 == world.board.ceiling and rules.movement.clings_overhead(rules, creature)


def beside_hard(world: World, creature: Creature, anchor: Cube) -> bool:
    """True if a creature at `anchor` is beside something to climb. It may lie inside its full space."""
    board, z = world.board, anchor[2]
    for x, y in footprint(creature.size.side, anchor):
        if (x, y) in board and not board.blocked(x, y, z):
            for at in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
                if at in board and board.blocked(*at, z):
                    return True
    return False


def landing(world: World, creature: Creature, anchor: Cube) -> int:
    """Returns the height (z) where a fall from `anchor` ends: on ground, water or a creature.

    (ep.3d.standing-on-creature)
    """
    board, z = world.board, anchor[2]
    best = back_below(world, creature, anchor)
    for square in footprint(creature.size.side, anchor):
        if square not in board:
            continue
        tile = board.tile(*square)
        if tile.solid:
            continue
        surface = tile.floor + tile.water
        if tile.terrain == "blocked":
            if not world.rules.terrain.phases(world.rules, creature):
                continue
            surface = tile.floor  # a creature that passes walls falls through them to their feet
        if surface <= z and (best is None or surface > best):
            best = surface
    return z if best is None else best


def landing_place(world: World, creature: Creature, anchor: Cube) -> Cube:
    """Returns the place where a fall from `anchor` ends; in water, the top cube."""
    x, y, _ = anchor
    bottom = landing(world, creature, anchor)
    return (x, y, bottom - 1 if lands_in_water(world, creature, (x, y, bottom)) else bottom)


def lands_in_water(world: World, creature: Creature, surface: Cube) -> bool:
    """True if the creature falls onto water."""
    board, z = world.board, surface[2]
    found = False
    for square in footprint(creature.size.side, surface):
        if square not in board or board.tile(*square).terrain == "blocked":
            continue
        tile = board.tile(*square)
        if tile.water and tile.floor + tile.water == z:
            found = True
        elif tile.floor == z:
            return False
    return found


def back_below(world: World, creature: Creature, anchor: Cube) -> int | None:
    rules = world.rules
    shaft = creature.at(anchor)
    found: int | None = None
    for other in world.creatures:
        if (
            other is creature
            or not rules.space.stands_on(rules, creature, other)
            or creature.condition.mount == other.name
        ):
            continue
        top = other.box.z1 + 1
        beneath = overlap(shaft._replace(z0=other.box.z1, z1=other.box.z1), other.box)
        if beneath and top <= anchor[2] and (found is None or top > found):
            found = top
    return found


def depth_below(world: World, creature: Creature, anchor: Cube) -> int:
    """Returns how deep the water is where a creature lands, in squares; 0 on dry ground."""
    board, top = world.board, anchor[2]
    depths = [
        board.tile(x, y).water
        for x, y in footprint(creature.size.side, anchor)
        if (x, y) in board and board.surface(x, y) == top and board.tile(x, y).terrain != "blocked"
    ]
    return min(depths) if depths else 0

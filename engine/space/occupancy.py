"""Who may stay where, and what becomes of a creature that may not."""

from ...components.events import Moved, Rolled
from ...components.plan import Walk
from ...components.position import Cube
from ..board.board import Board
from ..effects.hit_points import gain, lose
from ..geometry.bitboard import Offset
from ..geometry.boxes import Box, overlap
from ..geometry.directions import row_order
from ..navigation.nav_grid import NavGrid
from ..navigation.occupied_grid import OccupiedGrid, nav_grid_for, occupied_grid_of
from ..rules.distances import squares_between
from ..rules.move_options import ORDINARY, MoveOptions
from ..rules.ruleset import World
from ..state.creature import Creature
from .support import holds_at

LEAST = 0.01
"""Feet of room below which nobody goes, by whatever skill."""


def ground_of(world: World, creature: Creature) -> NavGrid:
    """The ground of a creature's ordinary movement, drawn in beside enemies where the rules let it.

    Whoever goes through an enemy's squares does not draw in beside that enemy.
    """
    act = creature.queue.acts[0] if creature.queue.acts else None
    through = isinstance(act, Walk) and any(stride.through for stride in act.strides)
    if world.rules.sizes.squeeze_beside and creature.size.side > 1 and not through:
        return occupied_grid_of(world, creature, ORDINARY).nav_grid
    return nav_grid_for(world, creature, ORDINARY)


def cramped(world: World, creature: Creature) -> bool:
    """Whether it is in room too narrow for ordinary squeezing, where only skill brings it."""
    if creature.shape is None and not narrow_tiles(world):
        return False
    made = ground_of(world, creature)
    bit = made.layout.bit(creature.cube)
    if not bit or bit & made.enterable:
        return False
    wide = occupied_grid_of(world, creature, MoveOptions(least=LEAST)).nav_grid
    return bool(wide.layout.bit(creature.cube) & wide.enterable)


def narrow_about(world: World, creature: Creature) -> bool:
    """Whether the board has any place at which a creature of that size could squeeze."""
    return creature.size.side > 1 or narrow_tiles(world)


def narrow_tiles(world: World) -> bool:
    """Whether any square of the board has less than five feet of room."""
    found = world.board.caches.get("narrow")
    if not isinstance(found, bool):
        found = any(tile.width < 5 for tile in world.board.kinds())
        world.board.caches["narrow"] = found
    return found


def drawn_in(board: Board, anchor: Cube, side: int) -> Box | None:
    """The cubes that stay open to a body whose space overlaps what is blocked; None where nothing is in its way."""
    if side == 1:
        return None
    x0, y0, z = anchor
    squares = [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side)]
    open_squares = [square for square in squares if not board.blocked(*square, z)]
    if not open_squares or len(open_squares) == len(squares):
        return None
    xs, ys = [x for x, _ in open_squares], [y for _, y in open_squares]
    return Box(min(xs), min(ys), z, max(xs), max(ys), z + side - 1)


def settle_shape(world: World, creature: Creature) -> None:
    """Draw a body in to the cubes that are open where its space overlaps what is blocked.

    (srd.squeeze.large-in-one-wide, srd.squeeze.bigger-centred, asc.squeeze.large-in-one-wide,
    asc.squeeze.bigger-centred)
    """
    mount = world.mount_of(creature)
    if mount is not None and world.rules.space.riders_merge:
        creature.shape = mount.box
    elif creature.size.side > 1:
        creature.shape = drawn_in(world.board, creature.cube, creature.size.side)


def take_place(world: World, creature: Creature, there: Cube) -> None:
    """A body is in another place: its shape is settled there, and what followed from where it was is stale."""
    creature.position.go(there)
    creature.shape = None
    settle_shape(world, creature)
    world.touch()


def settle_squeeze(world: World, creature: Creature) -> None:
    """Begin or end squeezing by the room where a creature now is."""
    condition = world.rules.sizes.squeeze_condition
    if condition is None:
        return
    if not narrow_about(world, creature) and condition not in creature.condition.held:
        return
    made = ground_of(world, creature)
    bit = made.layout.bit(creature.cube)
    tight = bool(bit & made.tight) or cramped(world, creature)
    if not tight and creature.size.side == 1:
        x, y, _ = creature.cube
        tight = (x, y) in world.board and world.board.tile(x, y).width < min(creature.size.room, 5.0)
    if tight:
        gain(world, creature, condition, rules=world.rules.cite("squeeze"))
    elif condition in creature.condition.held and not sharing_tightly(world, creature):
        lose(world, creature, condition, rules=world.rules.cite("squeeze"))


def sharing_tightly(world: World, creature: Creature) -> bool:
    """Whether it squeezes because another is in the same space."""
    rules = world.rules
    return any(rules.space.access(rules, creature, other, ORDINARY).squeeze for other in sharing(world, creature))


def sharers(world: World, creature: Creature) -> list[Creature]:
    """Others whose space meets the creature's, riders and mounts left out."""
    present = sharing(world, creature)
    return [
        other
        for other in present
        if other.condition.mount != creature.name
        and creature.condition.mount != other.name
        and other.condition.carried_by != creature.name
        and creature.condition.carried_by != other.name
    ]


def sharing(world: World, creature: Creature) -> list[Creature]:
    """Others whose space meets the creature's, whatever they are to each other."""
    box = creature.box
    x0, y0, _, x1, y1, _ = box
    found = []
    for other in world.creatures:
        if other.shape is None:
            # Most are nowhere near, and this is asked about everybody at every step.
            at, side = other.position, other.size.side
            if at.x > x1 or at.x + side <= x0 or at.y > y1 or at.y + side <= y0:
                continue
        if other is not creature and overlap(box, other.box):
            found.append(other)
    return found


def may_rest(world: World, creature: Creature) -> bool:
    """Whether the rules let the creature stay where it is, as far as others are concerned."""
    present = sharers(world, creature)
    if not present:
        return True
    rules = world.rules
    small: list[Creature] = []
    for other in present:
        passing = rules.space.access(rules, creature, other, ORDINARY)
        if not passing.stop and not (passing.enter and other.name == creature.condition.grabbed_by):
            return False
        if creature.size.room < 5 and other.size.room < 5:
            small.append(other)
    return not small or rules.space.square_capacity(rules, creature, small)


def squeeze_together(world: World, creature: Creature) -> None:
    """A creature stays where it may not: it and those it shares the space with squeeze."""
    condition = world.rules.sizes.squeeze_condition
    if condition is None:
        return
    present = [other for other in sharers(world, creature) if sharing_tightly(world, other)]
    for one in (creature, *present):
        gain(world, one, condition, rules=world.rules.cite("squeeze.sharing", "squeeze"))


def let_go(world: World, creature: Creature) -> None:
    """A rider or climber that is no longer on its mount is no longer said to be."""
    mount = world.mount_of(creature)
    if mount is None:
        return
    box, under = creature.space, mount.box
    if overlap(box._replace(z0=box.z0 - 1), under):
        return
    creature.condition.mount = None
    creature.shape = None
    settle_shape(world, creature)
    lose(world, creature, "climbing")
    world.creature_changed(creature)
    world.stirred.add(creature.name)


def riders_follow(
    world: World, mount: Creature, step: Offset, *, but: str | None = None
) -> list[tuple[Creature, Cube]]:
    """Whoever rides or climbs a creature goes where that goes, and so do those who ride on them.

    They keep their place on it; one whose place would be off it is drawn in to it. Returns them with the
    places they have left; `but` is left behind.
    """
    gone: list[tuple[Creature, Cube]] = []
    dx, dy, dz = step
    under = [mount]
    while under:
        beneath = under.pop()
        for rider in world.creatures:
            if rider.condition.mount != beneath.name or rider.name == but or rider is mount:
                continue
            if any(rider is other for other, _ in gone):
                continue
            x, y, z = here = rider.cube
            box, reach, board = beneath.space, rider.size.side - 1, world.board
            there = (
                min(max(x + dx, box.x0), max(box.x1 - reach, box.x0), board.width - 1 - reach),
                min(max(y + dy, box.y0), max(box.y1 - reach, box.y0), board.height - 1 - reach),
                min(max(z + dz, box.z0), box.z1 + 1),
            )
            take_place(world, rider, there)
            gone.append((rider, here))
            under.append(rider)
    return gone


def displaced(world: World, creature: Creature) -> None:
    """Put a creature that may not stay where it is into a place where it may, as its ruleset says."""
    rules = world.rules
    if rules.space.overlap(world, creature):
        return
    here = creature.cube
    legal = creature.queue.legal
    if rules.space.put_back == "stay":
        squeeze_together(world, creature)
        return
    if rules.space.put_back == "last":
        there = legal
    else:
        there = nearest_place(world, creature, legal if rules.space.put_back == "last-or-nearer" else None)
    if there != here:
        put_back(world, creature, there)


def put_back(world: World, creature: Creature, there: Cube) -> None:
    """Put a creature into another place for having come to be where it may not stay."""
    rules, here = world.rules, creature.cube
    take_place(world, creature, there)
    riders_follow(world, creature, (there[0] - here[0], there[1] - here[1], there[2] - here[2]))
    world.emit(Moved(who=creature.name, from_=here, to=there, cost=0, mode="put-back", rules=rules.cite("put-back")))
    let_go(world, creature)
    world.stirred.add(creature.name)


def nearest_place(world: World, creature: Creature, last: Cube | None) -> Cube:
    """The nearest place where it may stay and something holds it; `last` wins unless another is strictly nearer."""
    rules = world.rules
    here = creature.cube
    grid = OccupiedGrid(world, creature)
    stop = grid.stoppable() & (grid.nav_grid.walk | grid.nav_grid.swim | grid.nav_grid.air)
    limit = squares_between(rules, creature.at(here), creature.at(last)) if last is not None else 40
    near: list[Cube] = []
    best = limit
    x0, y0, _ = here
    reach = min(limit, 40)
    layout = grid.layout
    box = layout.box(x0 - reach, y0 - reach, layout.low, x0 + reach, y0 + reach, layout.high)
    for cube in layout.cubes(stop & box):
        far = squares_between(rules, creature.at(here), creature.at(cube))
        if cube == here or far > best or holds_at(world, creature, cube) is None:
            continue
        if far < best or (far == best and near):
            if far < best:
                near = []
            best = far
            near.append(cube)
    if not near:
        return last if last is not None else here
    near.sort(key=row_order)
    if not rules.space.nearest_by_die:
        return near[0]
    return near[draw(world, creature, len(near))]


def draw(world: World, creature: Creature, count: int) -> int:
    """An even draw over `count` equal candidates; no die is rolled for one."""
    if count == 1:
        return 0
    result = world.dice.roll(1, count)
    world.emit(
        Rolled(
            who=creature.name,
            for_="closest",
            dice=f"1d{count}",
            results=result,
            total=result[0],
            dc=None,
            outcome="drawn",
            rules=world.rules.cite("closest-tie"),
        )
    )
    return result[0] - 1

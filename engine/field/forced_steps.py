"""Destinations of forced movement, of set-down creatures and of creatures that are put back."""

from collections.abc import Callable, Iterator

from ...components.intents import Square
from ...components.plan import ARRIVING, ORDINARY
from ...components.position import Cube, Mode
from ..board.board import Board
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import Box, cubes, overlap, row_order, step_of
from ..messages import _, english
from ..rules.budget import modes_now, squares_between
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .compile_ground import ground_of
from .field import Field, field_of, ground_for
from .ground import Ground, MoverKind
from .shapes import has_room
from .support import holds_at, lifted, resting_height

# --- moved by force


def squares_left(rules: Ruleset, target: Creature, distance: int) -> int:
    """Returns how many squares a target is moved by force, after its own reductions.

    (ep.forced.resistance, ep.forced.reductions-add)
    """
    return max(rules.squares(distance - sum(target.body.forced_reductions)), 0)


def settle_forced(world: World, target: Creature, square: Square, here: Cube) -> Cube:
    """Returns the cube that a target enters when it is forced onto `square`."""
    if len(square) == 3:
        return (square[0], square[1], square[2])
    x, y, board = square[0], square[1], world.board
    if (x, y) not in board or here[2] == board.traits.level or lifted(world, target, here):
        return (x, y, here[2])
    rest = resting_height(world, target, x, y, here[2])
    along = rest == here[2] - 1 or (rest == here[2] + 1 and _walks_up(world, target, here, (x, y, rest)))
    return (x, y, rest if along else here[2])


def is_diagonal(world: World, target: Creature, here: Cube, there: Cube) -> bool:
    """True if the step is diagonal. A small change of height on the ground does not count."""
    dx, dy, dz = step_of(here, there)
    if dx and dy:
        return True
    if not dz or not (dx or dy):
        return False
    return lifted(world, target, here) or there[2] != resting_height(world, target, there[0], there[1], here[2])


def _walks_up(world: World, target: Creature, here: Cube, there: Cube) -> bool:
    made, step = loose_ground(world, target), step_of(here, there)
    bit = made.layout.bit(there)
    return any(stride.mode == "walk" and stride.step == step and stride.into & bit for stride in made.strides)


def loose_ground(world: World, target: Creature, *, airborne: bool = False) -> Ground:
    """Returns the possible places and steps of a creature that is moved by force."""
    rules, size = world.rules, target.size
    burrows = target.speed.listed.get("burrow", 0) > 0
    digs = rules.forced.through_earth and (in_earth if burrows else under_ground)(world, target)
    digs = digs or (rules.forced.into_earth and any(mode == "burrow" for mode, _ in modes_now(rules, target)))
    digs = digs and not airborne and not target.has("object")
    modes: list[tuple[Mode, bool]] = [("walk", True), ("swim", True), ("fly", True)]
    if digs:
        modes.append(("burrow", True))
    room = min(size.room, rules.sizes.rows[size.name].side * 5.0)
    loose = MoverKind(
        side=size.side,
        modes=tuple(modes),
        least=room,
        least_open=False,
        room=room,
        digs=frozenset({*rules.terrain.digs, *target.body.burrows}),
        pits=True,
        delves=digs,
        corners=filled_corners(world, target),
    )
    return ground_of(world.board, rules, loose)


def filled_corners(world: World, creature: Creature) -> tuple[Box, ...]:
    rules = world.rules
    return tuple(
        other.box
        for other in world.creatures
        if other is not creature and other.has("object") and rules.space.access(rules, creature, other, ORDINARY).corner
    )


def under_ground(world: World, creature: Creature) -> bool:
    board = world.board
    return all((x, y) in board and board.solid(x, y, z) for x, y, z in cubes(creature.box))


def in_earth(world: World, creature: Creature) -> bool:
    board = world.board
    return any((x, y) in board and board.solid(x, y, z) for x, y, z in cubes(creature.box))


def forced_room(world: World, target: Creature, there: Cube) -> bool:
    """True if the target fits at `there` without squeezing. Other creatures are ignored."""
    made = loose_ground(world, target)
    bit = made.layout.bit(there)
    return bool(bit & made.enterable) and not bit & made.tight


def cuts(made: Ground, here: Cube, there: Cube) -> bool:
    """True if a step through the air cuts the corner of a wall or filled square."""
    x, y, z = there[0], there[1], max(here[2], there[2])
    bit = made.layout.bit((x, y, z))
    return not any(stride.into & bit for stride in made.by_step.get((x - here[0], y - here[1], 0), ()))


def open_air(world: World, creature: Creature, there: Cube) -> bool:
    """True if a jumping creature can pass through `there` without touching ground or walls."""
    made = loose_ground(world, creature, airborne=True)
    bit = made.layout.bit(there)
    dx, dy, _ = step_of(creature.cube, there)
    beside = max(abs(dx), abs(dy)) == 1
    return bool(bit & made.enterable) and not bit & made.tight and not (beside and cuts(made, creature.cube, there))


def forced_fits(
    world: World,
    target: Creature,
    here: Cube,
    there: Cube,
    *,
    creatures: bool = True,
    overruled: bool = False,
) -> str | None:
    """Says why the target cannot be forced one square to `there`; None if it can.

    Without `creatures` only objects block. If `overruled`, any free place is allowed.
    """
    made = loose_ground(world, target)
    bit = made.layout.bit(there)
    step = step_of(here, there)
    if not bit & made.enterable or bit & made.tight:
        return _("something blocks the way")
    # Out of the ground the body moves into any clear place beside it.
    buried = not made.layout.bit(here) & made.enterable and in_earth(world, target)
    if not buried and not any(stride.step == step and stride.into & bit for stride in made.strides):
        return _("something blocks the way")
    if overruled:
        return None
    barred = world.rules.forced.bars(world, target, here, there)
    if barred is not None:
        return barred
    box, joined = target.at(there), world.concerns.joined
    for other in world.creatures:
        if other is target or (joined and world.together(other, target)):
            continue
        if not creatures and not other.has("object"):
            continue
        if world.rules.space.is_ground(world.rules, other):
            continue
        if overlap(other.box, box) and not world.rules.forced.goes_over(world.rules, target, other):
            # A creature already in another's space may be moved about in it, but a rider is there by its mount's leave.
            if (
                world.rules.forced.inside_others
                and target.condition.mount is None
                and overlap(other.box, target.box)
                and overlap(other.box, target.at(here))
            ):
                continue
            return english("{other} is in the way", other=other.name)
    return None


def harmful(world: World, creature: Creature, there: Cube) -> bool:
    """True if the creature would touch damaging ground, or water that harms it, at `there`."""
    board, side = world.board, creature.size.side
    x0, y0, z = there
    squares = [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side)]
    tiles = [board.tile(x, y) for x, y in squares if (x, y) in board]
    return any(tile.harms and tile.floor <= z < tile.floor + max(tile.water, 1) for tile in tiles)


def dangerous(world: World, creature: Creature, there: Cube) -> bool:
    """True if the place `there` is harmful to the creature, or lets it fall."""
    return harmful(world, creature, there) or drop_ahead(world, creature, there)


def elects_prone(world: World, target: Creature, there: Cube) -> bool:
    """True if the target, without being asked, falls prone in order to stop before this square."""
    if not world.rules.forced.elects_prone or target.prone:
        return False
    when = target.body.elects_prone
    return when == "always" or (when == "hazard" and dangerous(world, target, there))


def drop_ahead(world: World, target: Creature, there: Cube) -> bool:
    return holds_at(world, target, there) is None


# --- set down


def open_grid(world: World, creature: Creature, board: Board | None = None) -> Ground:
    """Returns the possible places and steps of a creature that could also cross air and water."""
    kind = field_of(world, creature, ORDINARY).ground.kind
    modes: list[tuple[Mode, bool]] = [("walk", True), ("swim", True), ("fly", True)]
    if dict(kind.modes).get("burrow") is not None:
        modes.append(("burrow", True))
    return ground_of(
        board or world.board,
        world.rules,
        kind._replace(
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
    world: World, creature: Creature, start: Cube, most: int, board: Board | None = None, *, passable: bool = False
) -> Iterator[tuple[int, list[Cube]]]:
    """Yields (distance in squares, places) along open paths from `start`, nearest first.

    With `passable`, paths avoid creatures that cannot be passed.
    """
    made = open_grid(world, creature, board)
    layout = made.layout
    if start not in layout:
        return
    shut = closed_by_others(world, creature, made, start) if passable else closed_by_objects(world, creature, made)
    low = layout.box(0, 0, layout.low, layout.width - 1, layout.height - 1, start[2]) if passable else -1
    cycle = (1, 2) if world.rules.grid.distance_cycle == "alternating" else (1,)
    first = layout.bit(start)
    fronts: dict[int, list[Bitboard]] = {0: [first, *([0] * (len(cycle) - 1))]}
    seen = [0] * len(cycle)
    told = 0
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
                if stride.step[2] > 0 and stride.mode != "walk":
                    into &= low
                if not into:
                    continue
                price = cycle[turn] if stride.diagonal else 1
                after = (turn + stride.diagonal) % len(cycle)
                fronts.setdefault(squares + price, [0] * len(cycle))[after] |= into
        if fresh:
            told |= fresh
            yield squares, sorted(layout.cubes(fresh))


def closed_by_objects(world: World, creature: Creature, made: Ground) -> Bitboard:
    shut = 0
    for other in world.creatures:
        thing = other is not creature and other.has("object")
        if thing and not world.rules.space.access(world.rules, creature, other, ORDINARY).enter:
            shut |= made.over(other.box)
    return shut


def closed_by_others(world: World, creature: Creature, made: Ground, start: Cube) -> Bitboard:
    rules, space, shut = world.rules, creature.at(start), 0
    for other in world.creatures:
        if other is creature or world.together(other, creature) or overlap(space, other.box):
            continue
        if not rules.space.access(rules, creature, other, ARRIVING).enter:
            shut |= made.over(other.box)
    return shut


def leads_beside(world: World, creature: Creature, source: Box, there: Cube) -> bool:
    """True if one unobstructed step leads the creature from the space `source` to `there`."""
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
    """True if the creature can step from the space `source` onto the square beside it."""
    return any(leads_beside(world, creature, source, (*square, z)) for z in range(source.z0, source.z1 + 2))


def carried_by(world: World, carrier: Creature) -> list[Creature]:
    if not world.concerns.joined:
        return []
    return [other for other in world.creatures if other.condition.carried_by == carrier.name]


def around(carrier: Box, side: int) -> Iterator[tuple[int, int]]:
    for y in range(carrier.y0 - side, carrier.y1 + 2):
        for x in range(carrier.x0 - side, carrier.x1 + 2):
            apart = x + side - 1 < carrier.x0 or x > carrier.x1 or y + side - 1 < carrier.y0 or y > carrier.y1
            if apart:
                yield x, y


def may_be_set_down(world: World, carrier: Creature, space: Box, carried: Creature, there: Cube) -> bool:
    """True if a carrier may set down the carried creature at `there`.

    The place must be open, beside the carrier, supported and wide enough.
    """
    if not forced_room(world, carried, there) or overlap(space, carried.at(there)):
        return False
    if drop_ahead(world, carried, there) or not leads_beside(world, carried, space, there):
        return False
    rules, place = world.rules, carried.at(there)
    small: list[Creature] = []
    for other in world.creatures:
        if other is carrier or other is carried or not overlap(other.box, place):
            continue
        access = rules.space.access(rules, carried, other, ORDINARY)
        if not access.stop or access.squeeze:
            return False
        if carried.size.room < 5 and other.size.room < 5:
            small.append(other)
    return not small or rules.space.square_capacity(rules, carried, small)


def place_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Cube | None:
    """Returns the best place beside the carrier to set a creature down.

    Safe and dry comes first, then safe, then any.
    """
    found = list(places_for(world, carrier, space, carried))
    safe = [there for there in found if not dangerous(world, carried, there)]
    dry = (there for there in safe if not out_of_depth(world, carried, there))
    return next(dry, next(iter(safe or found), None))


def out_of_depth(world: World, creature: Creature, there: Cube) -> bool:
    """True if the place `there` is in water and the creature cannot swim."""
    return holds_at(world, creature, there) == "swim" and not any(
        mode == "swim" for mode, _ in modes_now(world.rules, creature)
    )


def places_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Iterator[Cube]:
    """Yields the places beside the carrier where it may set down the carried creature."""
    for x, y in around(space, carried.size.side):
        there = settle_forced(world, carried, (x, y), (carried.cube[0], carried.cube[1], space.z0))
        if may_be_set_down(world, carrier, space, carried, there):
            yield there


# --- put back


FARTHEST = 40
"""The most squares that `nearest_places` searches around a creature."""


def may_lie(world: World, creature: Creature, cube: Cube) -> bool:
    return holds_at(world, creature, cube) is not None and (
        not creature.has("object") or has_room(world, creature, cube)
    )


def nearest_places(
    world: World,
    creature: Creature,
    last: Cube | None = None,
    *,
    start: Cube | None = None,
    side: Cube | None = None,
    ways: Board | None = None,
    open_to: Callable[[Cube], bool] = lambda cube: True,
) -> list[Cube]:
    """Returns the nearest places to `start` with support where the creature may stay, by rows.

    Places that the creature can walk to come first, then connected places, then all others.
    `open_to` says of a place whether the creature may arrive there.
    """
    rules, here = world.rules, creature.cube if start is None else start
    plain = ground_for(world, creature, ARRIVING)
    # Who is below or above all places of the board is put among them.
    grid = Field(world, creature, ARRIVING, ground=None if creature.cube in plain.layout else plain)
    layout, nav = grid.layout, grid.ground
    own = layout.bit(creature.cube) if creature.cube in layout else 0
    before = nav if ways is None else ground_of(ways, rules, nav.kind)
    began = before.layout.bit(here) if here in before.layout else 0
    # Never where it is, nor where it would have to squeeze in with another; clinging to a wall only as a last resort.
    stop = grid.stoppable() & ~(grid.crowd.shared | own)
    stop = stop & (nav.walk | nav.swim | nav.air) or stop
    if not began & before.shut:
        stop &= ~nav.shut
    swims = began & before.swim or any(mode == "swim" for mode, _ in modes_now(rules, creature))
    for passable in (True, False):
        allowed = stop if swims or not passable else stop & ~nav.swim
        for _squares, places in by_distance(world, creature, here, FARTHEST, ways, passable=passable):
            near = [
                cube
                for cube in places
                if cube in layout and layout.bit(cube) & allowed and may_lie(world, creature, cube) and open_to(cube)
            ]
            if last is not None and last in places:
                return [last]
            if near:
                near = near if swims else _dry(near, layout.bit, nav.swim)
                return sorted(near if side is None else _beside(world, creature, side, near), key=row_order)
        if last is not None:
            return [last]
    space = creature.at(here)
    far = [cube for cube in layout.cubes(stop) if may_lie(world, creature, cube) and open_to(cube)]
    by_squares = {cube: squares_between(rules, space, creature.at(cube)) for cube in far}
    least = min(by_squares.values(), default=0)
    near = [cube for cube in far if by_squares[cube] == least] or [creature.cube]
    return sorted(near if swims else _dry(near, layout.bit, nav.swim), key=row_order)


def _dry(near: list[Cube], bit: Callable[[Cube], Bitboard], water: Bitboard) -> list[Cube]:
    return [cube for cube in near if not bit(cube) & water] or near


def _beside(world: World, creature: Creature, side: Cube, near: list[Cube]) -> list[Cube]:
    squares = [squares_between(world.rules, creature.at(side), creature.at(cube)) for cube in near]
    return [cube for cube, far in zip(near, squares, strict=True) if far == min(squares)]

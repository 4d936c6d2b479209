"""The cubes of creatures, and shared space."""

from itertools import pairwise
from operator import attrgetter

from ...components.plan import ORDINARY, MoveOptions, Walk
from ...components.position import Cube
from ..board.board import Board
from ..board.tiles import SQUARE_FEET
from ..geometry.boxes import Box, Spaces, footprint, overlap
from ..rules.budget import modes_now
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .compile_ground import ground_of
from .field import field_of, ground_for
from .ground import Ground
from .support import holds_at

SQUARE, SIDE = attrgetter("position.x", "position.y"), attrgetter("size.side")


def drawn_in(
    board: Board,
    anchor: Cube,
    side: int,
    came: Cube | None = None,
    *,
    least: float = 0.0,
    pits: bool = False,
    beside: Spaces = (),
) -> Box | None:
    """Returns the open rows or columns of its space that a large squeezing body fills.

    None if the body fills its whole space. Of less than `least` feet it fills them only where no others are open. With
    `pits`, squares with a pit are not filled. The body squeezes past the spaces `beside`.
    """
    if side == 1:
        return None
    if beside and not meets(anchor, side, beside):
        beside = ()
    strips = open_strips(board, anchor, side, pits, beside)
    if pits and not strips:
        # a body that landed where pits leave nothing open lies across them
        strips = open_strips(board, anchor, side, False, beside)
    if (0, 0, side) in strips and (1, 0, side) in strips:
        return None
    x0, y0, z = anchor
    if not strips:
        squares = [
            (x, y)
            for y in range(y0, y0 + side)
            for x in range(x0, x0 + side)
            if not (board.blocked(x, y, z) or held_by(beside, x, y, z, side))
        ]
        if not squares or len(squares) == side * side:
            return None
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        return Box(min(xs), min(ys), z, max(xs), max(ys), z + side - 1)
    strips = [strip for strip in strips if width_of(board, anchor, side, strip) >= least] or strips
    step = (0, 0) if came is None else (x0 - came[0], y0 - came[1])
    before = open_strips(board, came, side, pits, beside) if came is not None and max(map(abs, step)) == 1 else []

    def rank(strip: tuple[int, int, int]) -> tuple[bool, int, bool, int, int]:
        axis, start, count = strip
        across = bool(step[1 - axis] and not step[axis])
        return (across, -count, (axis, start + step[1 - axis], count) not in before, axis, start)

    axis, start, count = min(strips, key=rank)
    last = start + count - 1
    if axis == 0:
        return Box(x0, y0 + start, z, x0 + side - 1, y0 + last, z + side - 1)
    return Box(x0 + start, y0, z, x0 + last, y0 + side - 1, z + side - 1)


def least_width(rules: Ruleset, size: str) -> float:
    """Returns the narrowest gap in feet that this size enters without a check."""
    return rules.sizes.squeeze_least(rules, rules.sizes.rows[size])


def width_of(board: Board, anchor: Cube, side: int, strip: tuple[int, int, int]) -> float:
    """Returns the width in feet of some rows or columns. Each is as wide as its narrowest square."""
    axis, start, count = strip
    if not board.traits.narrow:
        return SQUARE_FEET * count
    x, y, _ = anchor
    squares = (
        [(x + i, y + j) if axis == 0 else (x + j, y + i) for i in range(side)] for j in range(start, start + count)
    )
    return sum(min(board.tile(*square).width for square in line) for line in squares)


def held_by(spaces: Spaces, x: int, y: int, z: int, side: int) -> bool:
    """True if a space bars the square to a body at the height `z`. The body is as high as it is wide."""
    return any(x0 <= x <= x1 and y0 <= y <= y1 and z0 - side < z <= z1 for x0, y0, z0, x1, y1, z1 in spaces)


def meets(anchor: Cube, side: int, spaces: Spaces) -> bool:
    """True if a body overlaps one of the spaces."""
    x, y, z = anchor
    return any(x0 - side < x <= x1 and y0 - side < y <= y1 and z0 - side < z <= z1 for x0, y0, z0, x1, y1, z1 in spaces)


def open_strips(
    board: Board, anchor: Cube, side: int, pits: bool = False, beside: Spaces = ()
) -> list[tuple[int, int, int]]:
    """Returns (axis, first, number) of the open rows and columns in a large body's space."""
    x0, y0, z = anchor
    found: list[tuple[int, int, int]] = []
    for axis in (0, 1):
        lines = [[(x0 + i, y0 + j) if axis == 0 else (x0 + j, y0 + i) for i in range(side)] for j in range(side)]
        whole = [
            not any(
                board.blocked(x, y, z)
                or (pits and over_pit(board, x, y, z))
                or (beside and held_by(beside, x, y, z, side))
                for x, y in line
            )
            and not any(board.wall_between((*a, z), (*b, z)) for a, b in pairwise(line))
            for line in lines
        ]
        parted = [
            any(board.wall_between((*a, z), (*b, z)) for a, b in zip(one, other, strict=True))
            for one, other in pairwise(lines)
        ]
        for start in range(side):
            for count in range(1, side - start + 1):
                if not whole[start + count - 1] or (count > 1 and parted[start + count - 2]):
                    break
                found.append((axis, start, count))
    return found


def over_pit(board: Board, x: int, y: int, z: int) -> bool:
    tile = board.tile(x, y)
    return tile.pit and z > tile.floor


LEAST = 0.01
"""Least width in feet for movement by skill."""


def present_ground(world: World, creature: Creature) -> Ground:
    if squeezes_past(world, creature, walk_of(creature)):
        return field_of(world, creature, ORDINARY).ground
    return ground_for(world, creature, ORDINARY)


def walk_of(creature: Creature) -> Walk | None:
    """Returns the walk that the creature is on."""
    act = creature.queue.acts[0] if creature.queue.acts else None
    return act if isinstance(act, Walk) else None


def squeezes_past(world: World, creature: Creature, walk: Walk | None) -> bool:
    if not world.rules.sizes.squeeze_beside or creature.size.side == 1:
        return False
    return walk is None or not any(stride.through for stride in walk.strides)


def spaces_beside(world: World, creature: Creature, walk: Walk | None) -> Spaces:
    """Returns the spaces of the creatures that a walking creature may only squeeze past.

    (srd.squeeze.past-opponent, asc.squeeze.past-opponent)
    """
    if not squeezes_past(world, creature, walk):
        return ()
    return field_of(world, creature, ORDINARY).ground.kind.extra_blocked


def cramped(world: World, creature: Creature) -> bool:
    """True if the creature's place is so narrow that it needs a check to be there."""
    if creature.shape is None and not world.board.traits.narrow:
        return False
    made = present_ground(world, creature)
    bit = made.layout.bit(creature.cube)
    if not bit or bit & made.enterable:
        return False
    wide = field_of(world, creature, MoveOptions(least=LEAST)).ground
    return bool(wide.layout.bit(creature.cube) & wide.enterable)


def shape_at(
    world: World, creature: Creature, there: Cube, came: Cube | None, *, walks: bool, beside: Spaces = ()
) -> Box | None:
    """Returns the cubes that a squeezing creature fills at `there`; None for its whole space."""
    if creature.size.side == 1:
        return None
    pits = walks and world.rules.terrain.pits_closed and holds_at(world, creature, there) is not None
    least = least_width(world.rules, creature.size.name)
    return drawn_in(world.board, there, creature.size.side, came, least=least, pits=pits, beside=beside)


def sharing_tightly(world: World, creature: Creature) -> bool:
    """True if the creature must squeeze because it shares squares with another one."""
    return any(tight_beside(world, creature, other) for other in sharers(world, creature))


def tight_beside(world: World, creature: Creature, other: Creature) -> bool:
    """True if one of two creatures must squeeze when both are in the same squares."""
    rules = world.rules
    pairs = ((creature, other), (other, creature))
    return any(rules.space.access(rules, one, its, ORDINARY).squeeze for one, its in pairs)


def sharers(world: World, creature: Creature, space: Box | None = None) -> list[Creature]:
    present = sharing(world, creature, space)
    if not present or not world.concerns.joined:
        return present
    return [other for other in present if not world.together(other, creature)]


def crowded(world: World) -> list[Creature]:
    creatures = world.creatures
    if len(set(map(SQUARE, creatures))) == len(creatures) and max(map(SIDE, creatures), default=1) == 1:
        return []
    present: dict[tuple[int, int], list[Creature]] = {}
    for creature in creatures:
        for square in creature.box.footprint:
            present.setdefault(square, []).append(creature)
    names = {creature.name for together in present.values() if len(together) > 1 for creature in together}
    return [creature for creature in creatures if creature.name in names]


def sharing(world: World, creature: Creature, space: Box | None = None) -> list[Creature]:
    box = creature.box if space is None else space
    x0, y0, _, x1, y1, _ = box
    found = []
    for other in world.creatures:
        its = other.box  # compared here, because most creatures are far away and every step asks for all of them
        if its[0] > x1 or its[3] < x0 or its[1] > y1 or its[4] < y0:
            continue
        if other is not creature and overlap(box, its):
            found.append(other)
    return found


def may_rest(world: World, creature: Creature, options: MoveOptions = ORDINARY, space: Box | None = None) -> bool:
    """True if no other creature in these squares forbids the creature to stop there."""
    if not sharing(world, creature, space):
        return True
    rules = world.rules
    small: list[Creature] = []
    for other in sharers(world, creature, space):
        passing = rules.space.access(rules, creature, other, options)
        if not passing.stop and not (passing.enter and other.name == creature.condition.grabbed_by):
            return False
        if creature.size.room < 5 and other.size.room < 5:
            small.append(other)
    return not small or rules.space.square_capacity(rules, creature, small)


def has_room(world: World, creature: Creature, there: Cube, *, pits: bool = False) -> bool:
    """True if the place `there` is wide enough for the creature. Other creatures are ignored."""
    board, side = world.board, creature.size.side
    z = there[2]
    if z + side - 1 > board.ceiling and side == 1:
        return False
    squares = footprint(side, there)
    if any(square not in board for square in squares):
        return False
    if creature.has("object"):
        return not any(board.tile(*square).terrain == "blocked" for square in squares)
    rules = world.rules
    if all(board.solid(*square, z) for square in squares):
        burrows = any(mode == "burrow" for mode, _ in modes_now(rules, creature))
        return burrows or rules.terrain.walkers_in_earth or rules.terrain.phases(rules, creature)
    options = MoveOptions(pits=pits)
    made = ground_for(world, creature, options)  # mostly there is one already, for its walks
    if made.layout.bit(there) & made.enterable:
        return True
    if creature.size.side == 1 or least_width(rules, creature.size.name) < rules.sizes.rows[creature.size.name].room:
        made = ground_for(world, creature, options._replace(least=LEAST))
    if there not in made.layout:
        made = ground_of(board, rules, made.kind._replace(level=z))
    return (
        bool(made.layout.bit(there) & made.enterable)
        if there in made.layout
        else not any(board.blocked(*square, z) for square in squares)
    )

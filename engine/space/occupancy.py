"""Which creatures share a space, whether each may stay there, and the cubes into which a body draws in."""

from ...components.plan import Walk
from ...components.position import Cube
from ..geometry.boxes import Box, footprint, overlap
from ..navigation.drawn_in import drawn_in
from ..navigation.nav_grid import NavGrid, nav_grid
from ..navigation.occupied_grid import nav_grid_for, occupied_grid_of
from ..rules.move_options import ORDINARY, MoveOptions
from ..rules.movement_budget import modes_now
from ..rules.ruleset import World
from ..state.creature import Creature
from .support import holds_at

LEAST = 0.01
"""The least width in feet that any skill passes."""


def ground_of(world: World, creature: Creature) -> NavGrid:
    """The nav grid of a creature's ordinary movement, drawn in beside enemies if the rules allow it.

    A creature that passes through an enemy's squares does not draw in beside it.
    """
    act = creature.queue.acts[0] if creature.queue.acts else None
    through = isinstance(act, Walk) and any(stride.through for stride in act.strides)
    if world.rules.sizes.squeeze_beside and creature.size.side > 1 and not through:
        return occupied_grid_of(world, creature, ORDINARY).nav_grid
    return nav_grid_for(world, creature, ORDINARY)


def cramped(world: World, creature: Creature) -> bool:
    """Whether it is in a place too narrow for ordinary squeezing, reachable only by skill."""
    if creature.shape is None and not world.board.traits.narrow:
        return False
    made = ground_of(world, creature)
    bit = made.layout.bit(creature.cube)
    if not bit or bit & made.enterable:
        return False
    wide = occupied_grid_of(world, creature, MoveOptions(least=LEAST)).nav_grid
    return bool(wide.layout.bit(creature.cube) & wide.enterable)


def shape_at(world: World, creature: Creature, there: Cube, came: Cube | None, *, walks: bool) -> Box | None:
    """The cubes that a creature would fill at `there` if it has to draw in; None: its whole space.

    `came` is its anchor before; a creature that `walks` keeps off pits where the rules close them.
    """
    if creature.size.side == 1:
        return None
    pits = walks and world.rules.terrain.pits_closed and holds_at(world, creature, there) is not None
    return drawn_in(world.board, there, creature.size.side, came, pits=pits)


def sharing_tightly(world: World, creature: Creature) -> bool:
    """Whether it squeezes because another is in the same space."""
    return any(tight_beside(world, creature, other) for other in sharers(world, creature))


def tight_beside(world: World, creature: Creature, other: Creature) -> bool:
    """Whether it squeezes because of one other creature in the same space."""
    return world.rules.space.access(world.rules, creature, other, ORDINARY).squeeze


def sharers(world: World, creature: Creature) -> list[Creature]:
    """Other creatures whose space overlaps the creature's, riders and mounts left out."""
    present = sharing(world, creature)
    if not present or not world.concerns.joined:
        return present
    return [other for other in present if not world.together(other, creature)]


def sharing(world: World, creature: Creature) -> list[Creature]:
    """Other creatures whose space overlaps the creature's, riders and mounts included."""
    box = creature.box
    x0, y0, _, x1, y1, _ = box
    found = []
    for other in world.creatures:
        if other.shape is None:
            # Written out, because most creatures are far away and every step runs this for all of them.
            at, side = other.position, other.size.side
            if at.x > x1 or at.x + side <= x0 or at.y > y1 or at.y + side <= y0:
                continue
        if other is not creature and overlap(box, other.box):
            found.append(other)
    return found


def may_rest(world: World, creature: Creature, options: MoveOptions = ORDINARY) -> bool:
    """Whether the rules let the creature stay where it is, as far as other creatures matter."""
    if not sharing(world, creature):
        return True
    rules = world.rules
    small: list[Creature] = []
    for other in sharers(world, creature):
        passing = rules.space.access(rules, creature, other, options)
        if not passing.stop and not (passing.enter and other.name == creature.condition.grabbed_by):
            return False
        if creature.size.room < 5 and other.size.room < 5:
            small.append(other)
    return not small or rules.space.square_capacity(rules, creature, small)


def has_room(world: World, creature: Creature, there: Cube) -> bool:
    """Whether a place is wide and open enough for the creature, squeezed, burrowed or aloft if need be.

    Other creatures are left aside.
    """
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
    row = rules.sizes.rows[creature.size.name]
    squeezes = creature.size.side == 1 or rules.sizes.squeeze_least(rules, row) < row.room
    made = nav_grid_for(world, creature, MoveOptions(least=0.01) if squeezes else MoveOptions())
    if there not in made.layout:
        made = nav_grid(board, rules, made.profile._replace(level=z))
    return (
        bool(made.layout.bit(there) & made.enterable)
        if there in made.layout
        else not any(board.blocked(*square, z) for square in squares)
    )

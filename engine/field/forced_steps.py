"""What stops forced movement: walls, narrow places and creatures, square by square."""

from ...components.intents import Square
from ...components.plan import ORDINARY, MoveOptions
from ...components.position import Cube, Mode
from ..geometry.boxes import Box, cubes, overlap
from ..geometry.directions import step_of
from ..messages import _, english
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .compile_ground import ground_of
from .ground import Ground, kind_of
from .support import holds_at, lifted, resting_height


def squares_left(rules: Ruleset, target: Creature, distance: int) -> int:
    """Whole squares of forced movement that the target's reductions leave of a distance; several sources add up.

    (ep.forced.resistance, ep.forced.reductions-add)
    """
    return max(rules.squares(distance - sum(target.body.forced_reductions)), 0)


def settle_forced(world: World, target: Creature, square: Square, here: Cube) -> Cube:
    """The cube that a path square without height means for a creature moved by force.

    It follows the ground: a floor one lower, or one higher up a ramp, counts as level.
    """
    if len(square) == 3:
        return (square[0], square[1], square[2])
    x, y = square[0], square[1]
    if (x, y) not in world.board or lifted(world, target, here):
        return (x, y, here[2])
    rest = resting_height(world, target, x, y, here[2])
    along = rest == here[2] - 1 or (rest == here[2] + 1 and _walks_up(world, target, here, (x, y, rest)))
    return (x, y, rest if along else here[2])


def is_diagonal(world: World, target: Creature, here: Cube, there: Cube) -> bool:
    """Whether a step counts as a diagonal: it changes two axes or three, beyond what the floor itself changes.

    For a creature on the ground, a floor or surface one lower, or one higher up a ramp, counts as level.
    """
    dx, dy, dz = step_of(here, there)
    if dx and dy:
        return True
    if not dz or not (dx or dy):
        return False
    return lifted(world, target, here) or there[2] != resting_height(world, target, there[0], there[1], here[2])


def _walks_up(world: World, target: Creature, here: Cube, there: Cube) -> bool:
    """Whether a step leads up a ramp or stairs, as in walking."""
    made, step = loose_ground(world, target), step_of(here, there)
    bit = made.layout.bit(there)
    return any(stride.mode == "walk" and stride.step == step and stride.into & bit for stride in made.strides)


def loose_ground(world: World, target: Creature, *, airborne: bool = False) -> Ground:
    """The ground of a body at full width by any mode; for an `airborne` one, earth blocks."""
    kind = kind_of(world.rules, target, MoveOptions(pits=True))
    burrows = target.speed.listed.get("burrow", 0) > 0
    digs = world.rules.forced.through_earth and (in_earth if burrows else under_ground)(world, target)
    digs = digs or (world.rules.forced.into_earth and any(mode == "burrow" for mode, _ in kind.modes))
    digs = digs and not airborne
    modes: list[tuple[Mode, bool]] = [("walk", True), ("swim", True), ("fly", True)]
    if digs:
        modes.append(("burrow", True))
    loose = type(kind)(
        side=kind.side,
        modes=tuple(modes),
        least=kind.room,
        least_open=False,
        room=kind.room,
        digs=kind.digs,
        pits=True,
        delves=digs,
        corners=filled_corners(world, target),
    )
    return ground_of(world.board, world.rules, loose)


def filled_corners(world: World, creature: Creature) -> tuple[Box, ...]:
    """The boxes of objects past whose corners a creature cannot cut."""
    rules = world.rules
    return tuple(
        other.box
        for other in world.creatures
        if other is not creature and other.has("object") and rules.space.access(rules, creature, other, ORDINARY).corner
    )


def under_ground(world: World, creature: Creature) -> bool:
    """Whether the whole body is in the ground; for a body half in it that does not burrow, the rest is a wall."""
    board = world.board
    return all((x, y) in board and board.solid(x, y, z) for x, y, z in cubes(creature.box))


def in_earth(world: World, creature: Creature) -> bool:
    """Whether any part of the body is in the ground."""
    board = world.board
    return any((x, y) in board and board.solid(x, y, z) for x, y, z in cubes(creature.box))


def forced_room(world: World, target: Creature, there: Cube) -> bool:
    """Whether a place has the full clearance for the target's body, other creatures left aside."""
    made = loose_ground(world, target)
    bit = made.layout.bit(there)
    return bool(bit & made.enterable) and not bit & made.tight


def forced_fits(
    world: World,
    target: Creature,
    here: Cube,
    there: Cube,
    *,
    creatures: bool = True,
    overruled: bool = False,
) -> str | None:
    """Why the target cannot be moved one square; None if it can.

    Without `creatures` only objects are in its way. `overruled`: a referee allows every place with the clearance,
    occupied or not.
    """
    made = loose_ground(world, target)
    bit = made.layout.bit(there)
    step = step_of(here, there)
    if not forced_room(world, target, there):
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
    box = target.at(there)
    for other in world.creatures:
        if other is target or world.together(other, target):
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
    """Whether a place touches ground or water that is a hazard or does damage; above it is safe."""
    board, side = world.board, creature.size.side
    x0, y0, z = there
    squares = [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side)]
    tiles = [board.tile(x, y) for x, y in squares if (x, y) in board]
    return any(tile.harms and tile.floor <= z < tile.floor + max(tile.water, 1) for tile in tiles)


def dangerous(world: World, creature: Creature, there: Cube) -> bool:
    """Whether a place is a hazard, does damage, or has nothing to hold the creature up."""
    return harmful(world, creature, there) or drop_ahead(world, creature, there)


def drop_ahead(world: World, target: Creature, there: Cube) -> bool:
    """Whether nothing would hold the target up at a place."""
    return holds_at(world, target, there) is None

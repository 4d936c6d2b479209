"""The answers to a battle's queries, with their arguments checked: reach, refusals, previews, squares."""

from collections.abc import Sequence
from typing import Any

from ...components.intents import Crawl, IntentBase, Move
from ...components.position import Cube
from ...engine.errors import spelled
from ...engine.geometry.boxes import Box
from ...engine.legality.judge import judge
from ...engine.legality.one_move import one_move, own_move
from ...engine.legality.preview import Preview, foresee
from ...engine.legality.several_moves import FartherReach, several_moves
from ...engine.navigation.occupied_grid import occupied_grid_of
from ...engine.navigation.reach import Reach
from ...engine.rules.move_options import MoveOptions
from ...engine.rules.movement_budget import MovementBudget
from ...engine.rules.ruleset import World
from ...engine.rules.turn_start import at_start
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal

MOST_ACTIONS = 4
"""The most move actions of a look ahead."""


def reach(world: World, creature: Creature, *, fresh: bool = False) -> Reach:
    """The reach of one ordinary move action: with what the creature has left, or with a fresh action."""
    turn = creature.turn
    if fresh and turn.open:
        world = world.copy()
        creature = world.named[creature.name]
        creature.turn.open = False
        world, creature = at_start(world, creature)
        return one_move(world, creature, going_on=False)
    if turn.open and not payable(world, creature):
        return _nowhere(world, creature)
    return own_move(world, creature) if turn.open else one_move(world, creature, going_on=False)


def payable(world: World, creature: Creature) -> bool:
    """Whether a creature on turn can still pay for an ordinary move (or for a crawl, if it crawls)."""
    rules = world.rules
    crawls = creature.is_any(rules.movement.crawlers) and rules.movement.prone_move != "crawl"
    wanted: IntentBase = Crawl(path=()) if crawls and "crawl" in rules.actions.costs else Move(path=())
    return not isinstance(judge(world, creature, wanted), Refusal)


def farther_reach(world: World, creature: Creature, actions: int, *, fresh: bool = False) -> FartherReach:
    """The reach of up to `actions` ordinary move actions.

    Raises:
        ValueError: that is no number of actions.
    """
    number_of(actions, "actions", 1, MOST_ACTIONS)
    first = reach(world, creature, fresh=fresh)
    world = first.grid.world
    world, creature = at_start(world, world.named[creature.name])
    if not payable(world, creature):
        return FartherReach(several_moves(world, creature, 1, first, lambda *_: first), world.board.stand)
    opens = creature.turn.pool_open
    return FartherReach(
        several_moves(
            world,
            creature,
            actions,
            first,
            lambda state, mover, factor: one_move(state, mover, factor, going_on=opens),
        ),
        world.board.stand,
    )


def _nowhere(world: World, creature: Creature) -> Reach:
    return Reach(occupied_grid_of(world, creature, MoveOptions()), MovementBudget(()))


def why(world: World, creature: Creature, wanted: IntentBase) -> Refusal | None:
    """Why a creature may not do that now, or at the start of its turn if that is not open; None if it may."""
    world, creature = at_start(world, creature)
    answer = judge(world, creature, wanted)
    return answer if isinstance(answer, Refusal) else None


def preview(world: World, creature: Creature, wanted: IntentBase) -> Preview | Refusal:
    """The preview of an intent now, or the refusal that forbids it."""
    world, creature = at_start(world, creature)
    return foresee(world, creature, wanted)


FARTHEST = 4096
"""Squares from the floor within which cubes are accepted, as in an intent."""


def number_of(value: object, name: str, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: found {spelled(value)}; allowed: a whole number from {least} to {most}")
    return value


def squares_of(world: World, distance: object) -> int:
    """The whole squares in a distance of the ruleset's unit.

    Raises:
        ValueError: it is no distance on any board.
    """
    return world.rules.squares(number_of(distance, "distance", 0, FARTHEST * world.rules.unit))


def square_on(world: World, square: object) -> Sequence[int]:
    """A square or cube of the board.

    Raises:
        ValueError: it is none.
    """
    if isinstance(square, Sequence) and not isinstance(square, str) and len(square) in (2, 3):
        found: tuple[Any, ...] = tuple(square)
        if all(type(one) is int for one in found) and found[:2] in world.board and abs(found[-1]) <= FARTHEST:
            return found
    raise ValueError(f"{spelled(square)} is not a square of the board")


def cube_on(world: World, square: object) -> Cube:
    """The cube for a square or cube of the board: without z the one on the floor.

    Raises:
        ValueError: it is none.
    """
    x, y, *z = square_on(world, square)
    return x, y, z[0] if z else world.board.stand(x, y)


def space_of(world: World, what: object) -> Box:
    """The space of a creature by name, or the cube for a square or cube of the board.

    Raises:
        KeyError: no creature has the name.
        ValueError: it is no square.
    """
    if isinstance(what, str):
        return world.named[what].box
    x, y, z = cube_on(world, what)
    return Box(x, y, z, x, y, z)

"""The places that a creature gets to with one or several ordinary move actions, by what it has left."""

from ...components.intents import Crawl, IntentBase, Move
from ...components.plan import MoveOptions
from ..field.field import field_of
from ..field.reach import Reach
from ..rules.movement_budget import MovementBudget
from ..rules.ruleset import Request, World
from ..rules.turn_actions import affordable, at_start
from ..state.creature import Creature
from ..state.verdict import Forbidden, Refusal
from .judge import judge
from .one_move import one_move, own_move
from .request import attempt, begin_movement
from .several_moves import FartherReach, several_moves


def reach(world: World, creature: Creature, *, fresh: bool = False) -> Reach:
    """The reach of one ordinary move action: with what the creature has left, or with a fresh action."""
    if fresh and creature.turn.open:
        world = world.copy()
        creature = world.named[creature.name]
        creature.turn.open = False
    if not creature.turn.open:
        begun = (world, creature) if world.rules.grid.count_outlasts_turn else at_start(world, creature)
        return one_move(*begun, going_on=False)
    return own_move(world, creature) if payable(world, creature) else _nowhere(world, creature)


def payable(world: World, creature: Creature) -> bool:
    """Whether a creature on turn can still pay for an ordinary move (or for a crawl, if it crawls)."""
    crawls = world.rules.movement.ordinary_intent(creature) == "crawl" and "crawl" in world.rules.actions.costs
    wanted: IntentBase = Crawl(path=()) if crawls else Move(path=())
    if not creature.turn.pausing:
        return not isinstance(judge(world, creature, wanted), Refusal)
    # An empty path would stop where it has paused.
    allowed = attempt(lambda: begin_movement(Request(world, creature, wanted), wanted.do))
    ways = world.rules.actions.costs[wanted.do].ways
    pays = world.rules.economy_is_off or any(affordable(creature.turn.actions, way) for way in ways)
    return not isinstance(allowed, Forbidden) and (
        pays or (creature.turn.pool_open and world.rules.movement.split_moves)
    )


def farther_reach(world: World, creature: Creature, actions: int, *, fresh: bool = False) -> FartherReach:
    """The reach of up to `actions` ordinary move actions."""
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
    return Reach(field_of(world, creature, MoveOptions()), MovementBudget(()))

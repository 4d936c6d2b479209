"""The places that one ordinary move reaches, for reach, brains and lists of legal intents; and those reached safely."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ...components.plan import MoveOptions
from ..field.field import field_of
from ..field.forced_steps import harmful
from ..field.reach import Reach, UnionReach, reach_of
from ..rules.movement_budget import MovementBudget, budget_for, modes_now, rest_of_move
from ..rules.ruleset import Ruleset, World
from ..rules.turn_actions import affordable
from ..state.creature import Creature
from .route import parity_of


class OrdinaryMove(NamedTuple):
    """The options and the budget of an ordinary move, computed once for each state of a creature."""

    state: tuple[Ruleset, int, int, MovementBudget | None, AbstractSet[str], int]
    """The state that it was computed for."""
    ways: tuple[MoveOptions, ...]
    """Several if a movement keeps to one of several modes."""
    budget: MovementBudget


def one_move(world: World, creature: Creature, factor: int = 1, *, going_on: bool = True) -> Reach:
    """The reach of an ordinary move, crawling if it has to, computed once for each state of the world.

    If `going_on` and a move action is open, its remainder is the budget. `factor` multiplies the speeds. Whether the
    action can be paid is not checked.
    """
    rules, turn = world.rules, creature.turn
    going_on = going_on and factor == 1 and turn.pool_open and rules.movement.split_moves
    going_on = going_on and not rules.economy_is_off
    parity = parity_of(rules, creature, going_on=going_on)
    rest = rest_of_move(rules, creature, parity) if going_on else None
    bound = rules.movement.kept_to(rules, creature) if going_on else frozenset()
    state = (rules, factor, parity, rest, bound, creature.changes)
    kept = creature.kept.get("ordinary move")
    if not isinstance(kept, OrdinaryMove) or kept.state != state:
        kept = OrdinaryMove(state, *_ordinary_move(rules, creature, factor, parity, rest, bound))
        creature.kept["ordinary move"] = kept
    quiet = rules.movement.moves_quietly(rules, None) and not creature.is_any(rules.movement.crawlers)
    parts = [reach_of(field_of(world, creature, options), kept.budget, quiet) for options in kept.ways]
    return parts[0] if len(parts) == 1 else UnionReach(parts)


def own_move(world: World, creature: Creature) -> Reach:
    """The reach of an ordinary move by all that may pay for it: the rest of an open move action, else a new one."""
    rules, turn = world.rules, creature.turn
    rest = one_move(world, creature)
    if rules.economy_is_off or not (turn.pool_open and rules.movement.split_moves):
        return rest
    cost = rules.actions.costs["crawl" if creature.is_any(rules.movement.crawlers) else "move"]
    if not any(affordable(turn.actions, way) for way in cost.ways):
        return rest
    return UnionReach([rest, one_move(world, creature, going_on=False)], in_turn=True)


def _ordinary_move(
    rules: Ruleset,
    creature: Creature,
    factor: int,
    parity: int,
    rest: MovementBudget | None,
    bound: AbstractSet[str],
) -> tuple[tuple[MoveOptions, ...], MovementBudget]:
    crawling = creature.is_any(rules.movement.crawlers)
    budget = rest or budget_for(rules, creature, factor=factor, parity=parity)
    if crawling and rules.movement.crawl_squares is not None:
        budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=parity)
    modes = [mode for mode, _ in modes_now(rules, creature) if not bound or mode in bound]
    changes = bool(bound) and not ("crawl" in bound if crawling else modes)
    stuck = creature.is_any(rules.conditions.immobile) or creature.is_any(rules.conditions.unable)
    if creature.out or stuck or changes:
        budget = MovementBudget(())
    if crawling:
        return (MoveOptions(modes=("walk",), crawling=True),), budget
    options = MoveOptions(stepover=factor == 1)
    if not rules.movement.mixes_modes(rules):
        by_mode = tuple(options._replace(modes=(mode,)) for mode in modes)
        return by_mode or (options,), budget
    return (options,), budget


def safe_move(world: World, creature: Creature, factor: int = 1) -> Reach:
    """The reach of an ordinary move that enters no hazard and no ground that does damage; `factor` multiplies speeds.

    Of several ways to move that do not mix, it is made in the first.
    """
    return without_harm(world, creature, one_move(world, creature, factor))


def without_harm(world: World, creature: Creature, reach: Reach) -> Reach:
    """A reach without the ways through hazards and ground that does damage."""
    if not world.board.traits.dangerous:
        return reach
    field = reach.grid
    harm = field.layout.bitboard(cube for cube in reach if harmful(world, creature, cube))
    if not harm:
        return reach
    return Reach(field.narrowed(lambda _: ~harm), reach.budget)

"""The places that one ordinary move reaches: the one answer for reach, brains and lists of legal intents."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ..navigation.occupied_grid import occupied_grid_of
from ..navigation.reach import Reach, reach_of
from ..navigation.union_reach import UnionReach
from ..rules.move_options import MoveOptions
from ..rules.movement_budget import MovementBudget, budget_for, modes_now
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .pathing import parity_of


class OrdinaryMove(NamedTuple):
    """The options and the budget of an ordinary move, computed once for each state of a creature."""

    state: tuple[Ruleset, int, int, int, AbstractSet[str], int]
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
    spent, parity = turn.pool_spent if going_on else 0, parity_of(rules, creature, going_on=going_on)
    bound = rules.movement.kept_to(rules, creature) if going_on else frozenset()
    state = (rules, factor, parity, spent, bound, creature.changes)
    kept = creature.kept.get("ordinary move")
    if not isinstance(kept, OrdinaryMove) or kept.state != state:
        kept = OrdinaryMove(state, *_ordinary_move(rules, creature, factor, parity, spent, bound))
        creature.kept["ordinary move"] = kept
    quiet = rules.movement.moves_quietly(rules, None) and not creature.is_any(rules.movement.crawlers)
    parts = [reach_of(occupied_grid_of(world, creature, options), kept.budget, quiet) for options in kept.ways]
    return parts[0] if len(parts) == 1 else UnionReach(parts)


def _ordinary_move(
    rules: Ruleset, creature: Creature, factor: int, parity: int, spent: int, bound: AbstractSet[str]
) -> tuple[tuple[MoveOptions, ...], MovementBudget]:
    crawling = creature.is_any(rules.movement.crawlers)
    budget = budget_for(rules, creature, factor=factor, parity=parity, spent=spent)
    if crawling and rules.movement.crawl_squares is not None:
        budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=parity)
    modes = [mode for mode, _ in modes_now(rules, creature) if not bound or mode in bound]
    changes = bool(bound) and not ("crawl" in bound if crawling else modes)
    stuck = creature.is_any(rules.conditions.immobile) or creature.is_any(rules.conditions.unable)
    if creature.out or stuck or changes:
        budget = MovementBudget(())
    if crawling:
        return (MoveOptions(modes=("walk",), crawling=True, stepover=False),), budget
    options = MoveOptions(stepover=factor == 1)
    if not rules.movement.mixes_modes(rules):
        by_mode = tuple(options._replace(modes=(mode,)) for mode in modes)
        return by_mode or (options,), budget
    return (options,), budget

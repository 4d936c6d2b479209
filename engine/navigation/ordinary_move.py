"""Where one ordinary move takes a creature from here."""

from typing import NamedTuple

from ..rules.move_options import MoveOptions
from ..rules.movement_budget import budget_for, modes_now
from ..rules.ruleset import Ruleset, World
from ..rules.step_costs import MovementBudget
from ..state.creature import Creature
from .occupants import Occupants, occupants_for
from .occupied_grid import OccupiedGrid
from .reach import Reach
from .union_reach import UnionReach


class OrdinaryMove(NamedTuple):
    """By which ways of moving an ordinary move goes, and how far: worked out once for each state of a creature."""

    state: object
    """The state that it was worked out in."""
    ways: tuple[Occupants, ...]
    """Everybody else, as they are passed; more than once where a movement keeps to one of several modes."""
    budget: MovementBudget


def ordinary_reach(
    world: World, creature: Creature, *, factor: int = 1, parity: int | None = None, spent: int = 0
) -> Reach:
    """Where one ordinary move action takes the creature from here, by anchor cube.

    `factor` multiplies its speeds; `spent` squares of the action are used up, the diagonals counted to the place
    `parity` (as at the start of a fresh action where that is None).
    """
    rules, imposed = world.rules, creature.speed.imposed
    if parity is None:
        parity = creature.turn.parity if rules.grid.count_scope == "turn" else 0
    state = (rules, factor, parity, spent, creature.state, imposed and tuple(imposed.items()))
    kept = creature.kept.get("ordinary move")
    if not isinstance(kept, OrdinaryMove) or kept.state != state or not kept.ways[0].belongs_to(world, creature):
        ways, budget = _ordinary_move(rules, creature, factor, parity, spent)
        kept = OrdinaryMove(state, tuple(occupants_for(world, creature, options) for options in ways), budget)
        creature.kept["ordinary move"] = kept
    if len(kept.ways) == 1:
        return _reach(world, creature, kept.ways[0], kept.budget)
    return UnionReach([_reach(world, creature, occupants, kept.budget) for occupants in kept.ways])


def _reach(world: World, creature: Creature, occupants: Occupants, budget: MovementBudget) -> Reach:
    occupants.refresh()
    return Reach(OccupiedGrid(world, creature, occupants.options, occupants), budget)


def _ordinary_move(
    rules: Ruleset, creature: Creature, factor: int, parity: int, spent: int
) -> tuple[tuple[MoveOptions, ...], MovementBudget]:
    crawling = creature.is_any(rules.movement.crawlers)
    budget = budget_for(rules, creature, factor=factor, parity=parity, spent=spent)
    if crawling and rules.movement.crawl_squares is not None:
        budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=parity)
    if creature.out or creature.is_any(rules.conditions.immobile) or creature.is_any(rules.conditions.unable):
        budget = MovementBudget(())
    if crawling:
        return (MoveOptions(modes=("walk",), crawling=True, stepover=False),), budget
    options = MoveOptions(stepover=factor == 1)
    if not rules.movement.mixes_modes(rules):
        by_mode = tuple(options._replace(modes=(mode,)) for mode, _ in modes_now(rules, creature))
        return by_mode or (options,), budget
    return (options,), budget

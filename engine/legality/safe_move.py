"""The places that one ordinary move reaches without touching ground that harms."""

from ..navigation.reach import Reach
from ..rules.ruleset import World
from ..space.forced_steps import harmful
from ..state.creature import Creature
from .one_move import one_move


def safe_move(world: World, creature: Creature, factor: int = 1) -> Reach:
    """The reach of an ordinary move that enters no hazard and no ground that does damage; `factor` multiplies speeds.

    Of several ways to move that do not mix, it is made in the first.
    """
    reach = one_move(world, creature, factor)
    if not world.board.traits.dangerous:
        return reach
    grid = reach.grid
    harm = grid.layout.bitboard(cube for cube in reach if harmful(world, creature, cube))
    if not harm:
        return reach
    return Reach(grid.narrowed(lambda _: ~harm), reach.budget)

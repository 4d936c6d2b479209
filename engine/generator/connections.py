"""Where creatures could get to on a whole map, given time: the engine's own reach with far more than one move."""

from typing import NamedTuple

import msgspec

from ..navigation.occupied_grid import occupied_grid_of
from ..navigation.reach import Reach
from ..rules.move_options import MoveOptions
from ..rules.movement_budget import budget_for
from ..scenario.build import world_of
from ..scenario.format import CreatureSpec, Scenario

MOVES = 60
"""The moves in a row that count as time enough."""


class Standing(NamedTuple):
    """What a creature can get to, alone on the map."""

    anchors: frozenset[tuple[int, int]]
    """The squares where the north-west of its space may come to rest."""
    squares: frozenset[tuple[int, int]]
    """All squares that its space then covers."""


def standing_of(scenario: Scenario, creature: CreatureSpec) -> Standing:
    """Where a creature could come to stand from where it is.

    Raises:
        ScenarioError: the ruleset does not let it be where it is.
    """
    world = world_of(msgspec.structs.replace(scenario, creatures=(creature,)))
    mover = world.creatures[0]
    grid = occupied_grid_of(world, mover, MoveOptions())
    reach = Reach(grid, budget_for(world.rules, mover, factor=MOVES), quiet=True)
    anchors = frozenset((x, y) for (x, y, _), arrival in reach.arrivals() if arrival.can_stop)
    side = mover.size.side
    covered = frozenset((x + i, y + j) for x, y in anchors for j in range(side) for i in range(side))
    return Standing(anchors, covered)


def connected(scenario: Scenario) -> bool:
    """Whether each creature, alone on the map, could get to where every other one stands.

    Raises:
        ScenarioError: the ruleset does not let one of them be where it is.
    """
    places = {creature.at[:2] for creature in scenario.creatures}
    return all(places <= standing_of(scenario, creature).squares for creature in scenario.creatures)

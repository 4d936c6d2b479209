"""The places that creatures can reach on a whole map: the engine's own reach over far more than one move."""

from typing import NamedTuple

import msgspec

from ...components.plan import MoveOptions
from ..field.field import field_of
from ..field.reach import Reach
from ..rules.movement_budget import budget_for
from ..scenario.build import world_of
from ..scenario.format import CreatureSpec, Scenario

MOVES = 60
"""The number of moves in a row that counts as enough."""


class Standing(NamedTuple):
    """The places that a creature can reach, alone on the map."""

    anchors: frozenset[tuple[int, int]]
    """The squares where the north-west of its space may come to rest."""
    squares: frozenset[tuple[int, int]]
    """All squares of its space at these places."""


def standing_of(scenario: Scenario, creature: CreatureSpec) -> Standing:
    """The places that a creature can reach from its own.

    Raises:
        ScenarioError: the ruleset does not let it be where it is.
    """
    world = world_of(msgspec.structs.replace(scenario, creatures=(creature,)))
    mover = world.creatures[0]
    grid = field_of(world, mover, MoveOptions())
    reach = Reach(grid, budget_for(world.rules, mover, factor=MOVES), quiet=True)
    anchors = frozenset((x, y) for (x, y, _), arrival in reach.arrivals() if arrival.can_stop)
    side = mover.size.side
    covered = frozenset((x + i, y + j) for x, y in anchors for j in range(side) for i in range(side))
    return Standing(anchors, covered)


def connected(scenario: Scenario) -> bool:
    """Whether each creature, alone on the map, could reach the place of every other one.

    Raises:
        ScenarioError: the ruleset does not let one of them be where it is.
    """
    places = {creature.at[:2] for creature in scenario.creatures}
    return all(places <= standing_of(scenario, creature).squares for creature in scenario.creatures)

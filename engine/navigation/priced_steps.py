"""The cost of each step on a nav grid, on plain squares and where other creatures are, kept for each way of going."""

from typing import NamedTuple

from ..geometry.bitboard import Offset
from ..rules.ruleset import Ruleset
from ..rules.step_costs import BODY, CORPSE, StepCost, StepQuery
from .nav_grid import NavGrid
from .steps import DirectionSteps

OVERLAYS = (0, BODY, CORPSE)
"""Features that creatures put on anchors: none, a space that costs more, a body on the ground."""


class PricedSteps(NamedTuple):
    """Steps of one direction, mode and set of features, with their cost."""

    steps: DirectionSteps
    prices: tuple[StepCost | None, ...]
    """The cost on each overlay; None if no such step can be taken there."""


def priced_steps(
    rules: Ruleset, ground: NavGrid, crawling: bool, slow: int, unhurried: bool = False
) -> dict[Offset, list[PricedSteps]]:
    """The steps of a nav grid by direction, with the ruleset's costs for a way of going."""
    key = ("priced steps", crawling, slow, unhurried)
    found = ground.priced.get(key)
    if not isinstance(found, dict):
        made: dict[Offset, list[PricedSteps]] = {}
        for steps in ground.strides:
            mode, listed, diagonal = steps.mode, steps.listed, steps.diagonal
            prices = tuple(
                rules.movement.step_cost(
                    rules, StepQuery(mode, listed, diagonal, steps.features | overlay, crawling, slow, unhurried)
                )
                for overlay in OVERLAYS
            )
            made.setdefault(steps.step, []).append(PricedSteps(steps, prices))
        found = ground.priced[key] = made
    return found

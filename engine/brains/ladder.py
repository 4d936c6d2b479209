"""The rungs between chance and the planner: brains that slip, so that each step up is one that a player can take."""

from typing import Final

from . import aggressive, random_brain
from .brain import BrainFunction
from .view import View

IN_A_HUNDRED: Final = 100


def slipping(decide: BrainFunction, slips: int) -> BrainFunction:
    """A brain that in so many decisions of a hundred does anything legal instead of what it decides.

    Its slips hang on the battle's seed and the moment, as all that brains draw does.
    """

    def decided(view: View) -> object:
        if view.enemies and view.chance(IN_A_HUNDRED, "slip") < slips:
            return random_brain.decide(view)
        return decide(view)

    return decided  # type: ignore[return-value]


stumbling: Final = slipping(aggressive.decide, 70)
"""`aggressive` that slips in seven decisions of ten."""
clumsy: Final = slipping(aggressive.decide, 50)
"""`aggressive` that slips every second time."""
careless: Final = slipping(aggressive.decide, 30)
"""`aggressive` that slips in three decisions of ten."""
hasty: Final = slipping(aggressive.decide, 12)
"""`aggressive` that slips every eighth time."""

RUNGS: Final = ("random", "stumbling", "clumsy", "careless", "hasty", "aggressive", "cunning", "planner")
"""The rungs of the ladder, the lowest first."""

"""The shipped brains by name, and the check that a scenario names no other."""

from inspect import isfunction
from typing import Final

from ..errors import ScenarioError, names, spelled
from ..plugins import load_parts, part_of, points_of
from ..scenario.format import Scenario
from . import aggressive, cunning, random_brain, tactics
from .brain import Brain, BrainFunction, Deciding
from .planner import Planner
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


GROUP = "fivefoot.brains"
"""The entry points of brains in installed programs."""


class Brains(dict[str, Brain]):
    """Brains by name; the entry points of other programs are searched for an unknown name."""

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name):
            load_parts()
            for point in points_of(GROUP):
                if point.name == name and not super().__contains__(name):
                    loaded = part_of(point, "a function that decides, or a brain")
                    self[point.name] = Deciding(point.name, loaded) if isfunction(loaded) else loaded
        return super().__contains__(name)

    def __missing__(self, name: str) -> Brain:
        if name in self:
            return self[name]
        raise KeyError(name)


BRAINS: dict[str, Brain] = Brains(
    {
        "random": Deciding("random", random_brain.decide),
        "aggressive": Deciding("aggressive", aggressive.decide),
        "cunning": Deciding("cunning", cunning.decide),
        "tactics": Deciding("tactics", tactics.decide),
        "planner": Planner(),
        "stumbling": Deciding("stumbling", stumbling),
        "clumsy": Deciding("clumsy", clumsy),
        "careless": Deciding("careless", careless),
        "hasty": Deciding("hasty", hasty),
    }
)
"""Every brain that a scenario may name; programs may add their own."""


def check_brains(scenario: Scenario) -> None:
    """Refuses a creature whose `ai` is no brain.

    Raises:
        ScenarioError: with the names that are known.
    """
    for index, spec in enumerate(scenario.creatures):
        if spec.ai is not None and spec.ai not in BRAINS:
            raise ScenarioError(scenario.source, f"creatures[{index}].ai", spelled(spec.ai), names(BRAINS, spec.ai))

"""The shipped brains by name."""

from inspect import isfunction
from typing import Final

from ..errors import ScenarioError, names, spelled
from ..plugins import blame_parts, load_parts, part_of, points_of
from ..scenario.format import Scenario
from . import aggressive, cunning, random_brain, tactics
from .brain import Brain, BrainFunction, Deciding
from .planner import Planner
from .view import View

IN_A_HUNDRED: Final = 100


def slipping(decide: BrainFunction, slips: int) -> BrainFunction:
    """Returns an AI player that acts at random in `slips` of 100 decisions."""

    def decided(view: View) -> object:
        if view.enemies and view.chance(IN_A_HUNDRED, "slip") < slips:
            return random_brain.decide(view)
        return decide(view)

    return decided  # type: ignore[return-value]


stumbling: Final = slipping(aggressive.decide, 83)
clumsy: Final = slipping(aggressive.decide, 64)
careless: Final = slipping(aggressive.decide, 46)
hasty: Final = slipping(aggressive.decide, 27)

RUNGS: Final = ("random", "stumbling", "clumsy", "careless", "hasty", "aggressive", "planner")
"""From weakest to strongest."""


GROUP = "fivefoot.brains"
"""Entry points of installed brains."""


class Brains(dict[str, Brain]):
    """The registered AI players by name. An installed package's player is imported on first use."""

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name):
            load_parts()
            for point in points_of(GROUP):
                if point.name == name and not super().__contains__(name):
                    loaded = part_of(point, "a function that decides, or a brain")
                    self[point.name] = Deciding(point.name, loaded) if isfunction(loaded) else loaded
            if not super().__contains__(name):
                blame_parts()
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
"""Brains by name; programs may add theirs."""


def check_brains(scenario: Scenario) -> None:
    """Raises ScenarioError if a creature's `ai` names an unknown AI player."""
    for index, spec in enumerate(scenario.creatures):
        if spec.ai is not None and spec.ai not in BRAINS:
            raise ScenarioError(scenario.source, f"creatures[{index}].ai", spelled(spec.ai), names(BRAINS, spec.ai))

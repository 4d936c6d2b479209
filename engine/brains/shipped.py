"""The shipped brains by name, and the check that a scenario names no other."""

from ..errors import ScenarioError, names, spelled
from ..scenario.format import Scenario
from . import aggressive, cunning, random_brain, tactics
from .brain import Brain, Deciding

BRAINS: dict[str, Brain] = {
    "random": Deciding("random", random_brain.decide),
    "aggressive": Deciding("aggressive", aggressive.decide),
    "cunning": Deciding("cunning", cunning.decide),
    "tactics": Deciding("tactics", tactics.decide),
}
"""Every brain that a scenario may name; programs may add their own."""


def check_brains(scenario: Scenario) -> None:
    """Refuses a creature whose `ai` is no brain.

    Raises:
        ScenarioError: with the names that are known.
    """
    for index, spec in enumerate(scenario.creatures):
        if spec.ai is not None and spec.ai not in BRAINS:
            raise ScenarioError(
                source=scenario.source,
                place=f"creatures[{index}].ai",
                found=spelled(spec.ai),
                allowed=names(BRAINS, spec.ai),
            )

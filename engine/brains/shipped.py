"""The shipped brains by name, and the check that a scenario names no other."""

from functools import cache
from inspect import isfunction
from typing import TYPE_CHECKING, Any

from ..errors import ScenarioError, names, spelled
from ..plugins import load_parts
from ..scenario.format import Scenario
from . import aggressive, cunning, random_brain, tactics
from .brain import Brain, Deciding

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "fivefoot.brains"
"""The entry points of brains in installed programs."""


class Brains(dict[str, Brain]):
    """Brains by name; the entry points of other programs are searched for an unknown name."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (self._look_around() and super().__contains__(name))

    def __missing__(self, name: str) -> Brain:
        if name in self:
            return self[name]
        raise KeyError(name)

    def _look_around(self) -> bool:
        load_parts()
        for found in _entry_points():
            if not super().__contains__(found.name):
                loaded: Any = found.load()
                self[found.name] = Deciding(found.name, loaded) if isfunction(loaded) else loaded
        return True


@cache
def _entry_points() -> "tuple[EntryPoint, ...]":
    from importlib.metadata import entry_points  # slow, and needed only for an unknown name

    return tuple(entry_points(group=GROUP))


BRAINS: dict[str, Brain] = Brains(
    {
        "random": Deciding("random", random_brain.decide),
        "aggressive": Deciding("aggressive", aggressive.decide),
        "cunning": Deciding("cunning", cunning.decide),
        "tactics": Deciding("tactics", tactics.decide),
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

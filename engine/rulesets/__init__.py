"""The published rulesets, each a value in a package of its own, imported on demand."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..plugins import load_parts
from ..rules.ruleset import Ruleset

if TYPE_CHECKING:
    from .ascension import ASCENSION
    from .d20_srd import D20_SRD
    from .draw_steel import DRAW_STEEL
    from .epic_path import EPIC_PATH
    from .pathfinder_2e import PATHFINDER_2E

    ALL: tuple[Ruleset, ...]
    """Every ruleset, in the order of the contract."""

_NAMES = {
    "epic-path": "EPIC_PATH",
    "d20-srd": "D20_SRD",
    "draw-steel": "DRAW_STEEL",
    "ascension": "ASCENSION",
    "pathfinder-2e": "PATHFINDER_2E",
}
"""The name of each ruleset in this package, in the order of the contract; its subpackage has the name in lower case."""


class _OnDemand(Mapping[str, Ruleset]):
    """The rulesets by name; unused ones are not imported."""

    def __getitem__(self, name: str) -> Ruleset:
        if name in OWN:
            return OWN[name]
        if name not in _NAMES and name in _plugged_in():
            return OWN[name]
        found: Ruleset | None = globals().get(_NAMES[name])
        return __getattr__(_NAMES[name]) if found is None else found

    def __contains__(self, name: object) -> bool:
        return name in _NAMES or name in OWN or name in _plugged_in()

    def __iter__(self) -> Iterator[str]:
        return iter((*_NAMES, *OWN))

    def __len__(self) -> int:
        return len(_NAMES) + len(OWN)

    def __repr__(self) -> str:
        return f"<rulesets: {', '.join(self)}>"


OWN: dict[str, Ruleset] = {}
"""Rulesets registered by a game, or found as an entry point of the group `fivefoot.rulesets`."""


def register_ruleset(rules: Ruleset) -> None:
    """Register a ruleset under its name.

    Raises:
        ValueError: a published one has that name.
    """
    if rules.name in _NAMES:
        raise ValueError(f"there is a ruleset called {rules.name!r} already")
    OWN[rules.name] = rules


@cache
def _entry_points() -> None:
    from importlib.metadata import entry_points  # slow, and needed only for a name that is not a published one

    load_parts()
    for found in entry_points(group="fivefoot.rulesets"):
        rules = found.load()
        if isinstance(rules, Ruleset) and rules.name not in _NAMES:
            OWN.setdefault(rules.name, rules)


def _plugged_in() -> dict[str, Ruleset]:
    _entry_points()
    return OWN


RULESETS: Mapping[str, Ruleset] = _OnDemand()
"""Every ruleset by name."""


def __getattr__(name: str) -> Ruleset:
    """Import the ruleset of a name in capitals, or all of them; raises AttributeError for any other name."""
    if name == "ALL":
        value = tuple(RULESETS.values())
    elif name in _NAMES.values():
        value = getattr(import_module(f".{name.lower()}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    found: Ruleset = globals()[name]
    return found


__all__ = ["ALL", "ASCENSION", "D20_SRD", "DRAW_STEEL", "EPIC_PATH", "PATHFINDER_2E", "RULESETS", "register_ruleset"]

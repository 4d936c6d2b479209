"""The published rulesets."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import ScenarioError
from ..plugins import blame_parts, load_parts, part_of, points_of
from ..rules.ruleset import Ruleset

if TYPE_CHECKING:
    from .ascension import ASCENSION
    from .d20_srd import D20_SRD
    from .draw_steel import DRAW_STEEL
    from .epic_path import EPIC_PATH
    from .pathfinder_2e import PATHFINDER_2E

    ALL: tuple[Ruleset, ...]
    """All published rulesets, in the contract's order."""

_NAMES = {
    "epic-path": "EPIC_PATH",
    "d20-srd": "D20_SRD",
    "draw-steel": "DRAW_STEEL",
    "ascension": "ASCENSION",
    "pathfinder-2e": "PATHFINDER_2E",
}


class _OnDemand(Mapping[str, Ruleset]):
    def __getitem__(self, name: str) -> Ruleset:
        if name in OWN:
            return OWN[name]
        if name not in _NAMES and _plugged_in(name):
            return OWN[name]
        found: Ruleset | None = globals().get(_NAMES[name])
        return __getattr__(_NAMES[name]) if found is None else found

    def __contains__(self, name: object) -> bool:
        return name in _NAMES or name in OWN or _plugged_in(name)

    def __iter__(self) -> Iterator[str]:
        return iter((*_NAMES, *OWN))

    def __len__(self) -> int:
        return len(_NAMES) + len(OWN)

    def __repr__(self) -> str:
        return f"<rulesets: {', '.join(self)}>"


OWN: dict[str, Ruleset] = {}
"""Registered, or from entry points `fivefoot.rulesets`."""


def register_ruleset(rules: Ruleset) -> None:
    """Registers a ruleset under its name.

    Raises:
        ValueError: a published ruleset has that name.
    """
    if rules.name in _NAMES:
        raise ValueError(f"there is a ruleset called {rules.name!r} already")
    OWN[rules.name] = rules


def _plugged_in(name: object) -> bool:
    load_parts()
    for point in sorted(points_of("fivefoot.rulesets"), key=lambda point: point.name != name):
        if name in OWN:
            break
        try:
            rules = part_of(point, "a ruleset")
        except ScenarioError:
            if point.name == name:
                raise
            continue
        if isinstance(rules, Ruleset) and rules.name not in _NAMES:
            OWN.setdefault(rules.name, rules)
    if name not in OWN:
        blame_parts()
    return name in OWN


RULESETS: Mapping[str, Ruleset] = _OnDemand()
"""Every ruleset by name."""


def __getattr__(name: str) -> Ruleset:
    """Imports the ruleset of a constant such as `EPIC_PATH` on first use. `ALL` imports all."""
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

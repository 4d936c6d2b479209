"""The published rulesets, each a value in a room of its own, imported when it is first asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

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
"""The name of each ruleset in this package, in the order of the contract; its room is called the same in lower case."""


class _OnDemand(Mapping[str, Ruleset]):
    """The rulesets by name; one that nobody asks for is not imported."""

    def __getitem__(self, name: str) -> Ruleset:
        found: Ruleset | None = globals().get(_NAMES[name])
        return __getattr__(_NAMES[name]) if found is None else found

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)

    def __repr__(self) -> str:
        return f"<rulesets: {', '.join(_NAMES)}>"


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


__all__ = ["ALL", "ASCENSION", "D20_SRD", "DRAW_STEEL", "EPIC_PATH", "PATHFINDER_2E", "RULESETS"]

"""Records about a creature that only some rulesets keep."""

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Memory:
    """The base class of a ruleset's own data about a creature. It is frozen and has defaults."""

    def plus(self, more: Self) -> Self:
        """Returns one record from two: numbers and tuples are added, sets and flags united."""
        sums: dict[str, Any] = {}
        for field in fields(self):
            old, new = getattr(self, field.name), getattr(more, field.name)
            sums[field.name] = old | new if isinstance(old, (bool, frozenset)) else old + new
        return type(self)(**sums)


@dataclass(frozen=True, slots=True)
class TurnMemory(Memory):
    """The base class of a ruleset's own data about one turn. It is reset when a turn starts."""

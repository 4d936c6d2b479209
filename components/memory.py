"""Records about a creature that only some rulesets keep."""

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Memory:
    """The base of a ruleset's record about a creature: frozen, with defaults for all fields."""

    def plus(self, more: Self) -> Self:
        """The sum of two records: numbers and tuples are added, sets and flags merged."""
        return type(self)(
            **{field.name: _both(getattr(self, field.name), getattr(more, field.name)) for field in fields(self)}
        )


@dataclass(frozen=True, slots=True)
class TurnMemory(Memory):
    """A record that is cleared at the start of each turn."""


def _both(old: Any, new: Any) -> Any:
    if isinstance(old, (bool, frozenset)):
        return old | new
    return old + new

"""Records about a creature that only some rulesets keep."""

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Memory:
    """The base of a ruleset's record about a creature. It is frozen, and every field has a default."""

    def plus(self, more: Self) -> Self:
        """Combines two records: adds numbers and tuples, merges sets and flags."""
        return type(self)(
            **{field.name: _both(getattr(self, field.name), getattr(more, field.name)) for field in fields(self)}
        )


@dataclass(frozen=True, slots=True)
class TurnMemory(Memory):
    """A record that is reset at the start of each turn."""


def _both(old: Any, new: Any) -> Any:
    if isinstance(old, (bool, frozenset)):
        return old | new
    return old + new

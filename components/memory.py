"""Records that single games keep on a creature."""

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Memory:
    """A frozen record of one game, blank at first."""

    def plus(self, more: Self) -> Self:
        """Adds a record: numbers and tuples add up; sets and flags merge."""
        return type(self)(
            **{field.name: _both(getattr(self, field.name), getattr(more, field.name)) for field in fields(self)}
        )


@dataclass(frozen=True, slots=True)
class TurnMemory(Memory):
    """A record that is blank at the start of each turn."""


def _both(old: Any, new: Any) -> Any:
    if isinstance(old, (bool, frozenset)):
        return old | new
    return old + new

"""Records of what single games remember of a creature; each ruleset lists its own."""

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Memory:
    """A record of one game's own, blank at first. It never changes: an update makes a new one."""

    def plus(self, more: Self) -> Self:
        """Combines two records field by field: numbers and tuples add up, sets join, a set flag stays."""
        return type(self)(
            **{field.name: _both(getattr(self, field.name), getattr(more, field.name)) for field in fields(self)}
        )


@dataclass(frozen=True, slots=True)
class TurnMemory(Memory):
    """A record that is blank again when the creature's next turn begins."""


def _both(old: Any, new: Any) -> Any:
    if isinstance(old, (bool, frozenset)):
        return old | new
    return old + new

"""Changing data of a creature: conditions, hit points and turn."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .position import Cube


class Duration(NamedTuple):
    """The duration of a condition."""

    until: str
    """When it may end: `turn-start`, `turn-end` or `round-end`."""
    whose: str
    """The creature whose turns or rounds count."""
    times: int = 1
    """How many such moments must pass."""
    rules: tuple[str, ...] = ()
    more: tuple[tuple[str, str, int, tuple[str, ...], int | None], ...] = ()
    """Further sources of the same condition: the fields above, and `use`."""
    use: int | None = None
    """The entity of the lasting use that ends it; None: no use does."""


LASTING = ""
"""The `until` of a condition that no moment ends."""


@dataclass(frozen=True, slots=True)
class FarFall:
    """A fall that lasts several rounds."""

    since: int = 0
    """The round in which it began."""
    told: int | None = None
    """Squares left of a fall with a set depth; None: to the next surface."""
    at: Cube | None = None
    """The creature's anchor at the start of that round."""
    despite_wings: bool = False
    """True if wings do not end it."""


@dataclass(slots=True)
class Condition:
    """The conditions that a creature has."""

    held: set[str] = field(default_factory=set)
    """Names of the conditions."""
    prone_by_choice: bool = False
    could_have_stood: bool = False
    """True if a knocked-down creature could have stood up since."""
    ends_with_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end with the creature's turn, with catalogue ids."""
    ends_at_start: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the creature's next turn starts, with catalogue ids."""
    lasting: dict[str, Duration] = field(default_factory=dict)
    """Durations of temporary conditions."""
    grabbed_by: str | None = None
    mount: str | None = None
    """The creature ridden or climbed."""
    carried_by: str | None = None
    """The carrier that shares its space with it."""
    fallen: int = 0
    """Squares fallen in an unfinished fall."""
    far_fall: FarFall = FarFall()

    def __contains__(self, name: str) -> bool:
        return name in self.held


@dataclass(slots=True)
class Health:
    """Hit points; None if damage cannot down the creature."""

    hp: int | None = None
    full: int | None = None
    downed: bool = False


@dataclass(slots=True)
class Turn:
    """A creature's record of its present turn; distances in squares."""

    open: bool = False
    number: int = 0
    """The number of its turns so far."""
    actions: dict[str, int] = field(default_factory=dict)
    """Actions left, by kind."""
    parity: int = 0
    """Position in the cycle of diagonal costs."""
    moved: int = 0
    stepped: int = 0
    stood: bool = False
    pausing: bool = False
    """True if it paused where it may not stay."""
    provoked: set[str] = field(default_factory=set)
    """Enemies that have reacted to this movement, or turn."""
    reactions: int = 0
    """Reactions since the start of its last turn."""
    pool_open: bool = False
    """True if an earlier move action still has movement left."""
    pool_spent: int = 0
    """Squares of that action already spent."""
    pool_factor: int = 1
    """The factor on speeds in that action: 2 for a double move."""
    pools: int = 0
    """Move actions begun."""
    attacks: int = 0
    ran: bool = False
    teleported: int = 0
    """Own teleports."""
    bearing: tuple[int, int] | None = None
    """The direction of its last run."""

"""Changing data of a creature: conditions, hit points and turn."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .position import Cube


class Duration(NamedTuple):
    """How long a condition lasts."""

    until: str
    """When it may end: `turn-start`, `turn-end` or `round-end`."""
    whose: str
    """The creature whose turns or rounds count."""
    times: int = 1
    """Number of such moments until the condition ends."""
    rules: tuple[str, ...] = ()
    more: tuple[tuple[str, str, int, tuple[str, ...], int | None], ...] = ()
    """(until, whose, times, rules, use) of each further source of the same condition."""
    use: int | None = None
    """The entity of the ability use that ends the condition; None: no use."""


LASTING = ""
"""The `until` of a condition without a fixed end."""


@dataclass(frozen=True, slots=True)
class FarFall:
    """A long fall that takes several rounds."""

    since: int = 0
    """The round in which it began."""
    told: int | None = None
    """Squares still to fall; None: to the next surface."""
    at: Cube | None = None
    """The creature's anchor at the start of that round."""
    despite_wings: bool = False
    """True if wings do not stop the fall."""


@dataclass(slots=True)
class Condition:
    """The conditions that a creature has."""

    held: set[str] = field(default_factory=set)
    prone_by_choice: bool = False
    could_have_stood: bool = False
    """True if a prone creature has had a chance to stand up."""
    ends_with_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end with the creature's turn, each with its rule ids."""
    ends_at_start: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the creature's next turn starts, each with its rule ids."""
    lasting: dict[str, Duration] = field(default_factory=dict)
    """Durations of temporary conditions."""
    grabbed_by: str | None = None
    mount: str | None = None
    """The creature ridden or climbed."""
    carried_by: str | None = None
    """The creature that carries this one in its own space."""
    fallen: int = 0
    """Squares fallen in an unfinished fall."""
    far_fall: FarFall = FarFall()

    def __contains__(self, name: str) -> bool:
        return name in self.held


@dataclass(slots=True)
class Health:
    """A creature's hit points. They are None if damage cannot defeat the creature."""

    hp: int | None = None
    full: int | None = None
    downed: bool = False


@dataclass(slots=True)
class Turn:
    """What a creature has done in its present turn, such as squares moved and attacks made."""

    open: bool = False
    number: int = 0
    """The number of its turns so far."""
    actions: dict[str, int] = field(default_factory=dict)
    """Actions left, by kind."""
    parity: int = 0
    """Index into the ruleset's cycle of diagonal costs, such as 5, 10."""
    moved: int = 0
    stepped: int = 0
    stood: bool = False
    pausing: bool = False
    """True if the creature paused where it may not end its turn."""
    provoked: set[str] = field(default_factory=set)
    """Enemies that have already reacted to this movement or turn."""
    reactions: int = 0
    """Reactions taken since its last turn began."""
    pool_open: bool = False
    """True if an earlier move action still has movement left."""
    pool_spent: int = 0
    """Squares spent of the open move action."""
    pool_factor: int = 1
    """Speed multiplier of the open move action: 2 for a double move."""
    pools: int = 0
    """Number of move actions begun this turn."""
    attacks: int = 0
    ran: bool = False
    teleported: int = 0
    """Number of the creature's own teleports this turn."""
    bearing: tuple[int, int] | None = None
    """The direction of its last run."""

"""States that a creature is in."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .position import Cube


class Duration(NamedTuple):
    """How long a condition lasts."""

    until: str
    """The moment at which it may end: `turn-start`, `turn-end` or `round-end`."""
    whose: str
    """Whose turn is meant."""
    times: int
    """After how many such moments it ends."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that say so."""


@dataclass(frozen=True, slots=True)
class FarFall:
    """A fall that takes more than one round."""

    since: int = 0
    """The round in which it began."""
    told: int | None = None
    """Squares that are left of it where an effect says how far it goes; None: down to what is below."""
    at: Cube | None = None
    """Where the creature was then."""
    despite_wings: bool = False
    """Whether it began although the creature could have stayed up: its wings do not end it either."""


@dataclass(slots=True)
class Condition:
    """The conditions that hold now, and what must be remembered of how they came."""

    held: set[str] = field(default_factory=set)
    """Their names, in the ruleset's words."""
    prone_by_choice: bool = False
    """It went prone of its own will."""
    could_have_stood: bool = False
    """Knocked prone, it has since had the action that standing up takes."""
    ends_with_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the current turn of their bearer ends, each with the rules that say so."""
    ends_at_start: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the bearer's next turn starts, each with the rules that say so."""
    lasting: dict[str, Duration] = field(default_factory=dict)
    """How long conditions last that an effect gave for a time."""
    grabbed_by: str | None = None
    """The creature that holds it."""
    mount: str | None = None
    """The creature it rides or climbs."""
    carried_by: str | None = None
    """The creature in whose space it is being carried."""
    fallen: int = 0
    """Squares fallen so far in a fall that is still going on."""
    far_fall: FarFall = FarFall()
    """A fall that takes more than one round."""

    def __contains__(self, name: str) -> bool:
        return name in self.held

"""What changes about a creature: its conditions, its hit points and its turn."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .position import Cube


class Duration(NamedTuple):
    """How long a condition lasts."""

    until: str
    """The moment at which the condition may end: `turn-start`, `turn-end` or `round-end`."""
    whose: str
    """The creature whose turn is meant."""
    times: int = 1
    """The number of such moments after which the condition ends."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that say so."""
    more: tuple[tuple[str, str, int, tuple[str, ...]], ...] = ()
    """The times of the same condition gained again, where each counts apart: the fields above of each."""


LASTING = ""
"""The `until` of a condition that no moment ends."""


@dataclass(frozen=True, slots=True)
class FarFall:
    """A fall that takes more than one round."""

    since: int = 0
    """The round in which it began."""
    told: int | None = None
    """Squares still to fall, where an effect sets the depth of the fall; None: down to the next surface."""
    at: Cube | None = None
    """The creature's anchor at that moment."""
    despite_wings: bool = False
    """True if the fall began although the creature could have stayed up: wings do not end it either."""


@dataclass(slots=True)
class Condition:
    """The conditions that hold now, and how they came about."""

    held: set[str] = field(default_factory=set)
    """Their names, in the ruleset's words."""
    prone_by_choice: bool = False
    """True if the creature went prone by its own choice."""
    could_have_stood: bool = False
    """True if a creature knocked prone has since had the action that standing up takes."""
    ends_with_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the current turn of their bearer ends, each with the rules that say so."""
    ends_at_start: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Conditions that end when the bearer's next turn starts, each with the rules that say so."""
    lasting: dict[str, Duration] = field(default_factory=dict)
    """For each condition that an effect gave for a time, how long it lasts."""
    grabbed_by: str | None = None
    """The creature that grabs this one."""
    mount: str | None = None
    """The creature that this one rides or climbs."""
    carried_by: str | None = None
    """The creature that carries this one in its space."""
    fallen: int = 0
    """Squares fallen so far in a fall that goes on."""
    far_fall: FarFall = FarFall()
    """A fall that takes more than one round."""

    def __contains__(self, name: str) -> bool:
        return name in self.held


@dataclass(slots=True)
class Health:
    """Hit points; None: damage never downs the creature."""

    hp: int | None = None
    full: int | None = None
    downed: bool = False


@dataclass(slots=True)
class Turn:
    """Per-turn memory. Squares are whole squares of movement, whatever the ruleset's unit."""

    open: bool = False
    """True if it is this creature's turn, and not ended."""
    number: int = 0
    """Turns this creature has had."""
    actions: dict[str, int] = field(default_factory=dict)
    """Actions left."""
    parity: int = 0
    """Place in the diagonal cycle."""
    moved: int = 0
    """Squares moved by its own will this turn."""
    stepped: int = 0
    """Ordinary 5-foot steps taken this turn."""
    stood: bool = False
    """True if it has stood up this turn."""
    pausing: bool = False
    """True if its last movement paused where it may not stay, and must go on at once."""
    provoked: set[str] = field(default_factory=set)
    """Enemies that have reacted to the current movement (or turn, by the ruleset)."""
    reactions: int = 0
    """Reaction attacks made since its own last turn began."""
    pool_open: bool = False
    """True if a move action begun earlier can still be used for more."""
    pool_spent: int = 0
    """Squares that the open move action has cost so far."""
    pool_factor: int = 1
    """Speeds that the open move action covers: 2 for a double move."""
    pools: int = 0
    """Move actions begun this turn."""
    attacks: int = 0
    """Attacks made in this turn."""
    ran: bool = False
    """True if it has run this turn."""
    teleported: int = 0
    """Teleports that it has made of itself this turn."""
    bearing: tuple[int, int] | None = None
    """The direction of its last run, until its next turn."""

"""What every game remembers of a creature within its turn."""

from dataclasses import dataclass, field


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

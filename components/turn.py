"""What a creature must remember within a turn, a round and beyond."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Turn:
    """Per-turn memory. Squares are whole squares of movement, whatever the ruleset's unit."""

    open: bool = False
    """Whether it is this creature's turn, and not ended."""
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
    """Whether it has stood up this turn."""
    pausing: bool = False
    """Whether its last movement ended where it may not stay, to be gone on with at once."""
    provoked: set[str] = field(default_factory=set)
    """Enemies that have reacted to the current movement (or turn, as the ruleset has it)."""
    reactions: int = 0
    """Reaction attacks made since its own last turn began."""
    pool_open: bool = False
    """Whether a move action begun earlier can still be used for more."""
    pool_spent: int = 0
    """Squares that the open move action has cost so far."""
    pool_factor: int = 1
    """Speeds that the open move action covers: 2 for a double move."""
    facts: dict[str, int] = field(default_factory=dict)
    """Counts that single rulesets keep for the turn (traded steps, strikes made, jumps, ...)."""
    lasting: dict[str, int] = field(default_factory=dict)
    """Counts that outlast the turn (rounds run in a row, ...)."""
    bearing: tuple[int, int] | None = None
    """The line of its last run, until its next turn."""

    def fact(self, name: str) -> int:
        """A count of this turn, 0 where none was kept."""
        return self.facts.get(name, 0)

"""States that a creature is in."""

from dataclasses import dataclass, field


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
    grabbed_by: str | None = None
    """The creature that holds it."""
    mount: str | None = None
    """The creature it rides or climbs."""
    carried_by: str | None = None
    """The creature in whose space it is being carried."""
    fallen: int = 0
    """Squares fallen so far in a fall that is still going on."""

    def __contains__(self, name: str) -> bool:
        return name in self.held

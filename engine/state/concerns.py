"""Whether any creature rides, is carried or bears a condition, so that the checks for these can be skipped."""

from collections.abc import Iterable
from dataclasses import dataclass

from .creature import Creature


@dataclass(frozen=True, slots=True)
class Concerns:
    """What the creatures' states can give rise to; valid until one of them changes (`BattleState.states`)."""

    joined: bool
    """Whether any creature rides, climbs or is carried by another."""
    timed: bool
    """Whether any creature has a condition that lasts for a time."""
    conditions: frozenset[str]
    """All conditions that any creature has."""

    @staticmethod
    def of(creatures: Iterable[Creature]) -> "Concerns":
        """The concerns of some creatures as they are now."""
        joined = timed = False
        conditions: set[str] = set()
        for creature in creatures:
            state = creature.condition
            joined = joined or state.mount is not None or state.carried_by is not None
            timed = timed or bool(state.lasting)
            conditions |= state.held
        return Concerns(joined, timed, frozenset(conditions))

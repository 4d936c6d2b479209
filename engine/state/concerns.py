"""Whether any creature rides, is carried or bears a condition: what else need not be asked at each step."""

from collections.abc import Iterable
from dataclasses import dataclass

from .creature import Creature


@dataclass(frozen=True, slots=True)
class Concerns:
    """What somebody's state can give rise to; it holds until somebody's state changes (`BattleState.states`)."""

    joined: bool
    """Whether anybody rides, climbs or is carried by another."""
    timed: bool
    """Whether anybody is in a condition that lasts for a time."""
    conditions: frozenset[str]
    """All conditions that anybody is in."""

    @staticmethod
    def of(creatures: Iterable[Creature]) -> "Concerns":
        """The concerns of some creatures as they are."""
        joined = timed = False
        conditions: set[str] = set()
        for creature in creatures:
            state = creature.condition
            joined = joined or state.mount is not None or state.carried_by is not None
            timed = timed or bool(state.lasting)
            conditions |= state.held
        return Concerns(joined, timed, frozenset(conditions))

"""The SRD's own records of a creature: its build, what its full round was spent on, an overrun tried."""

from dataclasses import dataclass

from ....components.memory import TurnMemory


@dataclass(frozen=True, slots=True)
class Build:
    """Race and limbs."""

    race: str | None = None
    """The race that speeds depend on."""
    legs: int | None = None
    """None where the file does not say."""


@dataclass(frozen=True, slots=True)
class FullRound(TurnMemory):
    """The full attack of the turn."""

    taken: bool = False
    """Whether the round is given to strikes."""
    strikes_left: int = 0


@dataclass(frozen=True, slots=True)
class OverrunAttempt(TurnMemory):
    """Whether it has tried an overrun."""

    made: bool = False

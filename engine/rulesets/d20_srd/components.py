"""The SRD's own records of a creature: its build, its full attack, its overrun attempt."""

from dataclasses import dataclass

from ....components.memory import TurnMemory


@dataclass(frozen=True, slots=True)
class Build:
    """Race and limbs."""

    race: str | None = None
    """The race that speeds depend on."""
    legs: int | None = None
    """The number of legs; None if the file does not say."""


@dataclass(frozen=True, slots=True)
class FullRound(TurnMemory):
    """The full attack of the turn."""

    taken: bool = False
    """Whether the full-round action is spent on strikes."""
    strikes_left: int = 0


@dataclass(frozen=True, slots=True)
class OverrunAttempt(TurnMemory):
    """Whether it has tried an overrun."""

    made: bool = False

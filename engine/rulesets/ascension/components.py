"""Ascension's own records of a creature: its firearm, and checks made for tight places."""

from dataclasses import dataclass

from ....components.memory import TurnMemory


@dataclass(frozen=True, slots=True)
class Firearm:
    """The firearm that the creature holds."""

    recoil: int = 0


@dataclass(frozen=True, slots=True)
class TightPlaces(TurnMemory):
    """Checks to get into places under half its width."""

    passed: frozenset[int] = frozenset()
    """The move actions, by number, in which a check was made."""

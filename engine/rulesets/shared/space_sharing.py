"""Small questions behind each game's `space.py`: who is willing, helpless, an object, how much bigger."""

from ...rules.ruleset import Ruleset
from ...rules.step_costs import SpaceAccess
from ...state.creature import Creature


def helpless(rules: Ruleset, other: Creature) -> bool:
    """Whether a creature cannot hinder anyone."""
    return other.health.downed or other.is_any(rules.conditions.helpless)


def willing(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    """Whether `other` lets the mover have its way: its own word, else allies do and enemies do not."""
    return other.lets(mover)


def object_passing(rules: Ruleset, other: Creature) -> SpaceAccess | None:
    """How an object's squares are passed, None for what is no object."""
    traits = other.body.traits
    if "object" not in traits:
        return None
    if "shareable" in traits or "open" in traits:
        return SpaceAccess(True, True, rule="object.shareable")
    if "special" in traits:
        return SpaceAccess(True, True, costly=True, rule="object.special")
    return SpaceAccess(False, rule="object.closed")


def size_gap(mover: Creature, other: Creature) -> int:
    """Steps by which `other` is larger than the mover; negative where it is smaller."""
    return other.size.rank - mover.size.rank

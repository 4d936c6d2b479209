"""Questions behind each game's `space.py`: willing, helpless, an object, how much bigger."""

from ...rules.ruleset import Ruleset
from ...rules.step_costs import SpaceAccess
from ...state.creature import Creature


def helpless(rules: Ruleset, other: Creature) -> bool:
    """Whether a creature cannot hinder others."""
    return other.health.downed or other.is_any(rules.conditions.helpless)


def willing(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    """Whether `other` lets the mover pass: as `willing` says, else allies yes and enemies no."""
    return other.lets(mover)


def object_passing(rules: Ruleset, other: Creature) -> SpaceAccess | None:
    """Access to an object's squares; None for a creature that is no object."""
    traits = other.body.traits
    if "object" not in traits:
        return None
    if "shareable" in traits or "open" in traits:
        return SpaceAccess(True, True, rule="object.shareable")
    if "special" in traits:
        return SpaceAccess(True, True, costly=True, rule="object.special")
    return SpaceAccess(False, rule="object.closed", drawn_in=True)


def size_gap(mover: Creature, other: Creature) -> int:
    """Steps by which `other` is larger than the mover; negative if it is smaller."""
    return other.size.rank - mover.size.rank

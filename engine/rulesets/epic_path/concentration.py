"""Casting during a fall: when it is allowed, and the DC of the caster's check."""

from typing import Literal, TypeAlias

CastingTime: TypeAlias = Literal["immediate", "swift", "move", "standard", "full-round"]
"""The action that a spell takes."""

FALL_FOR_CASTING = 500
"""A fall must be longer than this many feet for any but an immediate spell."""


def may_cast_falling(feet: int, casting_time: CastingTime) -> bool:
    """Whether a creature that falls `feet` in all may try a spell of a casting time on the way.

    Rules: ep.fall.casting.
    """
    return casting_time == "immediate" or feet > FALL_FOR_CASTING


def falling_casting_dc(spell_level: int) -> int:
    """The DC of the caster check to concentrate while falling; ValueError for a level below 0.

    Rules: ep.fall.casting-check.
    """
    if spell_level < 0:
        raise ValueError(f"a spell level is 0 or more, not {spell_level}")
    return 10 + 4 * spell_level

"""Outcomes of rolls: which words of an ability's `on` and `after` an outcome meets, the nearest first."""

from collections.abc import Mapping
from typing import TypeVar

from ...components.effect_acts import StrikeOutcome as Outcome

T = TypeVar("T")

ROLLED: Mapping[str, tuple[str, ...]] = {
    "critical-success": ("critical-success", "critical-hit", "success", "hit"),
    "success": ("success", "hit"),
    "failure": ("failure", "miss"),
    "critical-failure": ("critical-failure", "critical-miss", "failure", "miss"),
    "tier-3": ("tier-3", "success", "hit"),
    "tier-2": ("tier-2", "success", "hit"),
    "tier-1": ("tier-1", "failure", "miss"),
}
"""The words for the outcomes of checks and saves."""

STRUCK: Mapping[str, tuple[str, ...]] = {
    "hit": ("hit", "success"),
    "miss": ("miss", "failure"),
    "critical-success": ("critical-hit", "critical-success", "hit", "success"),
    "success": ("hit", "success"),
    "failure": ("miss", "failure"),
    "critical-failure": ("critical-miss", "critical-failure", "miss", "failure"),
    "tier-3": ("tier-3", "hit", "success"),
    "tier-2": ("tier-2", "hit", "success"),
    "tier-1": ("tier-1", "hit", "success"),
}
"""The words for the outcomes of strikes."""


def words_for(outcome: str, *, struck: bool, hit: bool = False) -> tuple[str, ...]:
    """The words that an outcome meets, the nearest first; those of a game's own fall back on hit and miss."""
    known = (STRUCK if struck else ROLLED).get(outcome)
    if known is not None:
        return known
    return (outcome, "hit", "success") if hit else (outcome, "miss", "failure")


def chosen(table: Mapping[Outcome, T], words: tuple[str, ...], otherwise: T) -> T:
    """What a table has for the nearest of some words."""
    return next((value for word in words for known, value in table.items() if known == word), otherwise)

"""The odds of strikes, and words for outcomes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ...components.effect_acts import StrikeOutcome as Outcome
from ...components.plan import Check

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
"""Words for each outcome of a check or save, most specific first."""

STRUCK: Mapping[str, tuple[str, ...]] = {
    "hit": ("hit", "success"),
    "miss": ("miss", "failure"),
    "critical-hit": ("critical-hit", "critical-success", "hit", "success"),
    "critical-miss": ("critical-miss", "critical-failure", "miss", "failure"),
    "tier-3": ("tier-3", "hit", "success"),
    "tier-2": ("tier-2", "hit", "success"),
    "tier-1": ("tier-1", "hit", "success"),
}
"""Words for each outcome of a strike, most specific first."""


def words_for(outcome: str, *, struck: bool, hit: bool = False) -> tuple[str, ...]:
    """Returns all names of an outcome in the data of abilities, such as `hit` and `success`."""
    known = (STRUCK if struck else ROLLED).get(outcome)
    if known is not None:
        return known
    return (outcome, "hit", "success") if hit else (outcome, "miss", "failure")


def chosen(table: Mapping[Outcome, T], words: tuple[str, ...], otherwise: T) -> T:
    for word in words:
        for known, value in table.items():
            if known == word:
                return value
    return otherwise


class Odds(NamedTuple):
    """The chance of a hit, and the mean share of the damage that a hit deals."""

    hit: float
    times: float = 1.0
    """The average factor on a hit's damage."""


class StrikeOdds(NamedTuple):
    bonus: int
    """The bonus added to the dice."""
    against: int
    """The defence to reach."""
    modifiers: tuple[tuple[str, int | str], ...]
    """As the log lists them."""
    outcomes: tuple[tuple[str, float, int], ...]
    """(outcome, chance, damage in halves of the full amount)."""


@lru_cache(maxsize=1 << 10)
def d20_odds(bonus: int, against: int) -> Odds:
    """Returns the odds of a d20 roll against a defence."""
    return Odds(min(max((21 + bonus - against) / 20, 0.0), 1.0))


def d20_check_odds(world: object, check: Check) -> tuple[tuple[str, float], ...]:
    """Returns (outcome, chance) of a d20 check. A saving throw fails on 1 and succeeds on 20."""
    if check.dc is None:
        return (("success", 1.0), ("failure", 0.0))
    least, most = (1, 19) if check.save else (0, 20)
    met = min(max(21 + check.bonus - check.dc, least), most)
    return (("success", met / 20), ("failure", 1 - met / 20))

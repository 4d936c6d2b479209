"""The chance that a d20 hits, and the records in which rulesets give the odds of a strike."""

from functools import lru_cache
from typing import NamedTuple


class Odds(NamedTuple):
    """How likely a strike lands, and what it does then."""

    hit: float
    """The chance that it lands, 0 to 1."""
    times: float = 1.0
    """How many times its damage it deals on average when it does."""


class StrikeOdds(NamedTuple):
    """A strike with everything that weighs on it, before it is rolled."""

    bonus: int
    """All that is added to the dice."""
    against: int
    """The defence that is to be beaten."""
    modifiers: tuple[tuple[str, int | str], ...]
    """What weighs on it, as the log lists it."""
    outcomes: tuple[tuple[str, float, int], ...]
    """(outcome, its chance, halves of the rolled damage that it deals)."""


@lru_cache(maxsize=1 << 10)
def d20_odds(bonus: int, against: int) -> Odds:
    """A d20 and a bonus against a defence: it hits or misses."""
    return Odds(min(max((21 + bonus - against) / 20, 0.0), 1.0))

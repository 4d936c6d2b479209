"""What a strike promises before it is rolled."""

from functools import lru_cache
from typing import NamedTuple


class Odds(NamedTuple):
    """How likely a strike lands, and what it does then."""

    hit: float
    """The chance that it lands, 0 to 1."""
    times: float = 1.0
    """How many times its damage it deals on average when it does."""


@lru_cache(maxsize=1 << 10)
def d20_odds(bonus: int, against: int) -> Odds:
    """A d20 and a bonus against a defence: it hits or misses."""
    return Odds(min(max((21 + bonus - against) / 20, 0.0), 1.0))

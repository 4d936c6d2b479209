"""The odds of a strike: records that rulesets fill, and the chance that a d20 hits."""

from functools import lru_cache
from typing import NamedTuple


class Odds(NamedTuple):
    """How likely a strike hits, and how much of its damage it deals on average."""

    hit: float
    """The chance of a hit, 0 to 1."""
    times: float = 1.0
    """The factor on its damage when it hits, on average."""


class StrikeOdds(NamedTuple):
    """A strike with all its modifiers, before the roll."""

    bonus: int
    """The sum added to the dice."""
    against: int
    """The defence to beat."""
    modifiers: tuple[tuple[str, int | str], ...]
    """The modifiers, as the log lists them."""
    outcomes: tuple[tuple[str, float, int], ...]
    """(outcome, its chance, halves of the rolled damage that it deals)."""


@lru_cache(maxsize=1 << 10)
def d20_odds(bonus: int, against: int) -> Odds:
    """The odds of a d20 and a bonus against a defence."""
    return Odds(min(max((21 + bonus - against) / 20, 0.0), 1.0))

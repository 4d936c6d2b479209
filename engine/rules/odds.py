"""The odds of a strike: records that rulesets fill, and the chance that a d20 hits."""

from functools import lru_cache
from typing import NamedTuple

from ...components.plan import Check


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


def d20_check_odds(world: object, check: Check) -> tuple[tuple[str, float], ...]:
    """The outcomes of a check of a d20 against its DC; in a save a natural 1 fails and a natural 20 succeeds."""
    if check.dc is None:
        return (("success", 1.0), ("failure", 0.0))
    met = sum(
        natural == 20 if check.save and natural in (1, 20) else natural + check.bonus >= check.dc
        for natural in range(1, 21)
    )
    return (("success", met / 20), ("failure", 1 - met / 20))

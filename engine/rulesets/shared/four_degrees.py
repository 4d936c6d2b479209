"""How a game with four degrees of success rolls: ten over or under the DC is critical, a 20 or a 1 shifts by one."""

from functools import lru_cache

from ....components.plan import Check, Strike
from ...rules.odds import Odds, StrikeOdds
from ...rules.ruleset import World
from .d20 import logged, strike_by, weighed

DEGREES = ("critical-failure", "failure", "success", "critical-success")


def degree_of(natural: int, total: int, dc: int) -> str:
    """The degree of a roll: ten over or under is critical, a natural 20 or 1 shifts it by one."""
    degree = 3 if total >= dc + 10 else 2 if total >= dc else 0 if total <= dc - 10 else 1
    shift = (natural == 20) - (natural == 1)
    return DEGREES[min(max(degree + shift, 0), 3)]


def degrees(bonus: int, dc: int) -> list[str]:
    """The degrees of the twenty faces of the die."""
    return [degree_of(natural, natural + bonus, dc) for natural in range(1, 21)]


@lru_cache(maxsize=1 << 10)
def odds(bonus: int, against: int) -> Odds:
    """The odds of a strike by the four degrees: a critical success counts twice."""
    rolled = degrees(bonus, against)
    critical = rolled.count("critical-success")
    hits = rolled.count("success") + critical
    return Odds(hits / 20, 1 + critical / hits if hits else 1.0)


def check(world: World, asked: Check) -> str:
    """Rolls 1d20 and the bonus against a DC; without a DC it succeeds."""
    (natural,) = world.dice.roll(1, 20)
    outcome = "success" if asked.dc is None else degree_of(natural, natural + asked.bonus, asked.dc)
    logged(world, asked, natural, outcome, asked.dc)
    return outcome


strike = strike_by(degree_of, {"success": 1, "critical-success": 2})
"""A critical success deals double damage."""


def check_odds(world: World, asked: Check) -> tuple[tuple[str, float], ...]:
    """The four degrees of a check with their chances, the best first."""
    if asked.dc is None:
        return (("success", 1.0),)
    rolled = degrees(asked.bonus, asked.dc)
    return tuple((degree, rolled.count(degree) / 20) for degree in reversed(DEGREES))


def forecast(world: World, act: Strike) -> StrikeOdds:
    """The outcomes of a strike by the four degrees."""
    blow = weighed(world, act)
    rolled, halves = degrees(blow.bonus, blow.against), {"critical-success": 4, "success": 2}
    outcomes = tuple((degree, rolled.count(degree) / 20, halves.get(degree, 0)) for degree in reversed(DEGREES))
    return StrikeOdds(blow.bonus, blow.against, blow.modifiers, outcomes)

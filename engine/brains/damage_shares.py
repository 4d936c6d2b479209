"""Shares of worth that damage takes."""

from collections.abc import Callable
from functools import lru_cache
from math import log

from ..combat.forecast import spread
from ..legality.damage_odds import sums
from ..rules.odds import Odds
from .combat_profile import STAYING, ExpectedDamage
from .estimates import average

MOST_AMOUNTS = 400


@lru_cache(maxsize=1 << 16)
def lost_share(parts: tuple[tuple[str, float, int], ...], hp: int) -> ExpectedDamage:
    """Returns (mean share of a creature's value lost, chance of defeat) for some damage rolls.

    Each of `parts` is (dice, factor, reduction).
    """
    amounts = {0: 1.0}
    for text, times, off in parts:
        rolled: dict[int, float] = {}
        for amount, chance in spread(text).items():
            left = max(int(amount * times) - off, 0)
            rolled[left] = rolled.get(left, 0.0) + chance
        if len(amounts) * len(rolled) > MOST_AMOUNTS:
            rolled = {round(sum(amount * chance for amount, chance in rolled.items())): 1.0}
        amounts = sums(amounts, rolled)
    lost = sum(
        chance * log((hp + STAYING) / (max(hp - amount, 0) + STAYING)) for amount, chance in amounts.items() if amount
    )
    return lost, sum(chance for amount, chance in amounts.items() if amount >= hp > 0)


@lru_cache(maxsize=1 << 14)
def share_of(hp: int, harm: float) -> float:
    return log((hp + STAYING) / (max(hp - harm, 0.0) + STAYING))


@lru_cache(maxsize=1 << 12)
def opened(odds: Callable[[int, int], Odds], attack: int, defence: int, worse: int) -> float:
    """Returns the relative growth of an enemy's hits after a change of defence."""
    before, after = odds(attack, defence), odds(attack, defence + worse)
    return after.hit * after.times / max(before.hit * before.times, 0.01) - 1


@lru_cache(maxsize=1 << 12)
def weakened(
    odds: Callable[[int, int], Odds], attack: int, defence: int, damage: str | int | None, worse: int, weaker: int
) -> float:
    before, after = odds(attack, defence), odds(attack + worse, defence)
    usual = before.hit * before.times * average(damage)
    return 1 - after.hit * after.times * max(average(damage) + weaker, 0.0) / usual if usual else 0.0

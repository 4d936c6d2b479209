"""What a series of battles says about who is better: win rates with their uncertainty, and ratings."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Z95 = 1.959963984540054
"""Standard deviations that 95 percent of a normal distribution lie within."""
ELO = 400 / math.log(10)
"""Points of Elo that a factor e in the odds of winning is worth."""


class Interval(NamedTuple):
    """A proportion and the bounds that it lies within with 95 percent confidence."""

    rate: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Wilson's score interval for `successes` of `trials`; a drawn battle may count as half a success.

    Raises:
        ValueError: there are fewer trials than successes, or a negative number of either.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    rate = successes / trials
    share = z * z / trials
    middle = (rate + share / 2) / (1 + share)
    half = z * math.sqrt(rate * (1 - rate) / trials + share / (4 * trials)) / (1 + share)
    return Interval(rate, max(middle - half, 0.0), min(middle + half, 1.0))


class Rating(NamedTuple):
    """A player's strength on the Elo scale, the players' mean being 0, and half its 95 percent interval."""

    elo: float
    margin: float


def bradley_terry(scores: Mapping[tuple[str, str], tuple[float, int]], prior: float = 0.5) -> dict[str, Rating]:
    """The strengths that make the results most likely.

    `scores[a, b]` is (points of `a`, battles) for each pair met, a draw being half a point. `prior` is a
    number of drawn battles added to each pair, which keeps a player that has won everything finite.
    """
    names = sorted({name for pair in scores for name in pair})
    met: dict[str, dict[str, float]] = {name: {} for name in names}
    points = dict.fromkeys(names, 0.0)
    for (a, b), (won, battles) in scores.items():
        if a == b or not battles:
            continue
        for one, other, gained in ((a, b, won), (b, a, battles - won)):
            met[one][other] = met[one].get(other, 0.0) + battles
            points[one] += gained
    for a in names:
        for b in met[a]:
            met[a][b] += prior
            points[a] += prior / 2
    strength = dict.fromkeys(names, 1.0)
    for _ in range(10_000):  # Hunter's minorisation: each round is at least as likely as the last
        updated = {
            a: points[a] / sum(n / (strength[a] + strength[b]) for b, n in met[a].items()) if met[a] else 1.0
            for a in names
        }
        scale = math.exp(sum(math.log(value) for value in updated.values()) / max(len(names), 1))
        updated = {a: value / scale for a, value in updated.items()}
        moved = max((abs(math.log(updated[a] / strength[a])) for a in names), default=0.0)
        strength = updated
        if moved < 1e-10:
            break
    return {a: Rating(ELO * math.log(strength[a]), _margin(a, strength, met[a])) for a in names}


def _margin(name: str, strength: Mapping[str, float], met: Mapping[str, float]) -> float:
    """Half the 95 percent interval in points, the others' strengths taken as known."""
    information = sum(
        n * strength[name] * strength[other] / (strength[name] + strength[other]) ** 2 for other, n in met.items()
    )
    return ELO * Z95 / math.sqrt(information) if information else math.inf


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed, one of them (nearest rank); nan for none."""
    if not values:
        return math.nan
    ranked = sorted(values)
    return ranked[max(math.ceil(share * len(ranked)) - 1, 0)]

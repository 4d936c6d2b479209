"""Win rates and ratings with their uncertainty."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...engine.extras import require

Z95 = 1.959963984540054
ELO = 400 / math.log(10)
"""Elo points for a factor of e in strength."""


class Interval(NamedTuple):
    """A proportion, with the limits of its 95 % confidence interval."""

    rate: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Returns Wilson's confidence interval for `successes` in `trials`. A draw is half a success.

    Raises:
        ValueError: a number is negative, or `successes` exceeds `trials`.
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
    """A player's Elo rating (the mean of all is 0), and half of its 95 % interval."""

    elo: float
    margin: float
    """Half the 95 % interval; infinite without games."""


def bradley_terry(scores: Mapping[tuple[str, str], tuple[float, int]], prior: float = 0.5) -> dict[str, Rating]:
    """Returns {player: Elo rating}, by a Bradley-Terry model of the scores.

    `scores[a, b]` is (points of `a` against `b`, battles). `prior` draws per pair are added, to keep the ratings
    finite.

    Raises:
        MissingExtra: the extra `stats` is not installed.
    """
    require("choix", "numpy", "scipy", purpose="a rating")
    import choix
    import numpy
    from scipy.sparse.csgraph import connected_components

    names = sorted({name for pair in scores for name in pair})
    place = {name: index for index, name in enumerate(names)}
    won = numpy.zeros((len(names), len(names)))
    for (a, b), (points, battles) in scores.items():
        if a != b and battles:
            won[place[a], place[b]] += points
            won[place[b], place[a]] += battles - points
    met = won + won.T > 0
    won[met] += prior / 2
    rated: dict[str, Rating] = {}
    count, group_of = connected_components(met, directed=False)
    for group in range(count):
        (members,) = numpy.nonzero(group_of == group)
        if len(members) == 1:
            rated[names[members[0]]] = Rating(0.0, math.inf)
            continue
        wins = won[numpy.ix_(members, members)]
        strength = choix.ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-10)
        strength = strength - strength.mean()
        odds = 1 / (1 + numpy.exp(strength[None, :] - strength[:, None]))
        weights = (wins + wins.T) * odds * odds.T
        information = numpy.diag(weights.sum(axis=1)) - weights
        even = 1 / len(members)  # the pseudoinverse: of those who have met only the mean is undetermined
        spread = numpy.sqrt(numpy.diag(numpy.linalg.inv(information + even) - even))
        for index, member in enumerate(members):
            rated[names[member]] = Rating(float(ELO * strength[index]), float(ELO * Z95 * spread[index]))
    return {name: rated[name] for name in names}


def quantile(values: Sequence[float], share: float) -> float:
    """Returns the value at a share of the sorted values, by nearest rank. A share of 0.5 is the median."""
    if not values:
        return math.nan
    ranked = sorted(values)
    return ranked[max(math.ceil(share * len(ranked)) - 1, 0)]

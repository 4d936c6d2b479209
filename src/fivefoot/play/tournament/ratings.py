"""Win rates with their uncertainty, and ratings, from a series of battles."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...engine.extras import require

Z95 = 1.959963984540054
"""Standard deviations that hold 95 percent of a normal distribution."""
ELO = 400 / math.log(10)
"""Points of Elo for a factor e in the odds of winning."""


class Interval(NamedTuple):
    """A proportion and its bounds at 95 percent confidence."""

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
    """A player's strength on the Elo scale, with the mean of all players at 0, and half its 95 % interval."""

    elo: float
    margin: float
    """Infinite for a player without games."""


def bradley_terry(scores: Mapping[tuple[str, str], tuple[float, int]], prior: float = 0.5) -> dict[str, Rating]:
    """The strengths that make the results most likely (the Bradley-Terry model, fitted by choix).

    `scores[a, b]` is (points of `a`, battles) for each pair met, a draw being half a point. `prior` is a
    number of drawn battles added to each pair, which keeps a player that has won everything finite.

    All strengths are estimated at once: the margins come from the inverse of the whole information matrix, so that a
    player who has only met others of unknown strength is as uncertain as they are. Players who have not met, not even
    by way of others, are rated apart, each group about a mean of its own.

    Raises:
        MissingExtra: the extra `stats` is not installed.
    """
    require("choix", "numpy", "scipy", purpose="a rating")
    import choix
    import numpy
    from scipy.linalg import pinvh
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
        spread = numpy.sqrt(numpy.diag(pinvh(information)))
        for index, member in enumerate(members):
            rated[names[member]] = Rating(float(ELO * strength[index]), float(ELO * Z95 * spread[index]))
    return {name: rated[name] for name in names}


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed, one of them (nearest rank); nan for none."""
    if not values:
        return math.nan
    ranked = sorted(values)
    return ranked[max(math.ceil(share * len(ranked)) - 1, 0)]

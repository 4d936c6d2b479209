"""Win rates, intervals and ratings, compared with figures computed by hand."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefoot.play.tournament.ratings import bradley_terry, quantile, wilson


def test_wilson_of_eight_in_ten() -> None:
    found = wilson(8, 10)
    assert found.rate == 0.8
    assert found.low == pytest.approx(0.4902, abs=1e-4)
    assert found.high == pytest.approx(0.9433, abs=1e-4)


def test_wilson_without_trials_spans_all_rates() -> None:
    assert wilson(0, 0) == (0.5, 0.0, 1.0)


@given(st.integers(1, 10_000), st.data())
def test_wilson_holds_the_rate_and_mirrors(trials: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, trials))
    found, other = wilson(won, trials), wilson(trials - won, trials)
    assert 0 <= found.low <= found.rate + 1e-12
    assert found.rate - 1e-12 <= found.high <= 1
    assert other.low == pytest.approx(1 - found.high)


def test_wilson_refuses_more_successes_than_trials() -> None:
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)


def test_two_players_get_the_elo_of_their_odds() -> None:
    ratings = bradley_terry({("a", "b"): (750.0, 1000)}, prior=0)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(3), abs=0.01)
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)


def test_a_player_that_wins_everything_has_a_finite_rating() -> None:
    ratings = bradley_terry({("a", "b"): (10.0, 10), ("b", "c"): (10.0, 10)})
    assert math.inf > ratings["a"].elo > ratings["b"].elo > ratings["c"].elo > -math.inf


def test_two_players_are_as_uncertain_as_their_difference() -> None:
    ratings = bradley_terry({("a", "b"): (50.0, 100)}, prior=0)
    # the difference of two equals after n battles has the standard error 2 / sqrt(n); each has half of it
    assert ratings["a"].margin == pytest.approx(400 / math.log(10) * 1.959964 * 2 / math.sqrt(100) / 2, rel=1e-6)


def test_a_player_known_through_another_only_is_the_less_certain() -> None:
    ratings = bradley_terry({("a", "b"): (500.0, 1000), ("b", "c"): (500.0, 1000), ("c", "d"): (5.0, 10)})
    assert ratings["d"].margin > 2.5 * ratings["a"].margin
    # the same battles of c against d, but c's own strength unknown: d is no more certain than c
    alone = bradley_terry({("a", "b"): (500.0, 1000), ("b", "c"): (5.0, 10), ("c", "d"): (500.0, 1000)})
    assert alone["d"].margin == pytest.approx(alone["c"].margin, rel=0.05)
    assert alone["d"].margin > 3 * bradley_terry({("c", "d"): (500.0, 1000)})["d"].margin


def test_players_who_have_not_met_are_rated_apart() -> None:
    ratings = bradley_terry({("a", "b"): (9.0, 10), ("c", "d"): (5.0, 10), ("e", "f"): (0.0, 0)})
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)
    assert ratings["c"].elo == pytest.approx(0, abs=1e-6)
    assert ratings["e"] == (0.0, math.inf)


def test_margins_hold_the_truth_in_95_of_100_tournaments() -> None:
    rng = random.Random(5)
    truth = {"a": 150.0, "b": 40.0, "c": -60.0, "d": -130.0}
    pairs = [("a", "b", 120), ("b", "c", 60), ("c", "d", 30), ("a", "d", 60)]
    held = trials = 0
    for _ in range(250):
        scores = {}
        for one, other, battles in pairs:
            chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            scores[one, other] = (float(sum(rng.random() < chance for _ in range(battles))), battles)
        for name, rating in bradley_terry(scores, prior=0.1).items():
            trials += 1
            held += abs(rating.elo - truth[name]) <= rating.margin
    assert 0.93 <= held / trials <= 0.97


@pytest.mark.parametrize(("won", "trials"), [(0, 1), (1, 1), (8, 10), (37, 90), (990, 1000)])
def test_wilson_is_that_of_scipy(won: int, trials: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    other = stats.binomtest(won, trials).proportion_ci(0.95, method="wilson")
    found = wilson(won, trials)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=1e-12)


def test_quantiles_are_nearest_ranks() -> None:
    assert quantile([5, 1, 3], 0.5) == 3
    assert quantile(range(1, 101), 0.95) == 95
    assert math.isnan(quantile([], 0.5))

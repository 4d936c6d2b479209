"""Win rates, intervals and ratings against figures worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefoot.play.tournament.ratings import bradley_terry, quantile, wilson


def test_wilson_of_eight_in_ten() -> None:
    found = wilson(8, 10)
    assert found.rate == 0.8
    assert found.low == pytest.approx(0.4902, abs=1e-4)
    assert found.high == pytest.approx(0.9433, abs=1e-4)


def test_wilson_of_nothing_says_nothing() -> None:
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


def test_whoever_wins_everything_stays_finite() -> None:
    ratings = bradley_terry({("a", "b"): (10.0, 10), ("b", "c"): (10.0, 10)})
    assert math.inf > ratings["a"].elo > ratings["b"].elo > ratings["c"].elo > -math.inf


def test_quantiles_are_nearest_ranks() -> None:
    assert quantile([5, 1, 3], 0.5) == 3
    assert quantile(range(1, 101), 0.95) == 95
    assert math.isnan(quantile([], 0.5))

"""Rolls as text and as numbers."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from statistics import fmean, pvariance

import pytest

from fivefoot.engine.dice import Dice, Roll, WrongDice, branches, parse


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("2d6+3", Roll(2, 6, 3)),
        ("d20", Roll(1, 20)),
        (" 1d4 - 1 ", Roll(1, 4, -1)),
        ("7", Roll(0, 0, 7)),
        (7, Roll(0, 0, 7)),
    ],
)
def test_a_roll_is_read(text: str | int, roll: Roll) -> None:
    assert parse(text) == roll


@pytest.mark.parametrize("text", ["", "d", "2x6", "1d0", "2d6+"])
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="roll"):
        parse(text)


@pytest.mark.parametrize("text", ["1d4", "2d6+3", "3d3-2", "5"])
def test_mean_and_variance_are_those_of_all_results(text: str) -> None:
    roll = parse(text)
    totals = [sum(faces) + roll.plus for faces in product(range(1, roll.sides + 1), repeat=roll.count)]
    assert roll.mean == pytest.approx(fmean(totals))
    assert roll.variance == pytest.approx(pvariance(totals))


def test_a_scripted_result_larger_than_its_die_is_an_error() -> None:
    dice = Dice(1, (3, 4))
    assert dice.roll(1, 3) == (3,)
    with pytest.raises(WrongDice, match=r"dice\[1\]: found 4 for a d3; allowed: at most 3"):
        dice.roll(1, 3)
    assert dice.used == 1


@pytest.mark.parametrize("low", [0, -3])
def test_a_scripted_result_below_one_is_an_error(low: int) -> None:
    with pytest.raises(WrongDice, match=rf"dice\[0\]: found {low} for a d20; allowed: at least 1"):
        Dice(1, (low,)).roll(1, 20)


def test_branches_give_every_result_with_its_chance() -> None:
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for dice in branches(33):
        (first,) = dice.roll(1, 6)
        found[first, sum(dice.roll(2, 4)) if first > 3 else 0] += dice.chance
    assert found.pop((1, 0)) == Fraction(1, 6)
    assert sum(found.values()) == Fraction(5, 6)
    assert found[6, 5] == Fraction(1, 6) * Fraction(4, 16)


def test_too_many_branches_raise_at_once() -> None:
    rolled: list[tuple[int, ...]] = []
    with pytest.raises(OverflowError, match="more than 400"):
        rolled.extend(dice.roll(1, 20) + dice.roll(8, 6) for dice in branches(400))
    assert len(rolled) == 1


def test_results_that_make_no_difference_share_a_branch() -> None:
    found = [(dice.roll_for(1, 20, lambda results: results[0] >= 12), dice.chance) for dice in branches(2)]
    assert found == [((1,), Fraction(11, 20)), ((12,), Fraction(9, 20))]


def test_equal_sums_share_a_branch() -> None:
    found = {sum(dice.roll_sum(2, 6)): dice.chance for dice in branches(11)}
    assert found == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_other_dice_roll_the_same_whatever_matters() -> None:
    plain, sums, outcomes = Dice(7), Dice(7), Dice(7)
    rolled = plain.roll(3, 6)
    assert sums.roll_sum(3, 6) == rolled
    assert outcomes.roll_for(3, 6, max) == rolled

"""The size table and the sizes beyond it: each test names the entries whose worked check it is."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefoot.engine.size_tables import (
    compare_weight,
    grapple_modifier,
    has_special_rules,
    hide_modifier,
    miniature_height,
    modifier_change,
    natural_reach,
    size_by_length,
    size_of_quadruped,
    size_row,
    size_rows,
    sized_armor_class,
    sized_attack,
    titanic_grade,
    titanic_side,
)

TON = 2000

ROWS = [
    ("fine", 8, -16, 16, (0, 0.5), (0, 0.125), 0.5, 0, 0),  # srd.size.fine
    ("diminutive", 4, -12, 12, (0.5, 1), (0.125, 1), 1, 0, 0),  # srd.size.diminutive
    ("tiny", 2, -8, 8, (1, 2), (1, 8), 2.5, 0, 0),  # srd.size.tiny
    ("small", 1, -4, 4, (2, 4), (8, 60), 5, 5, 5),  # srd.size.small
    ("medium", 0, 0, 0, (4, 8), (60, 500), 5, 5, 5),  # srd.size.medium
    ("large", -1, 4, -4, (8, 16), (500, 4000), 10, 10, 5),  # srd.size.large
    ("huge", -2, 8, -8, (16, 32), (2 * TON, 16 * TON), 15, 15, 10),  # srd.size.huge
    ("gargantuan", -4, 12, -12, (32, 64), (16 * TON, 125 * TON), 20, 20, 15),  # srd.size.gargantuan
    ("colossal", -8, 16, -16, (64, math.inf), (125 * TON, math.inf), 30, 30, 20),  # srd.size.colossal
]


@pytest.mark.parametrize("expected", ROWS, ids=lambda row: str(row[0]))
def test_rows(expected: tuple[object, ...]) -> None:
    row = size_row(str(expected[0]))
    read = (row.name, row.modifier, row.grapple, row.hide, row.length, row.weight, row.space)
    assert (*read, row.reach["tall"], row.reach["long"]) == expected


def test_nine_sizes_that_join_end_to_end() -> None:
    rows = size_rows()
    assert [row.name for row in rows] == [row[0] for row in ROWS]
    for smaller, larger in pairwise(rows):
        assert smaller.length[1] == larger.length[0]
        assert smaller.weight[1] == larger.weight[0]


def test_only_small_and_medium_are_ordinary() -> None:
    """srd.size.special-outside-small-medium."""
    assert [row.name for row in size_rows() if not has_special_rules(row.name)] == ["small", "medium"]


def test_the_modifier_goes_to_attack_and_armor_class() -> None:
    """srd.size.modifier-use."""
    assert (sized_attack("tiny", 5), sized_armor_class("tiny", 15)) == (7, 17)
    assert (sized_attack("huge", 5), sized_armor_class("huge", 15)) == (3, 13)
    assert (modifier_change("medium", "large"), modifier_change("huge", "tiny")) == (-1, 4)


def test_grapple_and_hide_mirror_each_other() -> None:
    """srd.size.grapple-and-hide-columns."""
    assert (grapple_modifier("large"), hide_modifier("large")) == (4, -4)
    for steps, row in enumerate(size_rows()):
        assert row.grapple == -row.hide == 4 * (steps - 4)


def test_a_quadruped_is_measured_without_its_tail() -> None:
    """srd.size.height-column."""
    assert size_of_quadruped(12, tail=5) == "medium"
    assert size_by_length(12) == "large"


@pytest.mark.parametrize(
    ("feet", "size"),
    [
        (0.25, "fine"), (0.5, "fine"), (0.51, "diminutive"), (1, "tiny"), (2, "small"), (3.9, "small"),
        (4, "medium"), (8, "large"), (16, "huge"), (32, "gargantuan"), (63.9, "gargantuan"),
        (64, "colossal"), (500, "colossal"),
    ],
)  # fmt: skip
def test_a_shared_end_point_belongs_to_the_larger_size(feet: float, size: str) -> None:
    """srd.size.height-column, its open point."""
    assert size_by_length(feet) == size


@given(st.floats(0.01, 200))
def test_a_length_lies_in_the_row_it_finds(feet: float) -> None:
    least, most = size_row(size_by_length(feet)).length
    assert least <= feet <= most


@pytest.mark.parametrize("feet", [0, -1, math.nan, math.inf])
def test_no_size_for_what_is_no_length(feet: float) -> None:
    with pytest.raises(ValueError, match="longer than 0 feet"):
        size_by_length(feet)


@pytest.mark.parametrize(("overall", "tail"), [(5, 5), (5, 7), (5, -1), (5, math.nan)])
def test_a_tail_leaves_some_body(overall: float, tail: float) -> None:
    with pytest.raises(ValueError, match="0 feet"):
        size_of_quadruped(overall, tail)


def test_stone_is_heavier_and_stays_its_size() -> None:
    """srd.size.weight-column."""
    assert compare_weight("medium", 2000) == "heavier"
    assert compare_weight("medium", 1) == "lighter"
    assert compare_weight("medium", 500) == "ordinary"
    assert size_row("medium").space == 5
    with pytest.raises(ValueError, match="0 pounds or more"):
        compare_weight("medium", -1)


def test_reach_by_body() -> None:
    """srd.size.tall-or-long."""
    assert (natural_reach("huge", "tall"), natural_reach("huge", "long")) == (15, 10)
    assert (natural_reach("medium", "tall"), natural_reach("medium", "long")) == (5, 5)
    assert natural_reach("large") == 10


def test_a_creatures_own_figure_counts() -> None:
    # What srd.size.space-and-reach-typical makes of a threatened area is a matter for the board.
    assert natural_reach("medium", own=10) == 10
    assert natural_reach("large", own=0) == 0


def test_five_millimetres_to_the_foot() -> None:
    """srd.scale.miniature."""
    assert miniature_height(12) == 60
    assert miniature_height(6) == 30


def test_an_unknown_size_is_named() -> None:
    with pytest.raises(ValueError, match=r"no size 'titanic'; sizes are fine, .*colossal"):
        size_row("titanic")


# ---------------------------------------------------------------- beyond titanic


def test_the_side_doubles_with_each_grade() -> None:
    """ep.space.beyond-titanic."""
    grades = ["titanic-plus", "two-plus", "three-plus", "four-plus"]
    assert [titanic_side(titanic_grade(name)) for name in grades] == [60, 120, 240, 480]
    assert titanic_side(titanic_grade("titanic")) == 30
    assert titanic_grade("titanic-two-plus") == titanic_grade("2-plus") == 2
    assert titanic_side(titanic_grade("999-plus")) == 30 * 2**999


@pytest.mark.parametrize(
    "name",
    ["", "plus", "-plus", "many-plus", "0-plus", "1000-plus", "two", "titanic-titanic-plus", "Two-plus"],
)
def test_words_that_are_no_grade(name: str) -> None:
    with pytest.raises(ValueError, match="no grade"):
        titanic_grade(name)


def test_grades_count_up() -> None:
    with pytest.raises(ValueError, match="count from 0"):
        titanic_side(-1)

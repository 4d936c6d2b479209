"""The size tables, and the sizes beyond titanic: each test names the entries whose worked check it is."""

import pytest

from fivefoot.engine.rulesets.epic_path.moves import CAPPED, TRUE_SIZE, titanic_grade
from fivefoot.engine.rulesets.shared.d20 import D20_SIZES

ROWS = {
    "fine": (0.5, 0, 0),  # srd.size.fine
    "diminutive": (1, 0, 0),  # srd.size.diminutive
    "tiny": (2.5, 0, 0),  # srd.size.tiny
    "small": (5, 5, 5),  # srd.size.small
    "medium": (5, 5, 5),  # srd.size.medium
    "large": (10, 10, 5),  # srd.size.large
    "huge": (15, 15, 10),  # srd.size.huge
    "gargantuan": (20, 20, 15),  # srd.size.gargantuan
    "colossal": (30, 30, 20),  # srd.size.colossal
}
"""The printed space, and reach of tall and of long bodies, in feet (srd.size.tall-or-long)."""


def test_the_nine_sizes_are_as_printed() -> None:
    table = {word: (row.room, row.tall_reach, row.long_reach) for word, row in D20_SIZES.items()}
    assert table == ROWS
    assert [row.rank for row in D20_SIZES.values()] == list(range(-4, 5))
    assert all(row.side == max(1, row.room // 5) for row in D20_SIZES.values())


def test_the_side_doubles_with_each_grade() -> None:
    """ep.space.beyond-titanic."""
    grades = ["titanic", "titanic-plus", "two-plus", "three-plus", "four-plus"]
    assert [TRUE_SIZE[name].room for name in grades] == [30, 60, 120, 240, 480]
    assert [CAPPED[name].room for name in grades] == [30] * 5  # ep.space.figure-cap
    assert titanic_grade("titanic-two-plus") == titanic_grade("2-plus") == 2
    assert TRUE_SIZE["999-plus"].side == 600  # as wide as any board


@pytest.mark.parametrize(
    "name",
    ["", "plus", "-plus", "many-plus", "0-plus", "1000-plus", "two", "titanic-titanic-plus", "Two-plus"],
)
def test_words_that_are_no_grade(name: str) -> None:
    assert titanic_grade(name) is None
    assert name not in CAPPED
    with pytest.raises(KeyError):
        CAPPED[name]

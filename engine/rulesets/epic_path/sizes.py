"""The size ladder, and the least width through which each size squeezes."""

import re
from collections.abc import Mapping
from math import inf, nextafter

from ...rules.ruleset import Ruleset
from ...rules.sizes import SizeRow
from ...state.creature import Creature

ROWS: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 10),
    "huge": SizeRow(2, 3, 15, 15, 15),
    "gargantuan": SizeRow(3, 4, 20, 20, 20),
    "colossal": SizeRow(4, 5, 25, 25, 25),
    "titanic": SizeRow(5, 6, 30, 30, 30),
}
"""Spaces and reaches up to titanic, in feet.

Rules: ep.space.small-medium, ep.space.below-small, ep.space.above-medium, ep.occupied.count,
ep.reach.small-medium, ep.reach.tiny, ep.reach.rule-of-thumb, ep.grid.multiples-and-fractions,
ep.3d.creature-cube.
"""

TITANIC_SIDE = 30
"""The side of a titanic creature's space, in feet."""

WIDEST = 600
"""Squares beyond which the side of a space is cut off, because no board is so wide; room, height and reach go on."""

FARTHEST = 8192
"""Squares at which room and reach end too: more than lie between any two places that a scenario can name."""


COUNTS = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
]  # fmt: skip
"""Number words of the grades beyond titanic."""


def titanic_grade(name: str) -> int | None:
    """The number of steps above titanic of a size word: titanic 0, titanic-plus 1, two-plus 2; None for any other word.

    Number words to twenty and figures of up to three digits (`21-plus`) are allowed, with or without `titanic-` before
    them. The side of the space doubles with each step. (ep.space.beyond-titanic)
    """
    if name in ("titanic", "titanic-plus"):
        return 0 if name == "titanic" else 1
    found = re.fullmatch(r"(?:titanic-)?([a-z]+|[1-9][0-9]{0,2})-plus", name)
    count = found[1] if found else ""
    if count in COUNTS:
        return COUNTS.index(count) + 1
    return int(count) if count.isdigit() else None


class SizeLadder(dict[str, SizeRow]):
    """The size table, extended by every grade beyond titanic that a word can name. (ep.space.beyond-titanic)"""

    def __init__(self, capped: bool) -> None:
        super().__init__(ROWS)
        self.capped = capped
        """Whether such grades occupy a base of 6 by 6 squares. (ep.space.figure-cap)"""

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or (isinstance(word, str) and bool(titanic_grade(word)))

    def __missing__(self, word: str) -> SizeRow:
        grade = titanic_grade(word)
        if grade is None:
            raise KeyError(word)
        feet = TITANIC_SIDE if self.capped else min(TITANIC_SIDE * 2**grade, FARTHEST * 5)
        return SizeRow(5 + grade, min(feet // 5, WIDEST), feet, feet, feet)


CAPPED, TRUE_SIZE = SizeLadder(True), SizeLadder(False)


def squeeze_least(rules: Ruleset, row: SizeRow) -> float:
    """The least width through which a size squeezes: that of the next smaller size.

    For a medium body it must be more than 2 1/2 feet, for a small one that is enough. Rules: ep.squeeze.narrow-gap,
    ep.squeeze.head.
    """
    if row.room > 5:
        return row.room / 2 if row.room > TITANIC_SIDE else row.room - 5
    if row.rank == 0:
        return nextafter(2.5, inf)
    return {5.0: 2.5, 2.5: 1.0, 1.0: 0.5}.get(row.room, 0.5)


def stands_on(rules: Ruleset, creature: Creature, other: Creature) -> bool:
    """Whether a creature can stand on another's back: that of any bigger one. (ep.3d.standing-on-creature)"""
    return other.size.rank > creature.size.rank

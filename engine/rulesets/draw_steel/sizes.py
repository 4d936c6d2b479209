"""Sizes: four letters of size 1, then numbers; no creature squeezes by an ordinary move."""

from collections.abc import Mapping

from ...rules.ruleset import Ruleset
from ...rules.sizes import SizeRow
from ...state.creature import Creature

LADDER: Mapping[str, SizeRow] = {
    "1T": SizeRow(-2, 1, 5, 1, 1),
    "1S": SizeRow(-1, 1, 5, 1, 1),
    "1M": SizeRow(0, 1, 5, 1, 1),
    "1L": SizeRow(1, 1, 5, 1, 1),
    **{str(n): SizeRow(n, n, 5.0 * n, 1, 1) for n in range(2, 11)},
}
"""The ladder of sizes: four letters of size 1, then the numbers (ds.space.two-size-exception)."""


SIZES: Mapping[str, SizeRow] = {
    **LADDER,
    "fine": LADDER["1T"],
    "diminutive": LADDER["1T"],
    "tiny": LADDER["1T"],
    "small": LADDER["1S"],
    "medium": LADDER["1M"],
    "large": LADDER["2"],
    "huge": LADDER["3"],
    "gargantuan": LADDER["4"],
    "colossal": LADDER["5"],
    "titanic": LADDER["6"],
}
"""The ladder, with the words of other games for its sizes."""


def number(creature: Creature) -> int:
    """The number of a creature's size; the letters all count as 1."""
    return creature.size.side


def rank(rules: Ruleset, creature: Creature) -> int:
    """The step on the ladder of sizes, each letter a step of its own unless whole numbers count."""
    return creature.size.rank if rules.setting("size_ladder") == "lettered" else number(creature)


def gap(rules: Ruleset, creature: Creature, other: Creature) -> int:
    """Sizes by which `other` is larger; negative if it is smaller."""
    return rank(rules, other) - rank(rules, creature)


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    """The least width for squeezing: the full side of the space, so that no creature draws in."""
    return row.room

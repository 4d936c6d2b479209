"""Sizes: spaces and reaches."""

from ...rules.ruleset import Ruleset
from ...rules.sizes import SizeRow

SIZES: dict[str, SizeRow] = {
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 5),
    "huge": SizeRow(2, 3, 15, 15, 10),
    "gargantuan": SizeRow(3, 4, 20, 20, 15),
}
"""Space and typical reach by size; a creature's own record may give others.

(pf2.size.tiny, pf2.size.small, pf2.size.medium, pf2.size.large, pf2.size.huge, pf2.size.gargantuan,
pf2.size.tall-or-long, pf2.size.typical-reach, pf2.size.one-square-minimum). The side given is that of
a cube (pf2.size.space-is-a-square, pf2.size.height), and objects have sizes too (pf2.size.objects-too).
"""


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    """The least width for squeezing: the full side of the space, so that no creature draws in."""
    return row.room

"""Sizes as a table: modifiers, lengths, weights, spaces and reaches. No board is needed."""

import math
import re
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from .rules.printed_tables import read_table

Body: TypeAlias = Literal["tall", "long"]
"""Which reach column a body reads: upright ones the tall, others the long."""

FEET_TO_MINIATURE = 5
"""Millimetres of figure for a foot of creature."""

TITANIC_SIDE = 30
"""The side of a titanic creature's space, in feet."""


class SizeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One size and what the table says of it; the ids are srd.size.fine to srd.size.colossal."""

    name: str
    modifier: int
    """What the size adds to attack rolls and to Armor Class."""
    grapple: int
    """What it adds to a grapple check."""
    hide: int
    """What it adds to a Hide check."""
    length: tuple[float, float]
    """Least and most feet of standing height (bipeds) or body length (quadrupeds)."""
    weight: tuple[float, float]
    """Least and most pounds of a body of ordinary animal density."""
    space: float
    """The side of its space in feet."""
    reach: dict[Body, int]
    """Natural reach in feet for each build of body."""
    ordinary: bool = False
    """Whether no special rules of position, reach and weapon size apply."""


class _SizeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sizes: tuple[SizeRow, ...]


@cache
def size_rows() -> tuple[SizeRow, ...]:
    """All nine rows, smallest size first."""
    return read_table("d20_sizes", _SizeTable).sizes


def size_row(size: str) -> SizeRow:
    """Return the row of a size word such as ``"large"``; ValueError for any other word.

    Rules: srd.size.fine, srd.size.diminutive, srd.size.tiny, srd.size.small, srd.size.medium,
    srd.size.large, srd.size.huge, srd.size.gargantuan, srd.size.colossal.
    """
    for row in size_rows():
        if row.name == size:
            return row
    known = ", ".join(row.name for row in size_rows())
    raise ValueError(f"there is no size {size!r}; sizes are {known}")


def has_special_rules(size: str) -> bool:
    """Whether a size follows special rules of position and reach: all but small and medium.

    Rules: srd.size.special-outside-small-medium.
    """
    return not size_row(size).ordinary


def size_by_length(feet: float) -> str:
    """Return the size of a body of that height (biped) or length (quadruped, tail left out), in feet.

    An end point that two rows share belongs to the larger size; half a foot alone stays fine.
    ValueError unless `feet` is a number above 0. Rules: srd.size.height-column.
    """
    if not (math.isfinite(feet) and feet > 0):
        raise ValueError(f"a body is longer than 0 feet and not endless, not {feet:g}")
    smallest, *rest = size_rows()
    if feet <= smallest.length[1]:
        return smallest.name
    return next(row.name for row in reversed(rest) if feet >= row.length[0])


def size_of_quadruped(overall: float, tail: float = 0) -> str:
    """Return the size of a quadruped `overall` feet from nose to the tip of a tail of `tail` feet.

    Only the body counts. ValueError if the tail is negative or leaves no body.
    Rules: srd.size.height-column.
    """
    if not tail >= 0:
        raise ValueError(f"a tail is 0 feet or longer, not {tail:g}")
    return size_by_length(overall - tail)


def compare_weight(size: str, pounds: float) -> Literal["lighter", "ordinary", "heavier"]:
    """Say how a weight compares with an ordinary animal's of that size.

    A body of stone may well be heavier and one of gas lighter: a weight never changes a size.
    ValueError if the weight is below 0 or no number. Rules: srd.size.weight-column.
    """
    if not pounds >= 0:
        raise ValueError(f"a weight is 0 pounds or more, not {pounds:g}")
    least, most = size_row(size).weight
    if pounds < least:
        return "lighter"
    return "ordinary" if pounds <= most else "heavier"


def sized_attack(size: str, attack: int) -> int:
    """Return an attack bonus from before size with the size modifier added. Rules: srd.size.modifier-use."""
    return attack + size_row(size).modifier


def sized_armor_class(size: str, armor_class: int) -> int:
    """Return an Armor Class from before size with the size modifier added. Rules: srd.size.modifier-use."""
    return armor_class + size_row(size).modifier


def modifier_change(old: str, new: str) -> int:
    """Return what attack and Armor Class gain when a creature's size changes in play.

    Rules: srd.size.modifier-use.
    """
    return size_row(new).modifier - size_row(old).modifier


def grapple_modifier(size: str) -> int:
    """Return the share of a grapple check that is size. Rules: srd.size.grapple-and-hide-columns."""
    return size_row(size).grapple


def hide_modifier(size: str) -> int:
    """Return the share of a Hide check that is size. Rules: srd.size.grapple-and-hide-columns."""
    return size_row(size).hide


def natural_reach(size: str, body: Body = "tall", *, own: int | None = None) -> int:
    """Return the natural reach in feet: the creature's `own` figure, or else the table's for its body.

    Rules: srd.size.tall-or-long, srd.size.space-and-reach-typical.
    """
    return size_row(size).reach[body] if own is None else own


def miniature_height(feet: float) -> float:
    """Return the figure's height in millimetres for a creature `feet` high. Rules: srd.scale.miniature."""
    return FEET_TO_MINIATURE * feet


_COUNTS = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
]  # fmt: skip


def titanic_grade(name: str) -> int:
    """Return how many steps above titanic a size word is: titanic 0, titanic-plus 1, two-plus 2.

    Takes number words to twenty and figures of up to three digits (``"21-plus"``), with or without
    ``titanic-`` before them. ValueError for any other word. Rules: ep.space.beyond-titanic.
    """
    if name in ("titanic", "titanic-plus"):
        return 0 if name == "titanic" else 1
    found = re.fullmatch(r"(?:titanic-)?([a-z]+|[1-9][0-9]{0,2})-plus", name)
    count = found[1] if found else ""
    if count in _COUNTS:
        return _COUNTS.index(count) + 1
    if count.isdigit():
        return int(count)
    raise ValueError(f"there is no grade {name!r}; grades are titanic, titanic-plus, two-plus, three-plus and so on")


def titanic_side(grade: int) -> int:
    """Return the side in feet of the space of a creature `grade` steps above titanic: it doubles with each.

    ValueError for a grade below 0. Rules: ep.space.beyond-titanic.
    """
    if grade < 0:
        raise ValueError(f"grades above titanic count from 0, not {grade}")
    return int(TITANIC_SIDE * 2**grade)

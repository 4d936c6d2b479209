"""Predicates: what is asked of a creature, in the one form that abilities, conditions and zones share."""

from typing import Annotated, TypeAlias

import msgspec

from .names import Name, Table, Word

Terms: TypeAlias = str | Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=20)]
"""A word, or several of which one must fit.

The first has no pattern: msgspec 0.22 corrupts memory where text with a pattern and a list form a union.
"""


class Predicate(Table, frozen=True, kw_only=True):
    """A question about a creature: it fits if everything given holds."""

    has: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Conditions or traits, all of which it has."""
    lacks: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Conditions and traits, none of which it has."""
    side: Name | None = None
    """`ally` or `enemy` of the creature that asks, or the name of a side."""
    size: Terms | Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    """Its size, or one of several."""
    kind: Terms | None = None
    """Its kind, or one of several."""
    hp_below: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    """A share of its full hit points: it has fewer now."""
    below: dict[Word, Annotated[int, msgspec.Meta(ge=-1000, le=1000)]] = {}  # noqa: RUF012
    """Figures by skill or ability, below all of which its own are."""
    tag: Terms | None = None
    """One of its tags, or one of several."""


def words(given: Terms | int | None) -> tuple[str, ...]:
    """The words of a field that takes one or several."""
    return () if given is None else given if isinstance(given, tuple) else (str(given),)

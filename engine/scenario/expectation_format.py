"""The format of the expectations of a case: what must hold after the script."""

from typing import Annotated, TypeAlias

import msgspec

from ...components.intents import Square
from ...components.names import Name, Table, Word

Hits: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Number: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]

Reached: TypeAlias = Annotated[
    tuple[Number, ...],
    msgspec.Meta(min_length=3, max_length=4, extra={"allowed": "[x, y, cost] or [x, y, z, cost]"}),
]


Logged: TypeAlias = Annotated[
    object, msgspec.Meta(extra_json_schema={"description": "What the log has in that field."})
]


class ReachExpect(Table, frozen=True, kw_only=True):
    """The squares in reach of a creature's ordinary move."""

    creature: Name
    """The creature."""
    includes: tuple[Reached, ...] = ()
    """Squares where it may stop, each with its cost last."""
    excludes: tuple[Square, ...] = ()
    """Squares where it may not."""


class ThreatExpect(Table, frozen=True, kw_only=True):
    """The squares that a creature threatens."""

    creature: Name
    """The creature."""
    includes: tuple[Square, ...] = ()
    """Squares it threatens."""
    excludes: tuple[Square, ...] = ()
    """Squares it does not."""


class FlankedExpect(Table, frozen=True, kw_only=True):
    """Whether a creature is flanked."""

    target: Name
    """The target."""
    by: Name
    """The flanker."""
    is_: bool = msgspec.field(default=True, name="is")
    """The answer."""


class DistanceExpect(Table, frozen=True, kw_only=True):
    """The distance between two creatures."""

    from_: Name = msgspec.field(name="from")
    """One of them."""
    to: Name
    """The other."""
    is_: Number = msgspec.field(name="is")
    """The distance in the ruleset's unit."""


class ExpectSpec(Table, frozen=True, kw_only=True):
    """What must hold after the script."""

    at: dict[Name, Square] | None = None
    """The cubes of creatures; z is compared only if given."""
    conditions: dict[Name, tuple[Word, ...]] | None = None
    """Exactly the conditions that hold."""
    has: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that hold."""
    lacks: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that do not."""
    hp: dict[Name, Hits] | None = None
    """Hit points left."""
    hp_between: dict[Name, tuple[Hits, Hits]] | None = None
    """The least and the most hit points left."""
    event: dict[str, Logged] | None = None
    """Fields of an event that was logged, with an optional `count`."""
    count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    """How often `event` was logged; the same as `count` inside it."""
    reach: ReachExpect | None = None
    """Where a creature can get now."""
    threat: ThreatExpect | None = None
    """What a creature threatens now."""
    flanked: FlankedExpect | None = None
    """Whether a creature is flanked now."""
    distance: DistanceExpect | None = None
    """How far two creatures are apart now."""
    refused: tuple[Name, ...] | None = None
    """Creatures that had an intent refused."""
    spent: dict[Name, Number] | None = None
    """Movement spent over the script."""
    winner: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    """The side that has won; empty: no side has."""
    why: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    """A part of the sentence about the battle's end: the kind of an objective, say."""

"""The format of a creature's tactics: an ordered list, each with conditions.

The first tactic counts whose conditions hold and that the rules allow; the brain `tactics` carries it out.
"""

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from ...components.names import Table, Word

Percent: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, le=100, extra={"allowed": "a whole number of percent from 0 to 100"})
]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Aim: TypeAlias = Literal["nearest", "weakest", "strongest", "most-wounded"]
"""How a tactic chooses among enemies: by distance, by hit points left, or by hit points lost."""
AIMS: tuple[str, ...] = get_args(Aim)


class WhenSpec(Table, frozen=True, kw_only=True):
    """Conditions for a tactic: all that are given must hold."""

    hp_below: Percent | None = None
    """Its hit points are under that percentage of those at the start."""
    hp_above: Percent | None = None
    """Its hit points are over that percentage of those at the start."""
    round_from: Count | None = None
    """The round is at least this one."""
    round_until: Count | None = None
    """The round is at most this one."""
    enemy_within: Count | None = None
    """Some enemy is within that distance, in the ruleset's unit."""
    enemy_beyond: Count | None = None
    """Every enemy is beyond that distance, in the ruleset's unit."""
    engaged: bool | None = None
    """Whether some enemy threatens it."""
    outnumbered: bool | None = None
    """Whether more enemies than creatures of its own side, itself included, are in the fight."""
    enemies_at_most: Count | None = None
    """At most so many enemies are in the fight."""
    allies_at_most: Count | None = None
    """At most so many others of its side are in the fight."""
    has: tuple[Word, ...] = ()
    """It has all these conditions."""
    lacks: tuple[Word, ...] = ()
    """It has none of these conditions."""
    target_within: Count | None = None
    """The target is within that distance, in the ruleset's unit."""
    target_hp_below: Percent | None = None
    """The target's hit points are under that percentage of those at the start."""
    target_flanked: bool | None = None
    """Whether it flanks the target from its place."""
    target_has: tuple[Word, ...] = ()
    """The target has all these conditions."""
    target_lacks: tuple[Word, ...] = ()
    """The target has none of these conditions."""


class TacticSpec(Table, frozen=True, kw_only=True):
    """One tactic for the brain `tactics`, which tries them in order."""

    name: Word
    """Its name in the decision log."""
    do: Literal["strike", "charge", "approach", "flank", "shove", "withdraw", "guard", "stand", "drop-prone", "hold"]
    """What it does: strike, charge or push (`shove`) the target, go to it (approach), to a place that flanks it
    (flank), away from all enemies (withdraw), to an ally (guard), get up, lie down, or stay put (hold)."""
    target: Word = "nearest"
    """The target: nearest, weakest, strongest, most-wounded, or a creature's name; for guard a creature's name."""
    when: WhenSpec = WhenSpec()
    """The conditions; left out, always."""
    at_most: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """The most uses a turn; left out, as many as the rules allow."""

"""What a scenario file says of how a creature fights: an ordered list of tactics with conditions.

Of a creature's tactics the first one counts whose conditions hold and that the rules allow; what
carries them out is the brain `tactics`.
"""

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from ...components.names import Word

Percent: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, le=100, extra={"allowed": "a whole number of percent from 0 to 100"})
]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Aim: TypeAlias = Literal["nearest", "weakest", "strongest", "most-wounded"]
"""How a tactic chooses among enemies: by distance, by hit points left, or by hit points lost."""
AIMS: tuple[str, ...] = get_args(Aim)


class WhenSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a tactic may be used: everything that is given must hold."""

    hp_below: Percent | None = None
    """Its hit points are under that many percent of what it started with."""
    hp_above: Percent | None = None
    """Its hit points are over that many percent of what it started with."""
    round_from: Count | None = None
    """That round has come."""
    round_until: Count | None = None
    """That round is not over."""
    enemy_within: Count | None = None
    """Some enemy is no farther off, in the ruleset's unit."""
    enemy_beyond: Count | None = None
    """Every enemy is farther off, in the ruleset's unit."""
    engaged: bool | None = None
    """Whether some enemy threatens it."""
    outnumbered: bool | None = None
    """Whether more enemies than creatures of its own side, itself included, are in the fight."""
    enemies_at_most: Count | None = None
    """So many enemies are in the fight, or fewer."""
    allies_at_most: Count | None = None
    """So many others of its side are in the fight, or fewer."""
    has: tuple[Word, ...] = ()
    """Conditions that it is in."""
    lacks: tuple[Word, ...] = ()
    """Conditions that it is not in."""
    target_within: Count | None = None
    """The target is no farther off, in the ruleset's unit."""
    target_hp_below: Percent | None = None
    """The target's hit points are under that many percent of what it started with."""
    target_flanked: bool | None = None
    """Whether it flanks the target from where it stands."""
    target_has: tuple[Word, ...] = ()
    """Conditions that the target is in."""
    target_lacks: tuple[Word, ...] = ()
    """Conditions that the target is not in."""


class TacticSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One tactic of a creature that the brain `tactics` plays; they are tried in order."""

    name: Word
    """What the decision log calls it."""
    do: Literal["strike", "charge", "approach", "flank", "shove", "withdraw", "guard", "stand", "drop-prone", "hold"]
    """What it does: strike, charge or shove the target, get to it (approach), to where it flanks it (flank),
    away from all enemies (withdraw), to an ally (guard), get up, lie down, or stay put for the turn (hold)."""
    target: Word = "nearest"
    """Whom: nearest, weakest, strongest, most-wounded, or a creature's name; for guard a creature's name."""
    when: WhenSpec = WhenSpec()
    """When it may be used; left out, always."""
    at_most: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """How often a turn; left out, as often as the rules allow."""

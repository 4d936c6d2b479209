"""Effect acts: what a trap, a spell or a story does to a battle, one struct for each; plain data like intents."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from .intents import Damage, Distance, Ordinate, Square
from .names import Line, Name

Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z", extra={"allowed": "a word"})]
"""A word of lower-case letters, digits and hyphens."""

Times: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
"""A number of turns or rounds."""

Moment: TypeAlias = Literal["turn-start", "turn-end", "round-end"]
"""When a condition ends."""


class EffectActBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What all effect acts share."""


class DealDamage(EffectActBase, frozen=True, kw_only=True, tag="damage", omit_defaults=True):
    """Damage to one creature, after what it shrugs off."""

    target: Name
    amount: Damage
    """A number or dice."""
    kind: Word = "effect"
    """The kind of damage, as the log and immunities have it."""


class RestoreHealth(EffectActBase, frozen=True, kw_only=True, tag="heal", omit_defaults=True):
    """Hit points given back, up to what the creature has when unhurt; one that was downed gets up to fight."""

    target: Name
    amount: Damage


class GiveCondition(EffectActBase, frozen=True, kw_only=True, tag="condition", omit_defaults=True):
    """A condition, of the ruleset's own or of a game's, until something ends it or for so long as it says."""

    target: Name
    condition: Word
    until: Moment | None = None
    """When it ends: at the start or end of a turn, or of a round; left out, something must end it."""
    whose: Name | None = None
    """Whose turn is meant; left out, its bearer's."""
    times: Times = 1
    """At how manieth such moment it ends."""


class EndCondition(EffectActBase, frozen=True, kw_only=True, tag="end-condition"):
    """The end of a condition, if it holds."""

    target: Name
    condition: Word


class ForceMovement(EffectActBase, frozen=True, kw_only=True, tag="force", omit_defaults=True):
    """Forced movement: in a direction, away from a point, or towards one."""

    target: Name
    distance: Distance
    """How far, in the ruleset's unit."""
    direction: tuple[Literal[-1, 0, 1], Literal[-1, 0, 1]] | None = None
    """One step of it: [east, south]."""
    away: Square | None = None
    """The point that it leads away from."""
    towards: Square | None = None
    """The point that it leads to."""


class TeleportCreature(EffectActBase, frozen=True, kw_only=True, tag="teleport"):
    """From one space to another; the nearest where it may be, if it may not be there."""

    target: Name
    to: Square


class LetFall(EffectActBase, frozen=True, kw_only=True, tag="fall", omit_defaults=True):
    """A fall: so many squares, or to the first surface below."""

    target: Name
    squares: Distance | None = None


class ChangeTile(EffectActBase, frozen=True, kw_only=True, tag="tile"):
    """Squares become something else; what that means for whoever is there follows."""

    at: tuple[tuple[Ordinate, Ordinate], ...]
    tile: str | dict[str, Any]
    """A character of the map's legend, or a table as in a legend."""


class ChangeEdge(EffectActBase, frozen=True, kw_only=True, tag="edge", omit_defaults=True):
    """Something begins or ceases to stand between two squares: a door opens, a wall breaks."""

    between: tuple[tuple[Ordinate, Ordinate], tuple[Ordinate, Ordinate]]
    kind: Literal["wall", "obstacle"] | None = None
    """None: nothing stands there any more."""
    skill: Line | None = None
    """The check that crossing it asks for."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""


class JoinBattle(EffectActBase, frozen=True, kw_only=True, tag="join"):
    """A creature joins, as a scenario file would describe it."""

    creature: dict[str, Any]


class LeaveBattle(EffectActBase, frozen=True, kw_only=True, tag="leave"):
    """A creature is gone from the battle."""

    who: Name


EffectAct: TypeAlias = (
    DealDamage | RestoreHealth | GiveCondition | EndCondition | ForceMovement | TeleportCreature | LetFall
    | ChangeTile | ChangeEdge | JoinBattle | LeaveBattle
)  # fmt: skip
"""Any effect act."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that no creature does: acts in their order, and what is said to have brought them about."""

    acts: tuple[EffectAct, ...]
    by: Line
    """Who or what it is: a trap, a spell, the story."""
    rules: tuple[Line, ...] = ()
    """What its events cite."""

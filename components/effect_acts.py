"""Effect acts: what a trap, a spell or a story does to a battle, one struct for each; plain data like intents."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from .intents import Damage, Distance, Ordinate, Square
from .names import Line, Name, Table

Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z", extra={"allowed": "a word"})]
"""A word of lower-case letters, digits and hyphens."""

Times: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
"""A number of turns or rounds."""

Moment: TypeAlias = Literal["turn-start", "turn-end", "round-end"]
"""The moment at which a condition ends."""


class EffectActBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What all effect acts share."""


class DealDamage(EffectActBase, frozen=True, kw_only=True, tag="damage", omit_defaults=True):
    """Damage to one creature, before immunities and reductions."""

    target: Name
    amount: Damage
    """A number or dice."""
    kind: Word = "effect"
    """The kind of damage, as the log and immunities name it."""


class RestoreHealth(EffectActBase, frozen=True, kw_only=True, tag="heal", omit_defaults=True):
    """Hit points restored, up to the creature's maximum; a downed creature gets up again."""

    target: Name
    amount: Damage


class GiveCondition(EffectActBase, frozen=True, kw_only=True, tag="condition", omit_defaults=True):
    """A condition of the ruleset or of a game's own, for a given time or until something ends it."""

    target: Name
    condition: Word
    until: Moment | None = None
    """When the condition ends: at the start or end of a turn, or of a round; left out: until something ends it."""
    whose: Name | None = None
    """The creature whose turn is meant; left out: the bearer."""
    times: Times = 1
    """The number of such moments after which the condition ends."""


class EndCondition(EffectActBase, frozen=True, kw_only=True, tag="end-condition"):
    """The end of a condition, if the creature has it."""

    target: Name
    condition: Word


class ForceMovement(EffectActBase, frozen=True, kw_only=True, tag="force", omit_defaults=True):
    """Forced movement: in a direction, away from a point, or towards one."""

    target: Name
    distance: Distance
    """The distance in the ruleset's unit."""
    direction: tuple[Literal[-1, 0, 1], Literal[-1, 0, 1]] | None = None
    """The direction, as one step [east, south]."""
    away: Square | None = None
    """The point from which the movement leads away."""
    towards: Square | None = None
    """The point to which the movement leads."""


class TeleportCreature(EffectActBase, frozen=True, kw_only=True, tag="teleport"):
    """A teleport to a space; if the creature may not be there, to the nearest space where it may."""

    target: Name
    to: Square


class LetFall(EffectActBase, frozen=True, kw_only=True, tag="fall", omit_defaults=True):
    """A fall by the given number of squares, or to the first surface below."""

    target: Name
    squares: Distance | None = None


class ChangeTile(EffectActBase, frozen=True, kw_only=True, tag="tile"):
    """A change of squares, with its consequences for the creatures there."""

    at: tuple[tuple[Ordinate, Ordinate], ...]
    tile: str | dict[str, Any]
    """A character of the map's legend, or a table as in a legend."""


class ChangeEdge(EffectActBase, frozen=True, kw_only=True, tag="edge", omit_defaults=True):
    """A change between two squares: a door opens, a wall breaks."""

    between: tuple[tuple[Ordinate, Ordinate], tuple[Ordinate, Ordinate]]
    kind: Literal["wall", "obstacle"] | None = None
    """What stands there now; None: nothing."""
    skill: Line | None = None
    """The check for crossing it."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""


class JoinBattle(EffectActBase, frozen=True, kw_only=True, tag="join"):
    """A creature that joins, described as in a scenario file."""

    creature: dict[str, Any]


class LeaveBattle(EffectActBase, frozen=True, kw_only=True, tag="leave"):
    """A creature that leaves the battle."""

    who: Name


EffectAct: TypeAlias = (
    DealDamage | RestoreHealth | GiveCondition | EndCondition | ForceMovement | TeleportCreature | LetFall
    | ChangeTile | ChangeEdge | JoinBattle | LeaveBattle
)  # fmt: skip
"""Any effect act."""


class Effect(Table, frozen=True, kw_only=True):
    """Acts that no creature performs, in order, and the name of what brings them about."""

    acts: tuple[EffectAct, ...]
    by: Line
    """What brings the acts about: a trap, a spell, the story."""
    rules: tuple[Line, ...] = ()
    """The catalogue ids that the events cite."""

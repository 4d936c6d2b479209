"""Acts of traps, spells and stories, and the zones they leave."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from .intents import Damage, Distance, Figure, Ordinate, Square
from .names import Line, Name, Predicate, Table
from .position import Cube

Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z", extra={"allowed": "a word"})]
"""A word of lower-case letters, digits and hyphens."""

Times: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
"""A number of turns or rounds."""

Moment: TypeAlias = Literal["turn-start", "turn-end", "round-end"]
"""The moment when a condition ends."""

Rolling: TypeAlias = Literal["shared", "each"]
"""Whether dice are rolled once for all targets, or for each separately."""

Dice: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^\s*([1-9][0-9]{0,2})?d[1-9][0-9]{0,3}\s*([+-]\s*[0-9]{1,5})?\s*$",
        extra={"allowed": 'a whole number or dice such as "2d6"'},
    ),
]
"""Dice, such as 1d8+3."""

StrikeOutcome: TypeAlias = Literal[
    "hit", "miss", "success", "failure", "critical-hit", "critical-miss", "critical-success", "critical-failure",
    "tier-1", "tier-2", "tier-3",
]  # fmt: skip
"""An outcome of a roll: a word such as `success`, or a ruleset's degree or tier."""

TurnMoment: TypeAlias = Literal["turn-start", "turn-end"]
"""The start or the end of a creature's own turn."""

TARGET, SELF = "target", "self"
"""Placeholders for creatures in acts: the target, and the user or bearer."""

Place: TypeAlias = Literal["at", "area", "self"]
"""Where an ability acts: the square aimed at, its area, the user's space."""

Squares: TypeAlias = Annotated[tuple[tuple[Ordinate, Ordinate], ...], msgspec.Meta(min_length=1, max_length=4096)]


class EffectActBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """The base class of single effects, such as damage, a push or a new zone."""

    when: TurnMoment | None = None
    """When a condition's act happens; left out: at the condition's `when`."""


class DealDamage(EffectActBase, frozen=True, kw_only=True, tag="damage", omit_defaults=True):
    """Deals damage to one creature, before immunities and reductions."""

    target: Name = TARGET
    amount: Damage
    """A number or dice."""
    kind: Word = "effect"
    """The kind of damage, as the log and immunities name it."""
    half: bool = False
    """True: deal half the amount, rounded down."""
    roll: Rolling = "shared"
    """`each`: rolled for each target of an ability; `shared`: once."""


class RestoreHealth(EffectActBase, frozen=True, kw_only=True, tag="heal", omit_defaults=True):
    """Restores hit points up to the maximum. A defeated creature gets up."""

    target: Name = TARGET
    amount: Damage
    """A number or dice."""
    half: bool = False
    """True: restore half the amount, rounded down."""
    roll: Rolling = "shared"
    """`each`: rolled for each target of an ability; `shared`: once."""


class GiveCondition(EffectActBase, frozen=True, kw_only=True, tag="condition", omit_defaults=True):
    """Gives a creature a condition, for a time or until an event ends it."""

    target: Name = TARGET
    condition: Word
    until: Moment | None = None
    """When it ends; left out: until something ends it."""
    whose: Name | None = None
    """The creature whose turns count; left out: the bearer."""
    times: Times | Dice = 1
    """Number of such moments until the end, or dice."""
    where: Predicate = Predicate()
    """Only creatures that fit this predicate gain the condition."""


class EndCondition(EffectActBase, frozen=True, kw_only=True, tag="end-condition", omit_defaults=True):
    """Removes a condition from a creature."""

    target: Name = TARGET
    condition: Word


class ForceMovement(EffectActBase, frozen=True, kw_only=True, tag="force", omit_defaults=True):
    """Moves a creature by force: in a direction, away from a point, or towards it."""

    target: Name = TARGET
    distance: Damage
    """The distance in the ruleset's unit, or dice."""
    direction: tuple[Literal[-1, 0, 1], Literal[-1, 0, 1]] | None = None
    """The direction, as one step [east, south]."""
    away: Literal["at", "self"] | Square | None = None
    """The point that the movement leads away from."""
    towards: Literal["at", "self"] | Square | None = None
    """The point that the movement leads to."""


class TeleportCreature(EffectActBase, frozen=True, kw_only=True, tag="teleport", omit_defaults=True):
    """Teleports a creature to the nearest space that it may occupy."""

    target: Name = TARGET
    to: Literal["at", "self"] | Square
    """The destination: a square, the aimed square (`at`), or the user's place (`self`)."""


class LetFall(EffectActBase, frozen=True, kw_only=True, tag="fall", omit_defaults=True):
    """Makes a creature fall a number of squares, or down to the first surface."""

    target: Name = TARGET
    squares: Distance | Dice | None = None


class ChangeTile(EffectActBase, frozen=True, kw_only=True, tag="tile", omit_defaults=True):
    """Replaces the tiles of squares. Creatures on these squares may fall or take damage."""

    at: Place | tuple[tuple[Ordinate, Ordinate], ...]
    """The squares: a list, or a word for the ability's place."""
    tile: str | dict[str, Any]
    """The new tile: a character of the map's legend, or a table of properties."""


class ChangeEdge(EffectActBase, frozen=True, kw_only=True, tag="edge", omit_defaults=True):
    """Changes the edge between two squares, such as a door that opens."""

    between: Literal["at"] | tuple[tuple[Ordinate, Ordinate], tuple[Ordinate, Ordinate]]
    """The two squares, or the edge that an ability aims at."""
    kind: Literal["wall", "obstacle"] | None = None
    """What stands on the edge; None: nothing."""
    skill: Line | None = None
    """The skill checked to cross the edge."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""


class JoinBattle(EffectActBase, frozen=True, kw_only=True, tag="join", omit_defaults=True):
    """Adds a creature to the battle, described as in a scenario file."""

    creature: dict[str, Any]


class LeaveBattle(EffectActBase, frozen=True, kw_only=True, tag="leave", omit_defaults=True):
    """Removes a creature from the battle."""

    who: Name


class MakeZone(EffectActBase, frozen=True, kw_only=True, tag="zone", omit_defaults=True):
    """Creates a zone: squares that have effects of their own for some time."""

    name: Word = "zone"
    """Its name in the log."""
    squares: Place | Squares = "area"
    """The zone's squares: a list, or a word for the ability's place."""
    levels: tuple[Ordinate, Ordinate] | None = None
    """Its lowest and highest level; left out: as its area, else every level."""
    rounds: Times | Dice | None = None
    """The duration in turns of its maker, or dice; left out: until something ends it."""
    tile: Annotated[dict[str, Any], msgspec.Meta(max_length=30)] | None = None
    """Tile properties of the zone's squares, as in a map legend."""
    enter: "tuple[EffectAct, ...]" = ()
    """Acts on a creature that enters it."""
    leave: "tuple[EffectAct, ...]" = ()
    """Acts on a creature that leaves it."""
    start: "tuple[EffectAct, ...]" = ()
    """Acts on a creature that starts its turn in it."""
    end: "tuple[EffectAct, ...]" = ()
    """Acts on a creature that ends its turn in it."""
    where: Predicate = Predicate()
    """Only creatures that fit this predicate, as seen by the maker, are affected."""
    moves_with: Name | None = None
    """The creature that it moves with; `self`: its maker."""
    by: Name | None = None
    """Its maker, whose turns count; left out: rounds count."""


class EndZone(EffectActBase, frozen=True, kw_only=True, tag="end-zone", omit_defaults=True):
    """Ends the zones that have this name and that this creature made."""

    name: Word
    """The name of the zones."""
    by: Name | None = None
    """Their maker; left out: any."""


class HideCreature(EffectActBase, frozen=True, kw_only=True, tag="hide", omit_defaults=True):
    """Hides a creature: others no longer perceive it."""

    target: Name = TARGET
    from_: tuple[Name, ...] = msgspec.field(default=(), name="from")
    """The creatures that do not perceive it; left out: all its enemies."""


class RevealCreature(EffectActBase, frozen=True, kw_only=True, tag="reveal", omit_defaults=True):
    """Reveals a hidden creature: others perceive it again."""

    target: Name = TARGET
    to: tuple[Name, ...] = ()
    """The creatures that perceive it; left out: every creature."""


class EquipItem(EffectActBase, frozen=True, kw_only=True, tag="equip", omit_defaults=True):
    """Equips a creature with one of its items, at no cost."""

    target: Name = TARGET
    item: Word
    """The item; given to the creature if it lacks it."""
    away: bool = False
    """True: it is put away."""


class ChangeResource(EffectActBase, frozen=True, kw_only=True, tag="resource", omit_defaults=True):
    """Changes the amount of a creature's resource, within its limits."""

    target: Name = TARGET
    name: Word
    """The resource."""
    amount: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | Dice
    """The change, or dice that are added."""


class StrikeTarget(EffectActBase, frozen=True, kw_only=True, tag="strike", omit_defaults=True):
    """Makes the user of an ability strike a target by the ruleset's rules."""

    target: Name = TARGET
    attack: Figure | None = None
    """Overrides the user's attack bonus."""
    damage: Damage | None = None
    """Overrides the damage of its strikes."""
    kind: Word | None = None
    """Overrides the kind of damage."""
    ranged: bool | None = None
    """True: a shot; left out: by the ability's range."""
    on: dict[StrikeOutcome, "tuple[EffectAct, ...]"] = {}
    """Acts that follow from each outcome."""


class GrantMovement(EffectActBase, frozen=True, kw_only=True, tag="move", omit_defaults=True):
    """Lets a creature move, shift or teleport to a place. The engine chooses the path."""

    target: Name = TARGET
    """The creature that moves by its own will."""
    distance: Damage
    """The most distance in the ruleset's unit, or dice."""
    kind: Literal["move", "shift", "teleport"] = "move"
    """An ordinary move, one that draws no reactions, or a teleport."""
    to: Literal["at", "target", "self"] | Square = "at"
    """The destination; `target` and `self`: beside that creature."""
    exceeds: bool = False
    """True: the mover's own speed is no limit."""


EffectAct: TypeAlias = (
    DealDamage | RestoreHealth | GiveCondition | EndCondition | ForceMovement | TeleportCreature | LetFall
    | ChangeTile | ChangeEdge | JoinBattle | LeaveBattle | MakeZone | EndZone | HideCreature | RevealCreature
    | EquipItem
    | ChangeResource | StrikeTarget | GrantMovement
)  # fmt: skip
"""Any effect act."""


class Effect(Table, frozen=True, kw_only=True):
    """Several effects with a common cause, such as a trap. No creature performs them."""

    acts: tuple[EffectAct, ...]
    by: Line
    """The cause of the acts: a trap, a spell, the story."""
    rules: tuple[Line, ...] = ()
    """The catalogue ids that the events cite."""
    begins: Name | None = None
    """The creature whose turn start is completed after this effect."""
    ends: int | None = None
    """The entity of an ability use; its zones, tiles and edges end now."""


@dataclass(slots=True)
class Zone:
    """A zone: squares with effects of their own. Where two zones overlap, the later one applies."""

    made: MakeZone = field(default_factory=MakeZone, metadata={"copied": "shared"})
    """The act that made it: its name, acts, tile and maker."""
    squares: frozenset[tuple[int, int]] = frozenset()
    levels: tuple[int, int] | None = None
    """Its lowest and highest level; None: every level."""
    rounds: int | None = None
    """Turns of its maker, or rounds, that are left; None: permanent."""
    carrier: str | None = None
    """The creature that it moves with, if any."""
    at: Cube | None = None
    """The carrier's anchor at the zone's last move."""
    turn: int = 0
    """The turn of the battle in which `met` was recorded."""
    met: set[str] = field(default_factory=set)
    """Moments already handled in that turn, each with its creature."""
    use: int | None = None
    """The entity of the ability use that ends the zone."""

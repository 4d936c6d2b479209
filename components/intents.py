"""Intents: what a creature is asked to do, one struct for each `do` of the contract.

Every intent is frozen data; whether it is allowed is for the ruleset to say. Squares are `[x, y]`
(the floor, or what the contract says of water and air) or `[x, y, z]`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from .names import Name, Word

Ordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=-4096, le=4096)]
"""One coordinate, in squares."""

Square: TypeAlias = Annotated[tuple[Ordinate, ...], msgspec.Meta(min_length=2, max_length=3)]
"""A place as a scenario writes it; without z it is the floor there."""

Distance: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
"""A distance, height or speed, in the ruleset's unit."""

Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
"""A modifier, or a number of squares up or down."""

Damage: TypeAlias = (
    Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    | Annotated[
        str,
        msgspec.Meta(
            pattern=r"^\s*([1-9][0-9]{0,2})?d[1-9][0-9]{0,3}\s*([+-]\s*[0-9]{1,5})?\s*$|^\s*[0-9]{1,5}\s*$",
            extra={"allowed": 'dice such as "2d6" or "1d8+3"'},
        ),
    ]
)
"""An amount of damage: dice, or a plain number."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An activity done as part of another action, and where."""

    what: Word
    """draw-weapon, sheathe-weapon, draw-easy-item, pick-up, ..."""
    at: Square | None = None
    """Where what it is about lies; left out, in the creature's own space."""


class IntentBase(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What all intents share."""

    action: Word | None = None
    """The action to pay with, where the ruleset leaves a choice."""

    part: tuple[Word | Part, ...] = ()
    """Activities done as part of a move action (draw-weapon, sheathe-weapon, pick-up, ...)."""

    @property
    def do(self) -> str:
        """The intent's name in files and logs."""
        return str(self.__struct_config__.tag)


class Move(IntentBase, frozen=True, kw_only=True, tag="move"):
    """The ordinary move action: walk, Stride, Advance, in any mode the creature has."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""
    double: bool = False
    """Both of a turn's moves in one path."""
    distance: Distance | None = None
    """What an effect grants, in the ruleset's unit; left out, what the creature has."""
    exceeds: bool = False
    """Whether the effect says that speed is no cap."""
    movement_kind: Literal["voluntary", "forced"] | None = None
    """What an effect that compels the movement says of it; left out, as the ruleset has it."""
    pause: bool = False
    """Whether it is meant to break off where the creature may not stay, to be gone on with this turn."""


class Step(IntentBase, frozen=True, kw_only=True, tag="step"):
    """A 5-foot step."""

    to: Square
    """The neighbouring square."""
    by: Literal["rest", "full-attack", "feature", "action-point"] = "rest"
    """What grants the step (epic-path)."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""
    pause: bool = False
    """Whether it is meant to break off where the creature may not stay, to be gone on with this turn."""


class Shift(IntentBase, frozen=True, kw_only=True, tag="shift"):
    """Careful movement that draws no opportunity attacks."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    distance: Distance | None = None
    """What an effect grants, in the ruleset's unit; left out, what the creature has."""
    exceeds: bool = False
    """Whether the effect says that speed is no cap."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""


class Run(IntentBase, frozen=True, kw_only=True, tag="run"):
    """An all-out run."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""


class Charge(IntentBase, frozen=True, kw_only=True, tag="charge"):
    """A run at an enemy with a strike at its end."""

    target: Name
    """The enemy run at."""
    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""


class Minimum(IntentBase, frozen=True, kw_only=True, tag="minimum"):
    """The one square that a full-round action always buys."""

    to: Square
    """The neighbouring square."""


class Crawl(IntentBase, frozen=True, kw_only=True, tag="crawl"):
    """Movement while prone, quelled or splayed."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    distance: Distance | None = None
    """What an effect grants, in the ruleset's unit; left out, what the creature has."""
    pause: bool = False
    """Whether it is meant to break off where the creature may not stay, to be gone on with this turn."""


class Stand(IntentBase, frozen=True, kw_only=True, tag="stand"):
    """Getting up."""


class DropProne(IntentBase, frozen=True, kw_only=True, tag="drop-prone"):
    """Going prone of one's own will."""


class Crouch(IntentBase, frozen=True, kw_only=True, tag="crouch"):
    """Going into a crouch."""


class Withdraw(IntentBase, frozen=True, kw_only=True, tag="withdraw", rename={"from_": "from"}):
    """Leaving a primary enemy without its opportunity attack."""

    from_: Name
    """The primary enemy."""
    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    also: tuple[Name, ...] = ()
    """Other enemies to slip away from, by a check."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""


class Tumble(IntentBase, frozen=True, kw_only=True, tag="tumble"):
    """Rolling past or through enemies by skill."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""
    pause: bool = False
    """Whether it is meant to break off where the creature may not stay, to be gone on with this turn."""


class Overrun(IntentBase, frozen=True, kw_only=True, tag="overrun"):
    """Forcing the way through an enemy's space."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""


class Clamber(IntentBase, frozen=True, kw_only=True, tag="clamber"):
    """Climbing into an enemy's space by strength."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""


class Squeeze(IntentBase, frozen=True, kw_only=True, tag="squeeze"):
    """Going by skill through a gap too narrow for ordinary squeezing."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order, without the one it starts from."""
    to: Square | None = None
    """Where it goes; the way is left to the engine."""


class Jump(IntentBase, frozen=True, kw_only=True, tag="jump"):
    """A long or high jump inside a move."""

    to: Square
    """Where it comes down."""
    distance: Distance | None = None
    """What an effect grants, in the ruleset's unit; left out, what the creature has."""


class Leap(IntentBase, frozen=True, kw_only=True, tag="leap"):
    """A deliberate jump down."""

    to: Square
    """The square to jump down to."""


class Dig(IntentBase, frozen=True, kw_only=True, tag="dig"):
    """Burrowing straight up or down."""

    squares: Figure | None = None
    """Up is positive, down negative."""
    to: Square | None = None
    """Where it leads, instead of `squares`."""


class ClawDirt(IntentBase, frozen=True, kw_only=True, tag="claw-dirt"):
    """Clawing one square through dirt without being a burrower."""

    to: Square | None = None
    """The neighbouring cube."""
    squares: Figure | None = None
    """One up (positive) or down, instead of `to`."""


class ClimbCreature(IntentBase, frozen=True, kw_only=True, tag="climb-creature"):
    """Climbing onto a bigger creature."""

    target: Name
    """The creature climbed."""
    with_: Word | None = msgspec.field(default=None, name="with")
    """The characteristic to roll."""


class KnockOff(IntentBase, frozen=True, kw_only=True, tag="knock-off"):
    """Shaking a climber off."""

    target: Name
    """The climber."""
    to: Square | None = None
    """Where it is to come down; left out, the climber's choice."""
    with_: Word | None = msgspec.field(default=None, name="with")
    """The characteristic to roll."""


class PullUp(IntentBase, frozen=True, kw_only=True, tag="pull-up"):
    """Pulling a willing burrower out of the ground."""

    target: Name
    """The burrower."""
    to: Square | None = None
    """Where it comes out; left out, the first place that has room."""


class Teleport(IntentBase, frozen=True, kw_only=True, tag="teleport"):
    """Going, or sending another, from one space to another at once."""

    to: Square
    """Where it arrives."""
    target: Name | None = None
    """Who is sent; left out, the creature itself."""
    distance: Distance | None = None
    """What an effect grants, in the ruleset's unit; left out, what the creature has."""
    stand: bool | None = None
    """Whether one that lies prone arrives standing; left out, it does."""
    hazards: bool = False
    """The effect may send another into dangerous squares against its will."""


class Forced(IntentBase, frozen=True, kw_only=True):
    """What push, pull and slide share."""

    kind: ClassVar[str]
    target: Name
    """Who is moved."""
    distance: Distance
    """How far, in the ruleset's unit."""
    path: tuple[Square, ...] | None = None
    """The squares it is led through; left out, the straightest legal ones."""
    vertical: bool | Figure = False
    """True lets the path change height; a number without a path is so many squares up, or down if negative."""
    contest: bool = False
    """Whether it is rolled for, where the ruleset has a contest."""
    hazards: bool = False
    """The effect may lead through dangerous squares whatever its kind."""
    override: bool = False
    """The referee overrides what the rules would refuse."""


class Push(Forced, frozen=True, kw_only=True, tag="push"):
    """Moving another away."""

    kind: ClassVar[str] = "push"


class Pull(Forced, frozen=True, kw_only=True, tag="pull"):
    """Moving another nearer."""

    kind: ClassVar[str] = "pull"


class Slide(Forced, frozen=True, kw_only=True, tag="slide"):
    """Moving another along any path."""

    kind: ClassVar[str] = "slide"


class Carry(IntentBase, frozen=True, kw_only=True, tag="carry"):
    """Moving with another creature in tow, or (with `speed`) sweeping one along."""

    target: Name
    """Who is taken along."""
    path: tuple[Square, ...]
    """The squares entered, in order, without the one it starts from."""
    set_down: Square | None = None
    """Where it is set down; left out, the first place beside the carrier that has room."""
    speed: Distance | None = None
    """The speed of being swept along, in the ruleset's unit."""
    mode: Word | None = None
    """The way of moving, and no other; left out, whatever serves."""


class DropObject(IntentBase, frozen=True, kw_only=True, tag="drop-object"):
    """A falling or thrown object."""

    size: Word
    """Its size, in the ruleset's words."""
    at: Square
    """Where it comes down: its north-west square."""
    height: Distance = 0
    """How far it falls, in the ruleset's unit."""
    modifier: Figure = 0
    """Added to each die of its damage."""
    unaided: bool = False
    """Whether nobody aims it: no roll to hit."""
    damage: Damage | None = None
    """Its damage; left out, by its size and its fall."""


class Fall(IntentBase, frozen=True, kw_only=True, tag="fall"):
    """The floor is taken away: the target falls."""

    target: Name | None = None
    """Who falls; left out, the creature itself."""
    squares: Distance | None = None
    """How far; left out, to the first surface below."""


class Attack(IntentBase, frozen=True, kw_only=True, tag="attack"):
    """One strike."""

    target: Name
    """Who is struck at."""
    ranged: bool = False
    """A shot or throw instead of a blow."""
    cover: Figure = 0
    """What cover adds to the target's defence."""
    recoil_relief: Figure = 0
    """What cover takes off the weapon's recoil (ascension)."""


class FullAttack(IntentBase, frozen=True, kw_only=True, tag="full-attack"):
    """Opens a full attack; `target` takes its first strike."""

    target: Name | None = None
    """Who takes its first strike; left out, the strikes follow as attacks."""
    ranged: bool = False
    """A shot or throw instead of a blow."""
    cover: Figure = 0
    """What cover adds to the target's defence."""
    recoil_relief: Figure = 0
    """What cover takes off the weapon's recoil (ascension)."""


class Afflict(IntentBase, frozen=True, kw_only=True, tag="afflict"):
    """What some effect outside these rules does to a creature."""

    target: Name
    """Who is affected."""
    condition: Word | None = None
    """A condition that the effect brings."""
    speed: Distance | dict[Word, Distance] | None = None
    """What it sets the speed to: all of them, or mode by mode, in the ruleset's unit."""
    lose: Word | None = None
    """A condition that the effect takes away."""


class Interact(IntentBase, frozen=True, kw_only=True, tag="interact"):
    """An action spent on the spot (drawing a weapon, casting, picking something up)."""

    what: Word
    """What is done: draw-weapon, cast, pick-up, ..."""
    at: Square | None = None
    """Where what it is about lies."""
    level: Distance = 0
    """The level of a spell that is cast."""


class End(IntentBase, frozen=True, kw_only=True, tag="end"):
    """Ends the turn early."""


Intent: TypeAlias = (
    Move | Step | Shift | Run | Charge | Minimum | Crawl | Stand | DropProne | Crouch | Withdraw
    | Tumble | Overrun | Clamber | Squeeze | Jump | Leap | Dig | ClawDirt | ClimbCreature | KnockOff
    | PullUp | Teleport | Push | Pull | Slide | Carry | DropObject | Fall | Attack | FullAttack
    | Afflict | Interact | End
)  # fmt: skip
"""Any intent."""

KINDS: tuple[type[IntentBase], ...] = Intent.__args__
"""Every intent type, in the contract's order."""


BY_NAME: Mapping[str, type[IntentBase]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}
"""The same by what files and logs call them."""

_OURS = frozenset(KINDS)


def own_fields(wanted: IntentBase) -> dict[str, Any] | UnsetType:
    """What the log says of an intent of a game's own: all its fields; of ours its name says enough."""
    if type(wanted) in _OURS:
        return UNSET
    plain: dict[str, Any] = msgspec.to_builtins(wanted)
    plain.pop("do", None)
    return plain


def intent(data: object) -> Intent:
    """The typed intent for a plain table of the contract.

    Raises:
        msgspec.ValidationError: the table is no intent; the message says where and why.
    """
    if isinstance(data, Intent):
        return data
    typed: Intent = msgspec.convert(data, Intent)
    return typed

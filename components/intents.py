"""Intents: what a creature is asked to do, one struct for each `do` of the contract.

Every intent is frozen data; whether it is allowed is for the ruleset to say. Squares are `[x, y]`
(the floor, or what the contract says of water and air) or `[x, y, z]`.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec

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

    what: str
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

    action: str | None = None
    """The action to pay with, where the ruleset leaves a choice."""

    part: tuple[str | Part, ...] = ()
    """Activities done as part of a move action (draw-weapon, sheathe-weapon, pick-up, ...)."""

    @property
    def do(self) -> str:
        """The intent's name in files and logs."""
        return str(self.__struct_config__.tag)


class Move(IntentBase, frozen=True, tag="move"):
    """The ordinary move action: walk, Stride, Advance, in any mode the creature has."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None
    mode: str | None = None
    double: bool = False
    distance: Distance | None = None
    exceeds: bool = False
    squeeze: bool = False
    movement_kind: Literal["voluntary", "forced"] | None = None
    """What an effect that compels the movement says of it; left out, as the ruleset has it."""


class Step(IntentBase, frozen=True, tag="step"):
    """A 5-foot step."""

    to: Square
    by: Literal["rest", "full-attack", "feature", "action-point"] = "rest"
    mode: str | None = None


class Shift(IntentBase, frozen=True, tag="shift"):
    """Careful movement that draws no opportunity attacks."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None
    distance: Distance | None = None
    exceeds: bool = False
    mode: str | None = None


class Run(IntentBase, frozen=True, tag="run"):
    """An all-out run."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None
    mode: str | None = None


class Charge(IntentBase, frozen=True, tag="charge"):
    """A run at an enemy with a strike at its end."""

    target: str
    path: tuple[Square, ...] | None = None
    mode: str | None = None


class Minimum(IntentBase, frozen=True, tag="minimum"):
    """The one square that a full-round action always buys."""

    to: Square


class Crawl(IntentBase, frozen=True, tag="crawl"):
    """Movement while prone, quelled or splayed."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None
    distance: Distance | None = None


class Stand(IntentBase, frozen=True, tag="stand"):
    """Getting up."""


class DropProne(IntentBase, frozen=True, tag="drop-prone"):
    """Going prone of one's own will."""


class Crouch(IntentBase, frozen=True, tag="crouch"):
    """Going into a crouch."""


class Withdraw(IntentBase, frozen=True, tag="withdraw", rename={"from_": "from"}):
    """Leaving a primary enemy without its opportunity attack."""

    from_: str
    path: tuple[Square, ...] | None = None
    to: Square | None = None
    also: tuple[str, ...] = ()
    mode: str | None = None


class Tumble(IntentBase, frozen=True, tag="tumble"):
    """Rolling past or through enemies by skill."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None


class Overrun(IntentBase, frozen=True, tag="overrun"):
    """Forcing the way through an enemy's space."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None


class Clamber(IntentBase, frozen=True, tag="clamber"):
    """Climbing into an enemy's space by strength."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None


class Squeeze(IntentBase, frozen=True, tag="squeeze"):
    """Going by skill through a gap too narrow for ordinary squeezing."""

    path: tuple[Square, ...] | None = None
    to: Square | None = None


class Jump(IntentBase, frozen=True, tag="jump"):
    """A long or high jump inside a move."""

    to: Square
    distance: Distance | None = None


class Leap(IntentBase, frozen=True, tag="leap"):
    """A deliberate jump down."""

    to: Square


class Dig(IntentBase, frozen=True, tag="dig"):
    """Burrowing straight up or down."""

    squares: Figure | None = None
    """Up is positive, down negative."""
    to: Square | None = None
    """Where it leads, instead of `squares`."""


class ClawDirt(IntentBase, frozen=True, tag="claw-dirt"):
    """Clawing one square through dirt without being a burrower."""

    to: Square | None = None
    squares: Figure | None = None
    """One up (positive) or down, instead of `to`."""


class ClimbCreature(IntentBase, frozen=True, tag="climb-creature"):
    """Climbing onto a bigger creature."""

    target: str
    with_: str | None = msgspec.field(default=None, name="with")
    """The characteristic to roll."""


class KnockOff(IntentBase, frozen=True, tag="knock-off"):
    """Shaking a climber off."""

    target: str
    to: Square | None = None
    with_: str | None = msgspec.field(default=None, name="with")


class PullUp(IntentBase, frozen=True, tag="pull-up"):
    """Pulling a willing burrower out of the ground."""

    target: str
    to: Square | None = None


class Teleport(IntentBase, frozen=True, tag="teleport"):
    """Going, or sending another, from one space to another at once."""

    to: Square
    target: str | None = None
    distance: Distance | None = None
    stand: bool | None = None


class Forced(IntentBase, frozen=True):
    """What push, pull and slide share."""

    kind: ClassVar[str]
    target: str
    distance: Distance
    path: tuple[Square, ...] | None = None
    vertical: bool | Figure = False
    contest: bool = False
    exceeds: bool = False
    hazards: bool = False
    """The effect may lead through dangerous squares whatever its kind."""
    override: bool = False
    """The referee overrides what the rules would refuse."""


class Push(Forced, frozen=True, tag="push"):
    """Moving another away."""

    kind: ClassVar[str] = "push"


class Pull(Forced, frozen=True, tag="pull"):
    """Moving another nearer."""

    kind: ClassVar[str] = "pull"


class Slide(Forced, frozen=True, tag="slide"):
    """Moving another along any path."""

    kind: ClassVar[str] = "slide"


class Carry(IntentBase, frozen=True, tag="carry"):
    """Moving with another creature in tow, or (with `speed`) sweeping one along."""

    target: str
    path: tuple[Square, ...]
    set_down: Square | None = None
    speed: Distance | None = None
    mode: str | None = None


class DropObject(IntentBase, frozen=True, tag="drop-object"):
    """A falling or thrown object."""

    size: str
    at: Square
    height: Distance = 0
    modifier: Figure = 0
    unaided: bool = False
    damage: Damage | None = None


class Fall(IntentBase, frozen=True, tag="fall"):
    """The floor is taken away: the target falls."""

    target: str | None = None
    squares: Distance | None = None


class Attack(IntentBase, frozen=True, tag="attack"):
    """One strike."""

    target: str
    ranged: bool = False
    cover: Figure = 0
    recoil_relief: Figure = 0


class FullAttack(IntentBase, frozen=True, tag="full-attack"):
    """Opens a full attack; `target` takes its first strike."""

    target: str | None = None
    ranged: bool = False
    cover: Figure = 0
    recoil_relief: Figure = 0


class Afflict(IntentBase, frozen=True, tag="afflict"):
    """What some effect outside these rules does to a creature."""

    target: str
    condition: str | None = None
    speed: Distance | dict[str, Distance] | None = None
    lose: str | None = None
    """A condition that the effect takes away."""


class Interact(IntentBase, frozen=True, tag="interact"):
    """An action spent on the spot (drawing a weapon, casting, picking something up)."""

    what: str
    at: Square | None = None
    level: Distance = 0


class End(IntentBase, frozen=True, tag="end"):
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


def intent(data: Any) -> Intent:
    """The typed intent for a plain table of the contract.

    Raises:
        msgspec.ValidationError: the table is no intent; the message says where and why.
    """
    if isinstance(data, IntentBase):
        return data  # type: ignore[return-value]
    typed: Intent = msgspec.convert(data, Intent)
    return typed

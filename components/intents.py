"""Intents: the requests of players and brains, one struct for each `do`.

Intents are frozen data; the ruleset judges them. Squares are `[x, y]` (on the floor; the contract says where in water
and air) or `[x, y, z]`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from .names import Name, Table, Word

Ordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=-4096, le=4096)]
"""One coordinate, in squares."""

Square: TypeAlias = Annotated[tuple[Ordinate, ...], msgspec.Meta(min_length=2, max_length=3)]
"""A square [x, y], or a cube [x, y, z]; without z on the floor."""

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


MOST_AIMED = 100
"""The maximum number of creatures or squares that a use may name."""


class Part(Table, frozen=True, kw_only=True):
    """An activity during another action, such as drawing a weapon during a move."""

    what: Word
    """The activity: draw-weapon, sheathe-weapon, draw-easy-item, pick-up, ..."""
    item: Word | None = None
    """The weapon drawn or sheathed; left out: a weapon that is no item."""
    at: Square | None = None
    """The square where the object lies; left out: the creature's own space."""


class IntentBase(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The base class of all intents."""

    bots_set: ClassVar[tuple[str, ...] | None] = None
    """Fields that bots may set (`action` and `part` always); None: only as listed."""

    action: Word | None = None
    """The action to pay with, where there is a choice."""

    part: tuple[Word | Part, ...] = ()
    """Activities done as part of a move action (draw-weapon, sheathe-weapon, pick-up, ...)."""

    @property
    def do(self) -> str:
        return str(self.__struct_config__.tag)


class MovingIntent(IntentBase, frozen=True, kw_only=True):
    """The base class of intents that move the acting creature."""

    mode: Word | None = None
    """The only movement mode allowed; left out: any."""


class PathIntent(MovingIntent, frozen=True, kw_only=True):
    """The base class of intents with a path or a destination."""

    path: tuple[Square, ...] | None = None
    """The squares entered, in order."""
    to: Square | None = None
    """The destination; the engine chooses the way."""


class Move(PathIntent, frozen=True, kw_only=True, tag="move"):
    """Asks for an ordinary move, such as walk, Stride or Advance, in any mode."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to", "mode", "double")

    double: bool = False
    """True: both move actions of the turn make one path."""
    distance: Distance | None = None
    """The distance that an effect grants; left out: the creature's speed."""
    exceeds: bool = False
    """True if speed does not cap the distance."""
    movement_kind: Literal["voluntary", "forced"] | None = None
    """How the effect names the movement; left out: the ruleset's default."""
    pause: bool = False
    """True: end here although stopping is not allowed, and continue this turn."""


class Step(MovingIntent, frozen=True, kw_only=True, tag="step"):
    """Asks for a 5-foot step."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("to", "by", "mode")

    to: Square
    """The neighbouring square."""
    by: Literal["rest", "full-attack", "feature", "action-point"] = "rest"
    """The source of the step (epic-path)."""
    pause: bool = False
    """True: end here although stopping is not allowed, and continue this turn."""


class Shift(PathIntent, frozen=True, kw_only=True, tag="shift"):
    """Asks for a shift: careful movement that provokes no opportunity attacks."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to", "mode")

    distance: Distance | None = None
    """The distance that an effect grants; left out: the creature's own."""
    exceeds: bool = False
    """True if speed does not cap the distance."""


class Run(PathIntent, frozen=True, kw_only=True, tag="run"):
    """Asks to run: a straight line, up to several times the speed."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to", "mode")


class Charge(MovingIntent, frozen=True, kw_only=True, tag="charge"):
    """Asks to run at an enemy and strike it."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("target", "path", "mode")

    target: Name
    """The enemy charged."""
    path: tuple[Square, ...] | None = None
    """The squares entered, in order."""


class Minimum(MovingIntent, frozen=True, kw_only=True, tag="minimum"):
    """Asks to move one square for a full round, whatever the ground costs."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("to",)

    to: Square
    """The neighbouring square."""


class Crawl(PathIntent, frozen=True, kw_only=True, tag="crawl"):
    """Asks to crawl along the ground, for example while prone."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to")

    distance: Distance | None = None
    """The distance that an effect grants; left out: the creature's own."""
    pause: bool = False
    """True: end here although stopping is not allowed, and continue this turn."""


class Stand(IntentBase, frozen=True, kw_only=True, tag="stand"):
    """Asks to get up."""

    bots_set: ClassVar[tuple[str, ...] | None] = ()


class DropProne(IntentBase, frozen=True, kw_only=True, tag="drop-prone"):
    """Asks to fall prone by choice."""

    bots_set: ClassVar[tuple[str, ...] | None] = ()


class Crouch(IntentBase, frozen=True, kw_only=True, tag="crouch"):
    """Asks to crouch."""

    bots_set: ClassVar[tuple[str, ...] | None] = ()


class Withdraw(MovingIntent, frozen=True, kw_only=True, tag="withdraw", rename={"from_": "from"}):
    """Asks to move away from an enemy without its opportunity attack."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("from_", "path", "to", "also", "mode")

    from_: Name
    """The primary enemy."""
    path: tuple[Square, ...] | None = None
    """The squares entered, in order."""
    to: Square | None = None
    """The destination; the engine chooses the way."""
    also: tuple[Name, ...] = ()
    """Other enemies whose attacks the creature avoids by a check."""


class Tumble(PathIntent, frozen=True, kw_only=True, tag="tumble"):
    """Asks to move past or through enemies, with a skill check."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to")

    pause: bool = False
    """True: end here although stopping is not allowed, and continue this turn."""


class Overrun(PathIntent, frozen=True, kw_only=True, tag="overrun"):
    """Asks to push through an enemy's space, with a check."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to")


class Clamber(PathIntent, frozen=True, kw_only=True, tag="clamber"):
    """Asks to climb into the space of a bigger enemy, with a check."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to")


class Squeeze(PathIntent, frozen=True, kw_only=True, tag="squeeze"):
    """Asks to move through a very narrow gap, with a skill check."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("path", "to")


class Jump(MovingIntent, frozen=True, kw_only=True, tag="jump"):
    """Asks for a long or high jump during a move."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("to",)

    to: Square
    """The landing square."""
    distance: Distance | None = None
    """The distance that an effect grants; left out: the creature's own."""


class Leap(MovingIntent, frozen=True, kw_only=True, tag="leap"):
    """Asks to jump down on purpose."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("to",)

    to: Square
    """The square to jump down to."""


class Dig(MovingIntent, frozen=True, kw_only=True, tag="dig"):
    """Asks to burrow straight up or down."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("squares",)

    squares: Figure | None = None
    """Squares up (positive) or down (negative)."""
    to: Square | None = None
    """The destination, instead of `squares`."""


class ClawDirt(MovingIntent, frozen=True, kw_only=True, tag="claw-dirt"):
    """Asks to dig one square through dirt without a burrow speed."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("to",)

    to: Square | None = None
    """The neighbouring cube."""
    squares: Figure | None = None
    """One up (positive) or down, instead of `to`."""


class ClimbCreature(MovingIntent, frozen=True, kw_only=True, tag="climb-creature"):
    """Asks to climb onto a bigger creature."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("target", "with_")

    target: Name
    """The creature climbed."""
    with_: Word | None = msgspec.field(default=None, name="with")
    """The characteristic to roll."""


class KnockOff(IntentBase, frozen=True, kw_only=True, tag="knock-off"):
    """Asks to shake off a creature that has climbed up."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("target", "to", "with_")

    target: Name
    """The climber."""
    to: Square | None = None
    """Where the climber lands; left out: the climber chooses."""
    with_: Word | None = msgspec.field(default=None, name="with")
    """The characteristic to roll."""


class PullUp(IntentBase, frozen=True, kw_only=True, tag="pull-up"):
    """Asks to pull a willing burrower out of the ground."""

    target: Name
    """The burrower."""
    to: Square | None = None
    """Where the burrower comes out; left out: the first free square."""


class Teleport(MovingIntent, frozen=True, kw_only=True, tag="teleport"):
    """Asks to teleport a creature."""

    to: Square
    """The destination."""
    target: Name | None = None
    """The creature sent; left out: the creature itself."""
    distance: Distance | None = None
    """The distance that an effect grants; left out: the creature's own."""
    stand: bool | None = None
    """Whether a prone creature arrives standing; left out: it does."""
    hazards: bool = False
    """True: send the creature into dangerous squares against its will."""


class Forced(IntentBase, frozen=True, kw_only=True):
    """The base class of the intents push, pull and slide."""

    kind: ClassVar[str]
    target: Name
    """The creature moved."""
    distance: Distance
    """The distance in the ruleset's unit."""
    path: tuple[Square, ...] | None = None
    """The target's squares; left out: the straightest legal ones."""
    vertical: bool | Figure = False
    """True: the path may change height; a number: squares up, or down if negative."""
    contest: bool = False
    """True: an opposed roll decides, if the ruleset has one."""
    hazards: bool = False
    """True if dangerous squares do not stop it."""
    override: bool = False
    """True if the referee overrides a refusal."""

    @property
    def changes_height(self) -> bool:
        """True if the target may end higher or lower than it started."""
        return bool(self.vertical)

    @property
    def rise(self) -> int | None:
        """The squares that the target moves up, negative for down. None: not given."""
        return None if isinstance(self.vertical, bool) else self.vertical


class Push(Forced, frozen=True, kw_only=True, tag="push"):
    """Asks to push another creature away."""

    kind: ClassVar[str] = "push"


class Pull(Forced, frozen=True, kw_only=True, tag="pull"):
    """Asks to pull another creature nearer."""

    kind: ClassVar[str] = "pull"


class Slide(Forced, frozen=True, kw_only=True, tag="slide"):
    """Asks to slide another creature along any path."""

    kind: ClassVar[str] = "slide"


class Carry(MovingIntent, frozen=True, kw_only=True, tag="carry"):
    """Asks to move and take a creature along; with `speed`, to sweep it along by force."""

    target: Name
    """The creature taken along."""
    path: tuple[Square, ...]
    """The squares entered, in order."""
    set_down: Square | None = None
    """Where the target is set down. Default: the first clear square beside the carrier."""
    speed: Distance | None = None
    """The speed at which the target is swept along, in the ruleset's unit."""


class DropObject(IntentBase, frozen=True, kw_only=True, tag="drop-object"):
    """Asks to let an object fall, or to throw an object."""

    size: Word
    """Its size, in the ruleset's words."""
    at: Square
    """The landing square, the object's north-west one."""
    height: Distance = 0
    """The height of the fall, in the ruleset's unit."""
    modifier: Figure = 0
    """Added to each die of its damage."""
    unaided: bool = False
    """True if the object falls unaimed, without a roll to hit."""
    damage: Damage | None = None
    """Its damage; left out: by its size and its fall."""


class Fall(IntentBase, frozen=True, kw_only=True, tag="fall"):
    """Removes the floor under the target: the target falls."""

    target: Name | None = None
    """The creature that falls; left out: the creature itself."""
    squares: Distance | None = None
    """The depth of the fall; left out: to the first surface below."""


class Attack(IntentBase, frozen=True, kw_only=True, tag="attack", rename={"with_": "with"}):
    """Asks for one strike."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("target",)

    target: Name
    """The creature struck at."""
    ranged: bool = False
    """True for a shot or throw."""
    cover: Figure | None = None
    """Cover added to the target's defence; left out: by the board and the house rule."""
    recoil_relief: Figure = 0
    """The recoil that cover removes (ascension)."""
    with_: Word | None = None
    """The weapon; if not in hand, it is drawn first at the cost of `equip`."""


class FullAttack(IntentBase, frozen=True, kw_only=True, tag="full-attack", rename={"with_": "with"}):
    """Starts a full attack: all attacks of the turn. The first strike is at `target`."""

    bots_set: ClassVar[tuple[str, ...] | None] = ("target",)

    target: Name | None = None
    """The target of the first strike; left out: strikes follow as `attack` intents."""
    ranged: bool = False
    """True for a shot or throw."""
    cover: Figure | None = None
    """Cover added to the target's defence; left out: by the board and the house rule."""
    recoil_relief: Figure = 0
    """The recoil that cover removes (ascension)."""
    with_: Word | None = None
    """The weapon; if not in hand, it is drawn first at the cost of `equip`."""


class Afflict(IntentBase, frozen=True, kw_only=True, tag="afflict"):
    """Gives a creature a condition or a speed. The cause is outside the rules, such as a referee."""

    target: Name
    """The creature affected."""
    condition: Word | None = None
    """A condition that the effect brings."""
    speed: Distance | dict[Word, Distance] | None = None
    """The speed imposed, for all modes or by mode, in the ruleset's unit."""
    lose: Word | None = None
    """A condition that the effect takes away."""


class Interact(IntentBase, frozen=True, kw_only=True, tag="interact"):
    """Asks for an action without movement, such as drawing a weapon."""

    what: Word
    """The activity: draw-weapon, cast, pick-up, ..."""
    at: Square | None = None
    """The square where the object lies."""
    level: Distance = 0
    """The level of a spell that is cast."""


class StepAim(Table, frozen=True, kw_only=True):
    """The targets, place or direction of one step of an ability."""

    target: Name | None = None
    """The creature aimed at."""
    targets: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_AIMED)] = ()
    """Several creatures aimed at."""
    at: Square | None = None
    """The square aimed at, or the square south-east of a corner."""
    direction: tuple[Ordinate, Ordinate] | None = None
    """The direction, [east, south]."""
    squares: Annotated[tuple[Square, ...], msgspec.Meta(max_length=MOST_AIMED)] = ()
    """The squares of a wall, in order."""
    between: tuple[tuple[Ordinate, Ordinate], tuple[Ordinate, Ordinate]] | None = None
    """The two squares beside an edge."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chosen targets, each once."""
        first = () if self.target is None else (self.target,)
        return tuple(dict.fromkeys((*first, *self.targets))) if self.targets else first


class Use(IntentBase, frozen=True, kw_only=True, tag="use"):
    """Asks to use an ability."""

    ability: Word
    """The ability."""
    target: Name | None = None
    """The creature that it aims at."""
    targets: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_AIMED)] = ()
    """The creatures that it aims at, where several are possible."""
    at: Square | None = None
    """The square that it aims at, or the square south-east of a corner."""
    direction: tuple[Ordinate, Ordinate] | None = None
    """The direction that it takes, [east, south]."""
    squares: Annotated[tuple[Square, ...], msgspec.Meta(max_length=MOST_AIMED)] = ()
    """The squares of a wall, in order."""
    between: tuple[tuple[Ordinate, Ordinate], tuple[Ordinate, Ordinate]] | None = None
    """The two squares beside the edge that it aims at."""
    item: Word | None = None
    """The item that lends the ability, where several do."""
    choices: Annotated[tuple[StepAim, ...], msgspec.Meta(max_length=20)] = ()
    """The aims of later steps with targets of their own."""

    @property
    def aim(self) -> StepAim:
        return StepAim(
            target=self.target,
            targets=self.targets,
            at=self.at,
            direction=self.direction,
            squares=self.squares,
            between=self.between,
        )


class Equip(IntentBase, frozen=True, kw_only=True, tag="equip"):
    """Asks to use an item: to take a weapon in hand or to wear armor."""

    item: Word
    """The item."""


class End(IntentBase, frozen=True, kw_only=True, tag="end"):
    """Asks to end the turn early."""

    bots_set: ClassVar[tuple[str, ...] | None] = ()


Intent: TypeAlias = (
    Move | Step | Shift | Run | Charge | Minimum | Crawl | Stand | DropProne | Crouch | Withdraw
    | Tumble | Overrun | Clamber | Squeeze | Jump | Leap | Dig | ClawDirt | ClimbCreature | KnockOff
    | PullUp | Teleport | Push | Pull | Slide | Carry | DropObject | Fall | Attack | FullAttack
    | Afflict | Interact | Use | Equip | End
)  # fmt: skip
"""Any intent."""

KINDS: tuple[type[IntentBase], ...] = Intent.__args__
"""Every intent type, in the order of the contract."""


BY_NAME: Mapping[str, type[IntentBase]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}
"""Every intent type by its `do`."""

_OURS = frozenset(KINDS)


_FIRST_USE = msgspec.json.Decoder(Intent)  # in one thread, while importing; see engine/decoding.py


def own_fields(wanted: IntentBase) -> dict[str, Any] | UnsetType:
    """Returns the fields of an intent that a game has added; UNSET for built-in intents."""
    if type(wanted) in _OURS:
        return UNSET
    plain: dict[str, Any] = msgspec.to_builtins(wanted)
    plain.pop("do", None)
    return plain


def intent(data: object) -> Intent:
    """Converts a table, such as `{"do": "end"}`, to an intent object.

    Raises:
        msgspec.ValidationError: the table is not an intent. The message says where and why.
    """
    if isinstance(data, Intent):
        return data
    typed: Intent = msgspec.convert(data, Intent)
    return typed

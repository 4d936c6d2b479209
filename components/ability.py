"""Abilities as values and as tables of a scenario file."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from .effect_acts import EffectAct, GrantMovement, StrikeTarget, TeleportCreature
from .effect_acts import StrikeOutcome as Outcome
from .intents import Damage, Figure
from .names import Predicate, Table, Word

Amount: TypeAlias = Damage
"""A number, or dice to roll for it."""

_DICE = r"\s*([1-9][0-9]{0,2})?d[1-9][0-9]{0,3}\s*([+-]\s*[0-9]{1,5})?\s*"

Range: TypeAlias = (
    Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    | Annotated[
        str,
        msgspec.Meta(pattern=rf"^(reach|weapon|{_DICE})\Z", extra={"allowed": 'a distance, dice, "reach" or "weapon"'}),
    ]
)
"""A distance in the ruleset's unit, `reach` (melee strikes), or `weapon` (strikes and shots)."""

Who: TypeAlias = Literal["enemy", "ally", "other", "any"]
"""Possible targets by their relation to the ability's user; only `any` includes the user."""

Affected: TypeAlias = Literal["enemies", "allies", "others", "any"]
"""Affected creatures by their relation to the ability's user."""

Payment: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=3)] | str
"""An ability's cost: a number of actions, or an action's name such as `free` or `attack`."""

Payments: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=3)] | str | tuple[Payment, ...]
"""One payment, or several alternatives.

Its text has no pattern: msgspec 0.22 corrupts memory where text with a pattern and a list form a union.
"""

Acts: TypeAlias = Annotated[tuple[EffectAct, ...], msgspec.Meta(max_length=50)]


class TargetSpec(Table, frozen=True, kw_only=True):
    """Describes the allowed targets of an ability."""

    kind: Literal["self", "creature", "square", "direction", "edge"] = "creature"
    """The kind of target: user, creatures, square, direction, or edge."""
    who: Who | None = None
    """Creatures that may be chosen. Default: enemies for harm, allies for healing, else any."""
    count: Amount = 1
    """The most creatures that may be chosen."""
    range: Range | None = None
    """The greatest distance to the target. Default: the weapon's for strikes, else unlimited."""
    line: Literal["effect", "sight", "none"] = "effect"
    """What the user needs to the target: line of effect, line of sight, or nothing."""


class AreaSpec(Table, frozen=True, kw_only=True):
    """The shape and size of the area that an ability covers."""

    shape: Literal["burst", "emanation", "cone", "line", "cube", "wall"]
    """The shape; an emanation surrounds the user's own space."""
    size: Amount
    """The radius of a burst or emanation; the length of other areas; a cube's side."""
    from_: Literal["square", "corner", "edge", "self"] = msgspec.field(default="square", name="from")
    """Where the area begins: the aimed square, its north-west corner, the user's edge, or the user."""
    width: Amount | None = None
    """The width of a line, in the ruleset's unit; left out: one square."""
    height: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """Squares covered above and below the origin; left out: all heights."""


class AffectsSpec(Table, frozen=True, kw_only=True):
    """Selects the creatures that an ability affects inside its area."""

    who: Affected = "any"
    """Affected creatures by their relation to the user."""
    count: Amount | None = None
    """The most creatures affected; left out: all."""
    choice: bool = False
    """True if the intent's `targets` choose among the creatures in the area."""
    within: Amount | None = None
    """The greatest distance between two affected creatures, in the ruleset's unit."""
    where: Predicate = Predicate()
    """A predicate that each affected creature must fit."""


class RollSpec(Table, frozen=True, kw_only=True):
    """The dice roll that decides an ability's outcome: `save`, `check` or `strike`."""

    save: Word | None = None
    """The save that each target rolls."""
    check: Word | None = None
    """The skill or characteristic that the user rolls, once for all targets."""
    strike: bool = False
    """True if the user makes an attack roll at each target."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The total that a save or check must reach; draw-steel uses tiers instead."""
    bonus: Figure | None = None
    """Overrides the user's own bonus to a check or strike."""


class LastsSpec(Table, frozen=True, kw_only=True):
    """How long an ability's effects last."""

    rounds: Amount | None = None
    """Number of the user's later turns that the effects last."""
    turns: Amount | None = None
    """Number of the user's turns that the effects last, the present one included."""


class RequiresSpec(Table, frozen=True, kw_only=True):
    """The conditions that must be true before an ability may be used."""

    self_: Predicate = msgspec.field(default=Predicate(), name="self")
    """The predicate for the user."""
    target: Predicate = Predicate()
    """The predicate for each target."""


class StepSpec(Table, frozen=True, kw_only=True, dict=True):
    """One step of an ability: its targets, its roll, and the effects of each outcome."""

    target: TargetSpec | None = None
    """The step's target; left out: the first step's target."""
    area: AreaSpec | None = None
    """The squares covered; left out: only the targets themselves."""
    affects: AffectsSpec = AffectsSpec()
    """Which creatures in the area are affected."""
    roll: RollSpec | None = None
    """The roll; left out: no roll."""
    does: Acts = ()
    """Acts that always happen, once."""
    each: Acts = ()
    """Acts that always happen to each target."""
    on: dict[Outcome, Acts] = {}  # noqa: RUF012
    """Acts on the targets, by the outcome of the roll."""
    after: Outcome | None = None
    """Only targets with this outcome in the previous step are affected."""

    @cached_property
    def acts(self) -> tuple[EffectAct, ...]:
        return (*self.does, *self.each, *(act for acts in self.on.values() for act in acts))

    @cached_property
    def strikes(self) -> bool:
        """True if the step makes an attack roll."""
        struck = self.roll is not None and self.roll.strike
        return struck or any(isinstance(act, StrikeTarget) for act in self.acts)

    @cached_property
    def sends(self) -> tuple[GrantMovement | TeleportCreature, ...]:
        """Returns the acts that walk or teleport a creature to the aim."""
        return tuple([act for act in self.acts if isinstance(act, (GrantMovement, TeleportCreature))])

    @property
    def empty(self) -> bool:
        """True if the step has no effects and no roll."""
        return self.roll is None and not self.acts


class Ability(StepSpec, frozen=True, kw_only=True, dict=True):
    """Something that a creature can use, such as a spell. Its own fields are the first step; `steps` follow."""

    label: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The name shown to players."""
    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    """The description shown to players."""
    icon: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The name of its picture."""
    tags: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Words by which a game finds abilities."""
    pays: Payments | None = None
    """Its cost in actions. A list gives alternatives. Default: the cost of a strike."""
    spends: dict[Word, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = {}  # noqa: RUF012
    """The cost in the user's resources, by resource name."""
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Uses in a battle; left out: without limit."""
    cooldown: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Number of the user's turns before the next use."""
    requires: RequiresSpec = RequiresSpec()
    """Predicates for the user and for each target."""
    steps: Annotated[tuple[StepSpec, ...], msgspec.Meta(max_length=20)] = ()
    """Further steps, one after the other."""
    lasts: LastsSpec | None = None
    """How long effects last; left out: as each act says."""
    concentration: bool = False
    """True if the effects end when the user concentrates again or cannot act."""

    @cached_property
    def whole(self) -> tuple[StepSpec, ...]:
        """Returns the ability's steps in order. Its own fields are the first step, unless they only choose targets."""
        if not self.steps or not self.empty:
            return (self, *self.steps)
        first = self.steps[0]
        unset = first.target is None and first.area is None and first.affects == AffectsSpec()
        if unset or self.target is not None or self.area is not None:
            first = msgspec.structs.replace(
                first,
                target=first.target or self.target,
                area=first.area or self.area,
                affects=first.affects if first.affects != AffectsSpec() else self.affects,
            )
        return (first, *self.steps[1:])


@dataclass(slots=True)
class Repertoire:
    """A creature's abilities and resources, and how often each was used."""

    can: tuple[str, ...] = ()
    """Names of the abilities that it can use."""
    resources: dict[str, int] = field(default_factory=dict)
    """The amount left of each resource."""
    most: dict[str, int] = field(default_factory=dict)
    """The maximum of each resource."""
    used: dict[str, int] = field(default_factory=dict)
    """Uses in this battle, by ability."""
    ready: dict[str, int] = field(default_factory=dict)
    """The creature's turn number at which a cooldown ends, by ability."""

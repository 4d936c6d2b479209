"""Abilities as values and as tables of a scenario file."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from .effect_acts import EffectAct
from .effect_acts import StrikeOutcome as Outcome
from .intents import Damage, Figure
from .names import Predicate, Table, Word

Amount: TypeAlias = Damage
"""A number or dice: of feet or squares, creatures, rounds or hit points."""

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
"""A relation to the user; only `any` includes the user itself."""

Affected: TypeAlias = Literal["enemies", "allies", "others", "any"]
"""As `Who`, for several creatures."""

Payment: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=3)] | str
"""A number of actions, a word of the ruleset, `free`, or `attack` (as a strike)."""

Payments: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=3)] | str | tuple[Payment, ...]
"""One payment, or several alternatives.

Its text has no pattern: msgspec 0.22 corrupts memory where text with a pattern and a list form a union.
"""

Acts: TypeAlias = Annotated[tuple[EffectAct, ...], msgspec.Meta(max_length=50)]
"""Acts, in order."""


class TargetSpec(Table, frozen=True, kw_only=True):
    """The target of a use."""

    kind: Literal["self", "creature", "square", "direction", "edge"] = "creature"
    """The kind of target: user, creatures, square, direction, or edge."""
    who: Who | None = None
    """The creatures that may be named. Default: enemies for harm, allies for healing, else any."""
    count: Amount = 1
    """The most creatures that may be named."""
    range: Range | None = None
    """The range of the target. Default: the weapon's for strikes, else unlimited."""
    line: Literal["effect", "sight", "none"] = "effect"
    """The line needed: line of effect, line of sight, or none."""


class AreaSpec(Table, frozen=True, kw_only=True):
    """The squares that a step covers, at every height."""

    shape: Literal["burst", "emanation", "cone", "line", "cube", "wall"]
    """The shape; an emanation surrounds the user's own space."""
    size: Amount
    """The radius of a burst or emanation; the length of other areas; a cube's side."""
    from_: Literal["square", "corner", "edge", "self"] = msgspec.field(default="square", name="from")
    """Its origin: the aimed square, its north-west corner, the user's edge, or the user."""
    width: Amount | None = None
    """The width of a line, in the ruleset's unit; left out: one square."""
    height: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """Squares covered up and down from its origin; left out: all heights."""


class AffectsSpec(Table, frozen=True, kw_only=True):
    """The creatures that a step affects, among those in its area."""

    who: Affected = "any"
    """The creatures in the area that count."""
    count: Amount | None = None
    """The most creatures; left out: all."""
    choice: bool = False
    """True if the user chooses them, as `targets` of the intent."""
    within: Amount | None = None
    """The greatest distance between any two of them, in the ruleset's unit."""
    where: Predicate = Predicate()
    """A predicate that each of them must fit."""


class RollSpec(Table, frozen=True, kw_only=True):
    """A step's roll: `save`, `check` or `strike`."""

    save: Word | None = None
    """The save that each target rolls."""
    check: Word | None = None
    """The skill or characteristic of one roll by the user for all targets."""
    strike: bool = False
    """True if the user makes an attack roll at each target."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The total to reach with a save or check; draw-steel reads its tiers instead."""
    bonus: Figure | None = None
    """Overrides the user's own bonus to a check or strike."""


class LastsSpec(Table, frozen=True, kw_only=True):
    """The duration of a use's effects."""

    rounds: Amount | None = None
    """The user's turns until the end; the last one counts fully."""
    turns: Amount | None = None
    """The same, but the turn of the use is the first."""


class RequiresSpec(Table, frozen=True, kw_only=True):
    """Predicates that must hold for a use."""

    self_: Predicate = msgspec.field(default=Predicate(), name="self")
    """For the user."""
    target: Predicate = Predicate()
    """For each target."""


class StepSpec(Table, frozen=True, kw_only=True, dict=True):
    """One step of a use: its targets, its roll and the acts by outcome."""

    target: TargetSpec | None = None
    """The aim; left out: the first step's."""
    area: AreaSpec | None = None
    """The squares covered; left out: only the targets themselves."""
    affects: AffectsSpec = AffectsSpec()
    """The creatures in that area that are affected."""
    roll: RollSpec | None = None
    """The roll; left out: no roll."""
    does: Acts = ()
    """Acts that always happen, once."""
    each: Acts = ()
    """Acts that always happen to each target."""
    on: dict[Outcome, Acts] = {}  # noqa: RUF012
    """Acts that happen to the targets with an outcome."""
    after: Outcome | None = None
    """The outcome of the previous step that its targets must have had."""

    @cached_property
    def acts(self) -> tuple[EffectAct, ...]:
        return (*self.does, *self.each, *(act for acts in self.on.values() for act in acts))

    @property
    def empty(self) -> bool:
        """True if it has neither acts nor a roll."""
        return self.roll is None and not self.acts


class Ability(StepSpec, frozen=True, kw_only=True, dict=True):
    """Something that a creature can use. Its own fields are its first step; `steps` follow."""

    label: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """Its name for people."""
    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    """Its description for people."""
    icon: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The name of its picture."""
    tags: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Words for a game's own queries."""
    pays: Payments | None = None
    """Its cost in actions. A list gives alternatives. Default: the cost of a strike."""
    spends: dict[Word, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = {}  # noqa: RUF012
    """The user's resources that it costs."""
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Uses in a battle; left out: without limit."""
    cooldown: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Own turns that must pass before it can be used again."""
    requires: RequiresSpec = RequiresSpec()
    """Predicates for the user and for each target."""
    steps: Annotated[tuple[StepSpec, ...], msgspec.Meta(max_length=20)] = ()
    """Further steps, one after the other."""
    lasts: LastsSpec | None = None
    """The duration of its effects; left out: as its acts say."""
    concentration: bool = False
    """True if it ends with the next such use, or when its user cannot act."""

    @cached_property
    def whole(self) -> tuple[StepSpec, ...]:
        """All steps in order. The ability's own fields are the first, unless they only aim the first of `steps`."""
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
    """The abilities and resources of a creature, with the uses made."""

    can: tuple[str, ...] = ()
    """Names of the abilities that it can use."""
    resources: dict[str, int] = field(default_factory=dict)
    """The amount left of each resource."""
    most: dict[str, int] = field(default_factory=dict)
    """The maximum of each resource."""
    used: dict[str, int] = field(default_factory=dict)
    """Uses in this battle, by ability."""
    ready: dict[str, int] = field(default_factory=dict)
    """By ability, the number of the creature's turn that ends its cooldown."""

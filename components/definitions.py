"""Definitions of a game's files beside creatures: conditions, items, terrain costs, objectives."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import msgspec

from .effect_acts import Dice, EffectAct, TurnMoment
from .effect_acts import Word as Key
from .intents import Damage, Distance, Figure
from .names import Predicate, Table, Word

Label: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
"""A name shown to players."""
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2000)]
"""A description shown to players."""
Bar: TypeAlias = Literal["move", "act", "react"]
"""What a condition prevents: own movement, other actions, or reactions."""
Stack: TypeAlias = Literal["longest", "refresh", "add", "each"]
"""How durations combine when a condition is gained again: longest, newest, sum, or separate."""


class Adds(Table, frozen=True, kw_only=True):
    """Numbers that a condition or an item adds to a creature's statistics."""

    attack: Figure = 0
    """Added to its attack rolls."""
    ac: Figure = 0
    """Added to its defence."""
    damage: Figure = 0
    """Added to the damage of its strikes."""
    skills: dict[Word, Figure] = {}  # noqa: RUF012
    """Added to checks and saves, by skill."""
    abilities: dict[Word, Figure] = {}  # noqa: RUF012
    """Added to ability scores."""
    speed: Figure = 0
    """Added to each speed that it has, in the ruleset's unit."""


class Ending(Table, frozen=True, kw_only=True):
    """A roll that ends a condition: a saving throw, or dice without a bonus."""

    save: Word | None = None
    """The save that is rolled."""
    roll: Dice | None = None
    """Dice that are rolled instead of a save."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 10
    """The total that ends the condition; draw-steel saves use tiers instead."""
    when: TurnMoment = "turn-end"
    """When the creature rolls, in its own turns."""


class ConditionSpec(Table, frozen=True, kw_only=True):
    """A condition defined in a scenario file. It may replace a condition of the ruleset."""

    label: Label = ""
    """The name shown to players."""
    text: Text = ""
    """The description shown to players."""
    icon: Label = ""
    """The name of its picture."""
    adds: Adds = Adds()
    """Numbers added to the creature's figures."""
    speed: Figure | Literal["half"] = 0
    """A number added to each speed, or `half` of the speed."""
    bars: Annotated[tuple[Bar, ...], msgspec.Meta(max_length=3)] = ()
    """What the creature cannot do."""
    when: TurnMoment = "turn-start"
    """When `acts` happen, unless an act names its own moment."""
    acts: Annotated[tuple[EffectAct, ...], msgspec.Meta(max_length=20)] = ()
    """Acts on the creature at the start or end of its turns."""
    ends: Ending | None = None
    """The roll that ends the condition."""
    stack: Stack = "longest"
    """How gaining the condition again changes its duration."""
    where: Predicate = Predicate()
    """Only creatures that fit this predicate can have the condition."""


class Weapon(Table, frozen=True, kw_only=True):
    """The attack values of a weapon. Missing values are those of the creature."""

    attack: Figure | None = None
    """The bonus to strikes."""
    damage: Damage | None = None
    """The damage of a strike."""
    reach: Distance | None = None
    """The natural reach with the weapon, in the ruleset's unit."""
    range: Distance | None = None
    """The range of its shots, in the ruleset's unit."""
    kind: Key | None = None
    """The kind of damage."""


class ItemSpec(Table, frozen=True, kw_only=True):
    """An item that a creature carries, wears or wields."""

    label: Label = ""
    """The name shown to players."""
    text: Text = ""
    """The description shown to players."""
    icon: Label = ""
    """The name of its picture."""
    weapon: Weapon | None = None
    """The figures of its strikes, if it is a weapon."""
    adds: Adds = Adds()
    """Numbers added to its bearer's figures."""
    can: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Abilities that its bearer can use."""
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Uses of its abilities; left out: unlimited."""
    slot: Word | None = None
    """The body slot. Only the last item put on in a slot is worn."""


class TerrainSpec(Table, frozen=True, kw_only=True):
    """The movement cost of squares whose tile has a given tag."""

    cost: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    """Multiplies the cost of a square."""
    by: dict[Word, Annotated[int, msgspec.Meta(ge=1, le=16)]] = {}  # noqa: RUF012
    """The multiplier for some kinds of creature, by kind."""


class Definitions(Table, frozen=True, kw_only=True):
    """The conditions, items and terrain costs that a battle can use."""

    conditions: dict[Key, ConditionSpec] = {}  # noqa: RUF012
    """Conditions by name."""
    items: dict[Key, ItemSpec] = {}  # noqa: RUF012
    """Items by name."""
    terrain: dict[Key, TerrainSpec] = {}  # noqa: RUF012
    """Costs of terrain by the tag of its tiles."""


ObjectiveKind: TypeAlias = Literal["defeat", "reach", "hold", "survive", "protect"]


@dataclass(frozen=True, slots=True)
class Objective:
    """A way for a side to win, or a creature that the side must protect."""

    side: str
    kind: ObjectiveKind = "defeat"
    squares: frozenset[tuple[int, int]] = frozenset()
    """The squares to reach or to hold."""
    count: int = 1
    """How many creatures of the side must be there."""
    rounds: int = 0
    """Rounds to hold or to survive."""
    who: str = ""
    """The creature protected."""

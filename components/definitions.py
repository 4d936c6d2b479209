"""Definitions of a game's files beside creatures: conditions, items, terrain costs, objectives."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import msgspec

from .effect_acts import Dice, EffectAct, TurnMoment
from .effect_acts import Word as Key
from .intents import Damage, Distance, Figure
from .names import Predicate, Table, Word

Label: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
"""A name for people."""
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2000)]
"""A description for people."""
Bar: TypeAlias = Literal["move", "act", "react"]
"""An ability that a condition takes away: own movement, other actions, reactions."""
Stack: TypeAlias = Literal["longest", "refresh", "add", "each"]
"""The time after gaining a condition again: the longer, the new, the sum, or each."""


class Adds(Table, frozen=True, kw_only=True):
    """Numbers added to a creature's own figures."""

    attack: Figure = 0
    """Added to its attack rolls."""
    ac: Figure = 0
    """Added to its defence."""
    damage: Figure = 0
    """Added to the damage of its strikes."""
    skills: dict[Word, Figure] = {}  # noqa: RUF012
    """Added to checks and saves, by skill."""
    abilities: dict[Word, Figure] = {}  # noqa: RUF012
    """Added to ability figures."""
    speed: Figure = 0
    """Added to each speed that it has, in the ruleset's unit."""


class Ending(Table, frozen=True, kw_only=True):
    """A roll that ends a condition: a save, or dice without any bonus."""

    save: Word | None = None
    """The save."""
    roll: Dice | None = None
    """Dice that are rolled instead of a save."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 10
    """The total to reach; for a save draw-steel reads its tiers instead."""
    when: TurnMoment = "turn-end"
    """The moment of the roll, in the bearer's own turns."""


class ConditionSpec(Table, frozen=True, kw_only=True):
    """A condition defined by a file, or a file's effect for one of the ruleset's."""

    label: Label = ""
    """Its name for people."""
    text: Text = ""
    """Its description for people."""
    icon: Label = ""
    """The name of its picture."""
    adds: Adds = Adds()
    """What it adds to its bearer's figures."""
    speed: Figure | Literal["half"] = 0
    """Added to each speed, or `half`: halves them, after all numbers."""
    bars: Annotated[tuple[Bar, ...], msgspec.Meta(max_length=3)] = ()
    """The actions that its bearer cannot take."""
    when: TurnMoment = "turn-start"
    """The default moment of its acts."""
    acts: Annotated[tuple[EffectAct, ...], msgspec.Meta(max_length=20)] = ()
    """Acts on the bearer at the start or end of each of its turns."""
    ends: Ending | None = None
    """A save that ends it."""
    stack: Stack = "longest"
    """The effect of gaining it again."""
    where: Predicate = Predicate()
    """A predicate for the creatures that can have it."""


class Weapon(Table, frozen=True, kw_only=True):
    """A weapon's figures for its strikes; the creature's own otherwise."""

    attack: Figure | None = None
    """The bonus to strikes."""
    damage: Damage | None = None
    """The damage of a strike."""
    reach: Distance | None = None
    """Natural reach with it, in the ruleset's unit."""
    range: Distance | None = None
    """The range of its shots, in the ruleset's unit."""
    kind: Key | None = None
    """The kind of damage."""


class ItemSpec(Table, frozen=True, kw_only=True):
    """Something that a creature carries, wears or wields."""

    label: Label = ""
    """Its name for people."""
    text: Text = ""
    """Its description for people."""
    icon: Label = ""
    """The name of its picture."""
    weapon: Weapon | None = None
    """The figures of its strikes, if it is a weapon."""
    adds: Adds = Adds()
    """What it adds to its bearer's figures."""
    can: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """The abilities that it lends."""
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Uses of its abilities; left out: unlimited."""
    slot: Word | None = None
    """The body slot. Only the last item put on in a slot is worn."""


class TerrainSpec(Table, frozen=True, kw_only=True):
    """The cost of squares with a tag."""

    cost: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    """The factor on an ordinary square's cost."""
    by: dict[Word, Annotated[int, msgspec.Meta(ge=1, le=16)]] = {}  # noqa: RUF012
    """The factor for creatures of a kind."""


class Definitions(Table, frozen=True, kw_only=True):
    """Definitions of a battle: the file's, and shipped ones that it uses."""

    conditions: dict[Key, ConditionSpec] = {}  # noqa: RUF012
    """Conditions by name."""
    items: dict[Key, ItemSpec] = {}  # noqa: RUF012
    """Items by name."""
    terrain: dict[Key, TerrainSpec] = {}  # noqa: RUF012
    """Costs of terrain by the tag of its tiles."""


ObjectiveKind: TypeAlias = Literal["defeat", "reach", "hold", "survive", "protect"]


@dataclass(frozen=True, slots=True)
class Objective:
    """A way for a side to win, or (`protect`) a creature that it must not lose."""

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

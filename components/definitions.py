"""What a game defines in its files beside creatures: conditions, items, terrain costs and objectives."""

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
"""What a condition keeps its bearer from doing: movement by its own will, other actions, reactions."""
Stack: TypeAlias = Literal["longest", "refresh", "add", "each"]
"""What a condition gained anew does: the longer time counts, the new time does, both add up, or each counts apart."""


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
    """A condition of a game's own, or the effect of one that the ruleset knows."""

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
    """What its bearer cannot do."""
    when: TurnMoment = "turn-start"
    """The moment of those of its acts that name none."""
    acts: Annotated[tuple[EffectAct, ...], msgspec.Meta(max_length=20)] = ()
    """What happens to the bearer at the start or end of each of its turns."""
    ends: Ending | None = None
    """A save that ends it."""
    stack: Stack = "longest"
    """What happens if the bearer gains it anew."""
    where: Predicate = Predicate()
    """The creatures that can have it."""


class Weapon(Table, frozen=True, kw_only=True):
    """What a weapon's strikes have instead of the creature's own figures."""

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
    """How often its abilities can be used; left out: without limit."""
    slot: Word | None = None
    """Where it is worn; of two items of one slot only the one put on last is worn."""


class TerrainSpec(Table, frozen=True, kw_only=True):
    """What the squares of a tag cost."""

    cost: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    """Times the cost of an ordinary square."""
    by: dict[Word, Annotated[int, msgspec.Meta(ge=1, le=16)]] = {}  # noqa: RUF012
    """The same for creatures of a kind."""


class Definitions(Table, frozen=True, kw_only=True):
    """What a battle knows beside its rules: the file's own definitions, and the shipped ones where it uses any."""

    conditions: dict[Key, ConditionSpec] = {}  # noqa: RUF012
    """Conditions by name."""
    items: dict[Key, ItemSpec] = {}  # noqa: RUF012
    """Items by name."""
    terrain: dict[Key, TerrainSpec] = {}  # noqa: RUF012
    """Costs of terrain by the tag of its tiles."""


ObjectiveKind: TypeAlias = Literal["defeat", "reach", "hold", "survive", "protect"]


@dataclass(frozen=True, slots=True)
class Objective:
    """One way for a side to win, or (`protect`) what it must not lose."""

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

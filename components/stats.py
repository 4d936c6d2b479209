"""A creature as data: name, side, size, speeds and figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .position import Mode


@dataclass(slots=True)
class Team:
    """A creature's name, its side, and its consent to the actions of others."""

    name: str
    side: str
    willing: bool | None = None
    """Overrides the default: allies are willing, enemies are not."""
    brain: str | None = None
    """The brain that plays it outside the script."""


@dataclass(slots=True)
class Size:
    """A size category of the ruleset, with the space that a creature occupies."""

    name: str
    rank: int
    """The step on the ruleset's ladder; medium (1M) is 0."""
    side: int
    """The side of the space in whole squares, at least 1."""
    room: float
    """The side of the space in feet; several creatures below 5 share a square."""
    tall: bool = True
    """True for tall bodies, False for long ones; decides the reach."""
    head: float | None = None
    """The width of the head in feet, if the data give it."""


Weight: TypeAlias = Literal["none", "light", "medium", "heavy"]
"""The weight of worn armor, or of a carried load; none counts as light."""


@dataclass(slots=True)
class Speed:
    """A creature's speeds by movement mode: base values, without armor, load and conditions."""

    listed: dict[Mode, int]
    hover: bool = False
    """True if it stays in the air without moving, in any condition."""
    bonuses: tuple[tuple[str, int], ...] = ()
    """(type, amount) pairs; bonuses of one type do not stack where the ruleset says so."""
    armor: Weight = "none"
    load: Weight = "light"
    imposed: dict[Mode, int] | None = field(default=None)
    """The speeds imposed by an effect outside these rules (the `afflict` intent)."""
    granted: frozenset[Mode] = frozenset()
    """Movement modes granted by that effect."""


@dataclass(slots=True)
class Stats:
    """A creature's statistics that all games share. They are constant during a battle."""

    reach: int | None = None
    """Natural reach in the ruleset's unit, if not the size table's."""
    ac: int = 10
    """The defence against strikes."""
    attack: int = 0
    """Added to its strikes."""
    damage: str | None = None
    """The dice of its strikes; None: they deal no damage."""
    range: int | None = None
    """The range of its shots, in the ruleset's unit. None: it shoots only in scripts."""
    attacks: int = 1
    """Base attacks in a full attack."""
    bonus_attacks: tuple[int, ...] = ()
    """The bonuses of attacks beyond the base ones."""
    threatens: bool = True
    """True if it can make opportunity attacks."""
    skills: Mapping[str, int] = field(default_factory=dict)
    """Bonuses by skill."""
    abilities: Mapping[str, int] = field(default_factory=dict)
    """Scores, modifiers or characteristics, as the ruleset has them."""
    feats: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    """Further traits: incorporeal, swarm, object, ..."""
    senses: frozenset[str] = frozenset()
    """Senses beyond the ordinary ones."""
    trained: frozenset[str] = frozenset()
    forced_reductions: tuple[int, ...] = ()
    """Reductions of any forced movement by source, in the ruleset's unit."""
    elects_prone: str = "never"
    """The default for falling prone to end forced movement: never, always or hazard."""
    reach_weapon: bool = False
    """True if it strikes only beyond its natural reach, up to twice that."""
    hidden_from: frozenset[str] = frozenset()
    """Creatures that do not perceive it."""
    damage_reduction: int = 0
    """Subtracted from all damage that the ruleset lets be reduced."""
    burrows: frozenset[str] = frozenset()
    """Kinds of ground that it digs through beyond those of every burrower."""
    tactics: tuple[object, ...] = field(default=(), metadata={"copied": "shared"})
    """The orders for the brain `tactics`, in the scenario file's words (`engine.scenario.format`)."""


@dataclass(slots=True)
class Adjusted:
    """A creature's statistics as they were before items and conditions adjusted them."""

    base: Stats = field(default_factory=Stats, metadata={"copied": "shared"})
    """Its base figures; replaced, never changed in place."""
    speed: int = 0
    """Added to each speed by items and conditions, in the ruleset's unit."""
    halved: bool = False
    """True if a condition halves its speeds, after additions."""
    kind: str | None = None
    """The kind of damage of its strikes; None: the ordinary one."""


@dataclass(slots=True)
class Gear:
    """A creature's items, and how it holds each of them."""

    items: list[str] = field(default_factory=list)
    """All items carried, worn or wielded, in the order received."""
    wields: str | None = None
    """The weapon in hand."""
    worn: dict[str, str] = field(default_factory=dict)
    """Worn items by slot."""
    lends: dict[str, str] = field(default_factory=dict)
    """Abilities that its items lend now, each with the item."""
    used: dict[str, int] = field(default_factory=dict)
    """Uses made of items with limited uses."""


@dataclass(frozen=True, slots=True)
class Nature:
    """A creature's kind and tags. Abilities and terrain may depend on both."""

    kind: str | None = None
    """Its kind; None if the file names none."""
    tags: frozenset[str] = frozenset()

"""Tiles: properties of squares."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from ...components.effect_acts import Word
from ...components.intents import Damage
from ...components.names import Table

SQUARE_FEET = 5.0
"""Width of a normal square."""

Terrain: TypeAlias = Literal["normal", "difficult", "impeded", "blocked"]
Ground: TypeAlias = Literal["dirt", "stone"]
Light: TypeAlias = Literal["bright", "dim", "dark"]

Height: TypeAlias = Annotated[int, msgspec.Meta(ge=-256, le=256)]
"""A level in squares."""


Kind: TypeAlias = Literal["rubble", "cave-floor", "undergrowth", "swamp", "low-wall", "deadfall"]

DIFFICULT_KINDS = ("rubble", "cave-floor", "undergrowth", "swamp")
"""Difficult ground by name. (asc.terrain.difficult-kinds)"""
OBSTACLE_KINDS = ("low-wall", "deadfall")
"""Obstacles by name. (asc.obstacle.cost)"""


class TileSpec(Table, frozen=True, kw_only=True):
    """A tile as the legend of a scenario file describes it."""

    kind: Kind | None = None
    """A named kind: rubble, cave-floor, undergrowth and swamp are difficult, low-wall and deadfall obstacles."""
    terrain: Terrain | None = None
    """The difficulty of entering the square; nothing enters a blocked one."""
    fills: bool = False
    """A blocked square filled to its corners; they cannot be cut."""
    floor: Height | None = None
    """The level of the floor in squares; the bed of a water tile."""
    water: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    """The depth of the water in squares. Without `floor` its surface is at level 0."""
    damage: Damage | None = None
    """Taken on entering the square and on starting a turn in it."""
    hazard: bool = False
    """A danger that stops some forced movement and cautious walkers."""
    obstacle: bool = False
    """Something that hampers but does not block."""
    ground: Ground | None = None
    """The ground that fills the square, or that lies under its floor."""
    solid: bool | None = None
    """Ground fills the square from bottom to ceiling."""
    unseen: bool = False
    """True if creatures notice it only by running into it."""
    ramp: bool = False
    """A slope: leads up to a floor one higher, without climbing."""
    stairs: bool = False
    """Stairs: as a ramp for movement."""
    width: Annotated[float, msgspec.Meta(ge=0, le=SQUARE_FEET)] = SQUARE_FEET
    """The usable width of the square in feet, for squeezing."""
    light: Light = "bright"
    """The light on the square."""
    surface: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 0
    """Added to each die of falling damage here."""
    pit: bool | None = None
    """True for a pit. Default: by floor and hazard."""
    skill: str | None = None
    """The check for entering."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""
    test: bool = False
    """A surface that needs a test to climb (draw-steel)."""
    consequence: str | None = None
    """The consequence of failing that check, such as a condition."""
    effect: bool | None = None
    """True if it cuts line of effect. Default: if filled."""
    sight: bool | None = None
    """True if it cuts line of sight. Default: if filled."""
    tags: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Words that `[terrain]` gives a cost."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The properties of a square of the board."""

    char: str
    terrain: Terrain = "normal"
    fills: bool = False
    """Blocked to its corners."""
    floor: int = 0
    """The level of the lowest cube above the floor or the bed of water."""
    water: int = 0
    """Its depth; the surface is at `floor + water`."""
    damage: str | int | None = None
    """Damage to a creature on entering and on starting a turn here."""
    hazard: bool = False
    obstacle: bool = False
    ground: Ground | None = None
    """Fills the square if `solid`, else lies below; None is stone."""
    solid: bool = False
    unseen: bool = False
    ramp: bool = False
    width: float = SQUARE_FEET
    light: Light = "bright"
    surface: int = 0
    pit: bool = False
    """True for a hazard with its floor at level -2 or below."""
    skill: str | None = None
    dc: int | None = None
    test: bool = False
    consequence: str | None = None
    effect: bool = False
    sight: bool = False
    tags: tuple[str, ...] = ()

    @property
    def blocked(self) -> bool:
        return self.terrain == "blocked"

    @property
    def harms(self) -> bool:
        """True if the tile is a hazard or deals damage."""
        return self.hazard or self.damage is not None

    @property
    def stand(self) -> int:
        return self.floor + self.water - 1 if self.water > 1 else self.floor

    @property
    def top(self) -> int:
        return self.floor + self.water

    @property
    def under(self) -> Ground:
        return self.ground or "stone"


def tile(char: str, spec: TileSpec) -> Tile:
    """Creates the tile of a legend entry.

    By default, water has its surface at height 0, and a tile without floor is solid.
    """
    stands = spec.floor is not None or spec.water > 0 or spec.terrain not in (None, "blocked")
    solid = spec.solid if spec.solid is not None else spec.ground is not None and not stands
    floor = spec.floor if spec.floor is not None else -spec.water
    fills = spec.fills or solid
    named: Terrain = "difficult" if spec.kind in DIFFICULT_KINDS else "normal"
    terrain: Terrain = "blocked" if solid else spec.terrain or named
    cuts = fills and terrain == "blocked"
    return Tile(
        char=char,
        terrain=terrain,
        fills=fills,
        floor=floor,
        water=spec.water,
        damage=spec.damage,
        hazard=spec.hazard,
        obstacle=spec.obstacle or spec.kind in OBSTACLE_KINDS,
        ground=spec.ground or ("stone" if solid else None),
        solid=solid,
        unseen=spec.unseen,
        ramp=spec.ramp or spec.stairs,
        width=spec.width,
        light=spec.light,
        surface=spec.surface,
        pit=spec.pit if spec.pit is not None else spec.hazard and not spec.water and floor <= -2,
        skill=spec.skill,
        dc=spec.dc,
        test=spec.test,
        consequence=spec.consequence,
        effect=cuts if spec.effect is None else spec.effect,
        sight=cuts if spec.sight is None else spec.sight,
        tags=spec.tags,
    )


BUILT_IN_SPECS: dict[str, TileSpec] = {
    ".": TileSpec(),
    "#": TileSpec(terrain="blocked", fills=True),
    "o": TileSpec(terrain="blocked"),
    ":": TileSpec(terrain="difficult"),
    "%": TileSpec(terrain="impeded"),
    "~": TileSpec(water=2, floor=-2),
    **{str(level): TileSpec(floor=level) for level in range(1, 10)},
    "_": TileSpec(floor=-4, hazard=True),
    "^": TileSpec(hazard=True),
    ",": TileSpec(obstacle=True),
    "d": TileSpec(terrain="blocked", fills=True, ground="dirt"),
    "s": TileSpec(terrain="blocked", fills=True, ground="stone"),
}

BUILT_IN: dict[str, Tile] = {char: tile(char, spec) for char, spec in BUILT_IN_SPECS.items()}


def legend(entries: Mapping[str, TileSpec]) -> dict[str, Tile]:
    """Returns the built-in tiles, replaced and extended by `entries`."""
    return BUILT_IN | {char: tile(char, spec) for char, spec in entries.items()}


DERIVED = frozenset({"effect", "sight", "pit", "solid"})
"""Tile properties with defaults from other properties."""


def table_of_tile(tile: Tile) -> str | dict[str, Any]:
    """Converts a tile to its legend entry: a built-in character or a table."""
    if BUILT_IN.get(tile.char) == tile:
        return tile.char
    plain = Tile(tile.char)
    known = set(TileSpec.__struct_fields__)
    return {
        one.name: getattr(tile, one.name)
        for one in fields(Tile)
        if one.name in known and (one.name in DERIVED or getattr(tile, one.name) != getattr(plain, one.name))
    }

"""Looks as plain data for all front ends."""

import tomllib
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, TypeAlias

from ...components.ability import Ability
from ...components.effect_acts import DealDamage
from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...engine.files import DATA_FILES
from .palettes import Colour, Palette, hex_of, lighter, mix
from .snapshot import CreatureView, Snapshot, height_of

# --- the atlas of pictures -----------------------------------------------------------------------------------

PICTURE, ACROSS = 32, 16
"""Pixels of an atlas picture, and pictures per row."""
KINDS = ("ground", "wall", "pillar", "growth", "figure", "icon", "effect")
"""Kinds of pictures in atlas order."""
WALLED = 0.2
"""Share of walls in a dungeon."""
DEEP = 2
"""Squares of water drawn as deep."""


@dataclass(frozen=True, slots=True)
class AtlasTable:
    """The table of the picture file (atlas): the place of each picture."""

    places: Mapping[str, tuple[int, ...]]
    """Variant numbers by picture, such as `wall/street`."""
    roles: Mapping[str, list[str]]
    """Variants by picture, such as `wall/street`."""
    pictured: Mapping[str, str]
    """Icon by ability, damage kind or act."""
    called: Mapping[str, str]
    """Figure by word in a name."""
    scenery: Mapping[str, str]
    """Ground by word in a title."""
    bursts: Mapping[str, str]
    """Burst by kind of damage."""


@lru_cache(maxsize=1)
def atlas_table() -> AtlasTable:
    table = tomllib.loads((DATA_FILES / "art" / "atlas.toml").read_text(encoding="utf-8"))
    places: dict[str, tuple[int, ...]] = {}
    count = 0
    for kind in KINDS:
        for name, variants in table[kind].items():
            places[f"{kind}/{name}"] = tuple(range(count, count + len(variants)))
            count += len(variants)
    called = {**{name: name for name in table["figure"]}, **table["called"]}
    return AtlasTable(places, table["role"], table["pictured"], called, table["scenery"], table["bursts"])


def scenery_of(title: str, board: Board) -> str:
    """Returns the kind of landscape, such as a dungeon, from the title or the walls."""
    known = atlas_table().scenery
    for word in title.lower().replace("'", " ").split():
        if word in known:
            return known[word]
    tiles = [tile for row in board.tiles for tile in row]
    walls = sum(tile.terrain == "blocked" and tile.fills for tile in tiles)
    return "dungeon" if walls > WALLED * len(tiles) else "meadow"


def figure_of(creature: CreatureView) -> tuple[str, int]:
    """Returns (picture, variant) to draw a creature; empty if it is an object."""
    if creature.thing or not creature.role:
        return "", 0
    return figure_named(creature.name, creature.role)


def figure_named(name: str, role: str = "sword") -> tuple[str, int]:
    """Returns (picture, variant) to draw a creature with this name, or else with this role."""
    found, chance = atlas_table(), zlib.crc32(name.encode())
    for word in name.lower().replace("-", " ").replace("_", " ").split():
        if word in found.called:
            figure, _, variant = found.called[word].partition("/")
            return f"figure/{figure}", int(variant) if variant else chance
    figures = found.roles[role]
    return f"figure/{figures[chance % len(figures)]}", chance // len(figures)


def icon_of(name: str, ability: Ability) -> str:
    found = atlas_table()
    if f"icon/{ability.icon}" in found.places:
        return f"icon/{ability.icon}"
    acts = [act for step in ability.whole for act in step.acts]
    kinds = [act.kind for act in acts if isinstance(act, DealDamage)]
    words = (name, *kinds, *(str(act.__struct_config__.tag) for act in acts))
    return f"icon/{next((found.pictured[word] for word in words if word in found.pictured), 'spell')}"


def burst_of(damage: str) -> str:
    return f"effect/{atlas_table().bursts.get(damage, 'splash')}"


# --- tiles and edges -----------------------------------------------------------------------------------------

Pattern: TypeAlias = Literal["plain", "earth", "wall", "pillar", "water", "pit"]
TileSign: TypeAlias = Literal["rubble", "growth", "ramp", "obstacle", "danger"]
VARIANTS = 4


@dataclass(frozen=True, slots=True)
class TileLook:
    """How a tile is drawn: its ground, its objects and the numbers on it."""

    colour: Colour
    """Plain ground: lighter if higher."""
    pattern: Pattern
    art: str
    """The atlas ground; empty: plain colour."""
    standing: str
    """The picture on the ground, such as a pillar; may be empty."""
    light: int
    """Brightness added to the picture by height (-150 to 84)."""
    signs: tuple[TileSign, ...]
    narrow: float
    """The share of the square that is closed at left and right."""
    shade: Literal["", "dim", "dark"]
    figures: str
    """The height as text, such as `+2` or `≈1`; may be empty."""
    damage: str
    """The damage as text, such as `1d6`; may be empty."""


def tile_look(tile: Tile, palette: Palette, scenery: str = "") -> TileLook:
    """Returns how to draw a tile; `scenery` names the landscape."""
    open_to_feet = not tile.solid and tile.terrain != "blocked"
    art, standing = _art_of(tile, scenery) if scenery else ("", "")
    return TileLook(
        _colour(tile, palette), _pattern(tile), art, standing, max(min(14 * tile.floor, 84), 0) or -_dimmed(tile),
        _signs(tile) if open_to_feet else (),
        (1 - tile.width / 5) / 2 if open_to_feet and tile.width < 5 else 0.0,
        "" if tile.light == "bright" else "dark" if tile.light == "dark" else "dim",
        _figures(tile) if open_to_feet else "",
        str(tile.damage) if open_to_feet and tile.damage is not None else "",
    )  # fmt: skip


def _dimmed(tile: Tile) -> int:
    return min(28 * -tile.floor, 150) if tile.floor < 0 else 0


def _art_of(tile: Tile, scenery: str) -> tuple[str, str]:
    if tile.solid or tile.pit:
        return "", ""
    if tile.terrain == "blocked" and tile.fills:
        return f"wall/{scenery}", ""
    standing = f"pillar/{scenery}" if tile.terrain == "blocked" else ""
    if tile.water:
        return ("ground/deep" if tile.water >= DEEP else "ground/shallow"), standing
    if tile.damage is not None:
        return "ground/lava", standing
    return ("ground/dirt" if tile.ground == "dirt" else f"ground/{scenery}"), standing


def _colour(tile: Tile, palette: Palette) -> Colour:
    if tile.solid:
        return palette.dirt if tile.ground == "dirt" else palette.stone
    if tile.terrain == "blocked" and tile.fills:
        return palette.wall
    if tile.water:
        return mix(palette.water, palette.pit, min(0.12 * (tile.water - 1), 0.5))
    if tile.pit:
        return palette.pit
    base = mix(palette.floor, palette.dirt, 0.45) if tile.ground == "dirt" else palette.floor
    if tile.terrain == "difficult":
        base = mix(base, palette.stone, 0.35)
    elif tile.terrain == "impeded":
        base = mix(base, palette.dirt, 0.55)
    if tile.floor > 0:
        return lighter(base, min(0.09 * tile.floor, 0.6))
    return lighter(base, -min(0.11 * -tile.floor, 0.6))


def _pattern(tile: Tile) -> Pattern:
    if tile.solid:
        return "earth"
    if tile.terrain == "blocked":
        return "wall" if tile.fills else "pillar"
    return "water" if tile.water else "pit" if tile.pit else "plain"


def _signs(tile: Tile) -> tuple[TileSign, ...]:
    signs: list[TileSign] = []
    if tile.terrain == "difficult":
        signs.append("rubble")
    elif tile.terrain == "impeded":
        signs.append("growth")
    if tile.ramp:
        signs.append("ramp")
    if tile.obstacle:
        signs.append("obstacle")
    if (tile.hazard and not tile.pit) or tile.damage is not None:
        signs.append("danger")
    return tuple(signs)


def _figures(tile: Tile) -> str:
    if tile.water:
        return f"≈{tile.water}" if tile.top == 0 else f"≈{tile.water} {tile.top:+d}"
    return f"{tile.floor:+d}" if tile.floor else ""


# --- sides ---------------------------------------------------------------------------------------------------

Shape: TypeAlias = Literal["circle", "square", "diamond", "hexagon", "triangle", "cross"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "diamond", "hexagon", "triangle", "cross")
"""Token shapes, to tell sides apart without colour."""
USUAL_SHAPES: Mapping[str, Shape] = {"red": "circle", "blue": "square", "green": "diamond"}
"""Fixed shapes by side."""


def shapes_of(sides: Sequence[str]) -> dict[str, Shape]:
    taken = {USUAL_SHAPES[side] for side in sides if side in USUAL_SHAPES}
    free = [shape for shape in SHAPES if shape not in taken] or SHAPES
    others = [side for side in sides if side not in USUAL_SHAPES]
    return {side: USUAL_SHAPES.get(side) or free[others.index(side) % len(free)] for side in sides}


# --- creatures -----------------------------------------------------------------------------------------------

BADGES: Mapping[str, str] = {
    "prone": "▬", "squeezing": "⇥", "helpless": "✖", "unconscious": "☾", "dead": "✝", "paralyzed": "‡",
    "stunned": "✶", "blinded": "◌", "slowed": "▽", "weakened": "▿", "grabbed": "⚓", "restrained": "⚯",
    "bound": "⚭", "quelled": "▾", "splayed": "✳", "crouched": "◡", "climbing": "↟", "falling": "⇓",
    "charging": "➤", "running": "»", "flat-footed": "○", "fatigued": "◔", "hidden": "◐", "voluntary-prone": "▬",
}  # fmt: skip
"""Signs of conditions; other conditions show a letter."""
HEALTHY, HURT = 50, 25
"""Percent of hit points: green above the first, yellow above the second."""
HEALTH: tuple[Colour, Colour, Colour] = ((92, 214, 150), (240, 200, 70), (255, 110, 70))
IDLE = frozenset({"the", "of", "old", "young"})
"""Words ignored in short names."""


def health_colour(hundredths: int) -> Colour:
    return HEALTH[0 if hundredths > HEALTHY else 1 if hundredths > HURT else 2]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of a symbol on a creature's token, drawn in a unit square."""

    kind: Literal["line", "outline", "fill", "dot"]
    weight: Literal["thin", "even", "bold"]
    points: tuple[tuple[float, float], ...]


GLYPHS: Mapping[str, tuple[Stroke, ...]] = {
    "sword": (
        Stroke("line", "bold", ((0.15, 0.9), (0.85, 0.1))),
        Stroke("line", "even", ((0.15, 0.55), (0.5, 0.85))),
    ),
    "bow": (
        Stroke("line", "even", ((0.3, 0.0), (0.72, 0.2), (0.82, 0.5), (0.72, 0.8), (0.3, 1.0))),
        Stroke("line", "thin", ((0.3, 0.0), (0.3, 1.0))),
        Stroke("line", "thin", ((0.05, 0.5), (0.95, 0.5))),
    ),
    "shield": (
        Stroke("outline", "even", ((0.12, 0.08), (0.88, 0.08), (0.84, 0.55), (0.5, 1.0), (0.16, 0.55))),
        Stroke("line", "thin", ((0.5, 0.1), (0.5, 0.9))),
    ),
    "wing": (
        Stroke(
            "fill",
            "even",
            ((0.05, 0.75), (0.25, 0.2), (0.95, 0.1), (0.7, 0.38), (0.78, 0.55), (0.5, 0.6), (0.5, 0.8)),
        ),
    ),
    "staff": (Stroke("line", "bold", ((0.3, 1.0), (0.6, 0.3))), Stroke("dot", "bold", ((0.66, 0.16),))),
    "paw": (
        Stroke("dot", "bold", ((0.5, 0.68),)),
        Stroke("dot", "even", ((0.18, 0.4), (0.4, 0.2), (0.62, 0.2), (0.84, 0.4))),
    ),
    "horns": (
        Stroke("line", "bold", ((0.02, 0.05), (0.12, 0.5), (0.35, 0.62))),
        Stroke("line", "bold", ((0.98, 0.05), (0.88, 0.5), (0.65, 0.62))),
        Stroke("dot", "bold", ((0.5, 0.75),)),
    ),
    "drop": (Stroke("outline", "even", ((0.5, 0.0), (0.85, 0.62), (0.5, 1.0), (0.15, 0.62))),),
    "claw": tuple(Stroke("line", "even", ((x, 0.05), (x + 0.15, 0.95))) for x in (0.15, 0.45, 0.75)),
}
"""Signs on plain tokens, by role."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The part of a shared square where one creature is drawn."""

    across: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class FigureLook:
    """How a creature is drawn: picture, shape, colours and label."""

    label: str
    """A short name, unique on the board."""
    role: str
    art: tuple[str, int]
    """Atlas picture and variant; an empty name: a glyph."""
    shape: Shape
    hp: int
    """Hit points in hundredths; -1 without any."""
    badges: tuple[str, ...]
    out: bool
    prone: bool
    under: bool
    thing: bool
    lift: int
    """Squares above the ground."""
    slot: Slot | None


class Looks:
    """The shapes, colours and labels of all drawn creatures."""

    def __init__(self, board: Board, palette: Palette, sides: Iterable[str]) -> None:
        self.board, self.palette = board, palette
        self.colours: dict[str, Colour] = {}
        self.shapes: dict[str, Shape] = {}
        self.slots: dict[str, Slot] = {}
        self._met: Snapshot | None = None
        self._labels: dict[str, str] = {}
        self._shown: Mapping[str, CreatureView] = {}
        self._meet(sides)

    def meet(self, shown: Snapshot) -> bool:
        """Stores the looks of the creatures to draw next. Returns True if the board must be drawn anew."""
        self._shown = shown.figures
        if self._met is shown:
            return False
        self._met, self.slots = shown, slots_of(shown.figures.values())
        self._meet(shown.sides())
        if any(name not in self._labels for name in shown.figures):
            called = [one.name for one in shown.figures.values() if not one.thing]
            self._labels |= labels(called, shown.sides())
        if shown.board is None or shown.board is self.board:
            return False
        self.board = shown.board
        return True

    def _meet(self, sides: Iterable[str]) -> None:
        listed = list(dict.fromkeys((*self.colours, *sides)))
        if len(listed) > len(self.colours):
            self.colours, self.shapes = self.palette.of_sides(listed), shapes_of(listed)

    def of(self, figure: CreatureView) -> FigureLook:
        hp = -1
        if figure.hp is not None and figure.full:
            hp = max(0, min(100, round(100 * figure.hp / figure.full)))
        lift = height_of(figure, self.board)
        return FigureLook(
            self.label_of(figure), figure.role, figure_of(figure) if self.palette.art else ("", 0),
            self.shapes.get(figure.side, "circle"), hp,
            tuple(BADGES.get(name, name[:1].upper()) for name in figure.conditions if name != "dead"),
            figure.out, "prone" in figure.conditions, lift < 0 and not self._in_water(figure), figure.thing,
            max(lift, 0), self.slots.get(figure.name),
        )  # fmt: skip

    def label_of(self, figure: CreatureView) -> str:
        label = self._labels.get(figure.name) or short(figure.name, figure.squares)
        if figure.squares == 1:
            return label
        word = next((word for word in _words(figure.name) if word.startswith(label[:2])), figure.name)
        return word[:7] if sum(word[:7] == other[:7] for other in self._shown) <= 1 else label

    def _in_water(self, figure: CreatureView) -> bool:
        x, y, z = figure.cube
        return (x, y) in self.board and self.board.watery(x, y, z)


def slots_of(figures: Iterable[CreatureView]) -> dict[str, Slot]:
    crowds: dict[tuple[int, int, int], list[CreatureView]] = {}
    sharing: dict[tuple[int, int], list[CreatureView]] = {}
    for figure in figures:
        if figure.squares != 1:
            continue
        if figure.room < 5:
            crowds.setdefault(figure.cube, []).append(figure)
        elif not figure.thing and not figure.out:
            sharing.setdefault(figure.cube[:2], []).append(figure)  # creatures above one another do not hide each other
    slots: dict[str, Slot] = {}
    for crowd in sharing.values():
        for index, figure in enumerate(crowd) if len(crowd) > 1 else ():
            slots[figure.name] = Slot(2, index % 2, index // 2 % 2)
    for crowd in crowds.values():
        across = 2
        while across * across < len(crowd):
            across += 1
        if len(crowd) == 1 and crowd[0].room >= 2.5:
            slots[crowd[0].name] = Slot(2, 0, 0)
            continue
        across = max(across, 2 if min(figure.room for figure in crowd) >= 2.5 else 3)
        for index, figure in enumerate(crowd):
            slots[figure.name] = Slot(across, index % across, index // across)
    return slots


def labels(names: Sequence[str], sides: Iterable[str] = (), letters: int = 4) -> dict[str, str]:
    """Returns {creature: short unique label}; the names of the sides are left out."""
    idle = {*IDLE, *sides}
    found: dict[str, str] = {}
    taken: set[str] = set()
    common: dict[str, int] = {}
    for name in names:
        for word in _telling(name, idle):
            common[word] = common.get(word, 0) + 1
    for name in names:
        words = _telling(name, idle)
        own = [word for word in words if common[word] == 1] or words
        stem = own[-1] if len(words) > 1 and common[words[0]] > 1 else own[0]
        digits = "".join(c for c in name if c.isdigit())
        numbered = (stem[:2] + digits[:2], stem[:1] + digits[:1]) if digits and common.get(stem, 0) > 1 else ()
        ends = (stem[:2] + stem[-1:], stem[:1] + stem[-2:], stem[:2], stem[:1] + stem[-1:])
        short_ones = (*numbered, stem[:3], stem[:4], stem[:2] + digits[:2], *ends)
        counted = (stem[:many] + str(number) for many in (2, 1) for number in range(2, 100))
        tried = (one for one in chain(short_ones, counted) if one and len(one) <= letters)
        found[name] = next((one for one in tried if one not in taken), stem[: min(letters, 3)])
        taken.add(found[name])
    return found


def _words(name: str) -> list[str]:
    return name.replace("-", " ").replace("_", " ").split() or [name]


def _telling(name: str, idle: Collection[str]) -> list[str]:
    return [word for word in _words(name) if word.lower() not in idle and not word.isdigit()] or _words(name)


def short(name: str, squares: int = 1) -> str:
    """Returns a short form of a creature's name for its token. A number at the end stays."""
    words = name.replace("-", " ").replace("_", " ").split()
    tail = words[-1] if len(words) > 1 and words[-1].isdigit() else ""
    digits = "".join(c for c in name if c.isdigit())
    stem = words[0][: 3 if squares == 1 else 7]
    return stem[: 2 if squares == 1 else 6] + (tail or digits)[:2] if (tail or digits) else stem


# --- as data of a page ---------------------------------------------------------------------------------------


def tile_data(tile: Tile, palette: Palette, scenery: str) -> dict[str, Any]:
    look = tile_look(tile, palette, scenery)
    shown: dict[str, Any] = {"colour": hex_of(look.colour), "pattern": look.pattern}
    extra = {
        "top": tile.top if look.pattern in ("plain", "water", "pit") else 0, "art": look.art,
        "standing": look.standing, "light": look.light, "signs": list(look.signs), "narrow": look.narrow,
        "shade": look.shade, "figures": look.figures, "damage": look.damage,
    }  # fmt: skip
    return shown | {name: value for name, value in extra.items() if value}


def glyph_data() -> dict[str, list[list[Any]]]:
    return {role: [[one.kind, one.weight, one.points] for one in strokes] for role, strokes in GLYPHS.items()}


def figure_data(look: FigureLook) -> dict[str, Any]:
    shown: dict[str, Any] = {"label": look.label, "role": look.role, "shape": look.shape}
    if look.art[0]:
        shown["art"] = list(look.art)
    if look.badges:
        shown["badges"] = list(look.badges)
    if look.prone:
        shown["prone"] = True
    if look.under:
        shown["under"] = True
    if look.slot is not None:
        shown["slot"] = [look.slot.across, look.slot.column, look.slot.row]
    return shown

"""What names on a map mean, by default or by a file."""

import re
import tomllib
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from ..board.tiles import BUILT_IN_SPECS, TileSpec
from ..errors import ScenarioError, joined, names, spelled
from ..files import bytes_of, text_of
from ..scenario import validate
from ..scenario.format import CreatureSpec

Fields: TypeAlias = dict[str, object]
"""A table of a scenario file."""

LARGEST_FILE = 2**20
TILE_KEYS = frozenset(TileSpec.__struct_fields__)
CREATURE_KEYS = frozenset(CreatureSpec.__struct_encode_fields__)
EDGE_KEYS = frozenset({"kind", "skill", "dc", "effect"})


def _all(called: tuple[str, ...], fields: Fields) -> dict[str, Fields]:
    return dict.fromkeys(called, fields)


_FLOOR: Fields = {}
_WALL: Fields = {"terrain": "blocked", "fills": True}
_PILLAR: Fields = {"terrain": "blocked", "fills": False}
_DIFFICULT: Fields = {"terrain": "difficult"}
_WATER: Fields = {"water": 2, "floor": -2}
_PIT: Fields = {"floor": -4, "hazard": True}
_OBSTACLE: Fields = {"obstacle": True}
_FIRE: Fields = {"damage": "1d6", "hazard": True}

TILES: dict[str, Fields] = {
    **_all(
        ("floor", "ground", "grass", "path", "road", "room", "corridor", "carpet", "wood", "sand", "background"), _FLOOR
    ),
    **_all(("wall", "rock", "cliff", "solid", "collision", "blocked", "block", "building", "house"), _WALL),
    **_all(("pillar", "column", "tree", "statue", "trunk", "boulder"), _PILLAR),
    **_all(("difficult", "difficult-terrain", "rough", "mud", "snow", "shallow", "shallow-water", "ford"), _DIFFICULT),
    **_all(("bush", "brush", "marsh", "bramble"), _DIFFICULT),
    **{kind: {"kind": kind} for kind in ("rubble", "cave-floor", "undergrowth", "swamp", "low-wall", "deadfall")},
    "impeded": {"terrain": "impeded"},
    **_all(("water", "deep-water", "river", "lake", "sea", "ocean", "pool"), _WATER),
    **_all(("pit", "hole", "chasm", "abyss"), _PIT),
    **_all(("hazard", "trap", "spike"), {"hazard": True}),
    "fire": _FIRE,
    "lava": {"damage": "2d6", "hazard": True},
    **_all(("obstacle", "crate", "barrel", "table", "fence", "furniture", "hedge", "cart"), _OBSTACLE),
    **_all(("stairs", "stair", "steps"), {"stairs": True}),
    **_all(("ramp", "slope"), {"ramp": True}),
    **_all(("bridge", "plank"), {"terrain": "normal", "floor": 0, "water": 0, "hazard": False, "obstacle": False}),
    **_all(("dirt", "earth", "soil"), {"terrain": "blocked", "fills": True, "ground": "dirt"}),
    "dim": {"light": "dim"},
    **_all(("dark", "darkness"), {"light": "dark"}),
}

EDGES: dict[str, Fields] = {
    **_all(("wall", "edge", "cliff"), {"kind": "wall"}),
    **_all(("obstacle", "fence", "low-wall", "hedge", "barrier"), {"kind": "obstacle"}),
    **_all(("window", "grating", "bars", "portcullis"), {"kind": "wall", "effect": False}),
    "curtain": {"kind": "curtain"},
    "door": {"kind": "wall", "door": "closed"},
}

CREATURES: dict[str, Fields] = {
    **_all(("creature", "spawn", "token", "npc"), {}),
    **_all(("player", "hero", "pc", "ally", "friend", "red", "player-start"), {"side": "red"}),
    **_all(("enemy", "monster", "foe", "mob", "blue"), {"side": "blue"}),
}


class _MeaningFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    empty: str = "floor"
    """The tile without any layer."""
    tiles: dict[str, dict[str, object] | str] = {}
    """Tiles, IntGrid values, areas: properties, a character or another name."""
    edges: dict[str, dict[str, object] | str] = {}
    """Lines: the edges along them."""
    creatures: dict[str, dict[str, object] | str] = {}
    layers: dict[str, str] = {}
    """The meaning of a layer's tiles; `ignore` omits them."""


class Meanings:
    """Tells what each tile and object name of a map means. A file may override the defaults."""

    def __init__(self, path: str | None = None, text: str | None = None) -> None:
        """Reads meanings from the file `path`, or from `text`."""
        self.tiles, self.edges, self.creatures = dict(TILES), dict(EDGES), dict(CREATURES)
        self.layers: dict[str, str] = {}
        self.empty: Fields = _FLOOR
        if path is not None:
            self._add(path, _read(path) if text is None else text)

    def _add(self, source: str, text: str) -> None:
        try:
            tree = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise ScenarioError(source, "", f"text that is not TOML ({error})", "TOML 1.0") from None
        file = validate.decode(tree, _MeaningFile, source)
        for table, added, keys in (
            ("tiles", file.tiles, TILE_KEYS),
            ("edges", file.edges, EDGE_KEYS | {"door"}),
            ("creatures", file.creatures, CREATURE_KEYS),
        ):
            known: dict[str, Fields] = getattr(self, table)
            for name, meant in added.items():
                known[plain_name(name)] = _fields(meant, known, keys, source, joined(table, name))
        for name, fields in self.tiles.items():
            validate.decode(fields, TileSpec, source, joined("tiles", name))
        self.layers = {plain_name(name): plain_name(meant) for name, meant in file.layers.items()}
        for name, meant in self.layers.items():
            if meant != "ignore" and self.tile(meant) is None:
                allowed = names(["ignore", *self.tiles], meant)
                raise ScenarioError(source, joined("layers", name), spelled(meant), allowed)
        self.empty = _fields(file.empty, self.tiles, TILE_KEYS, source, "empty")

    def tile(self, name: str) -> Fields | None:
        return _look_up(self.tiles, name)

    def edge(self, name: str) -> Fields | None:
        return _look_up(self.edges, name)

    def creature(self, name: str) -> Fields | None:
        return _look_up(self.creatures, name)


def _read(path: str) -> str:
    return text_of(bytes_of(path, LARGEST_FILE, "a TOML file of at most 1 MiB"), path)


def _fields(meant: object, known: Mapping[str, Fields], keys: frozenset[str], source: str, place: str) -> Fields:
    if isinstance(meant, dict):
        for key in meant:
            if key not in keys:
                raise ScenarioError(
                    source, joined(place, key), f"the unknown key {spelled(key)}", names(sorted(keys), key)
                )
        return dict(meant)
    word = str(meant)
    if keys is TILE_KEYS and word in BUILT_IN_SPECS:
        return spelled_out(BUILT_IN_SPECS[word])
    found = _look_up(known, word)
    if found is None:
        raise ScenarioError(source, place, spelled(meant), names(known, plain_name(word)))
    return found


def spelled_out(spec: TileSpec) -> Fields:
    """Returns the fields of a tile that are different from plain floor."""
    fields: Fields = msgspec.to_builtins(spec)
    return fields


def plain_name(name: str) -> str:
    """Simplifies a name: `Stone_Wall2` becomes `stone-wall2`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name[:80])
    return re.sub(r"[\W_]+", "-", words).strip("-").lower()


def _look_up(known: Mapping[str, Fields], name: str) -> Fields | None:
    word = plain_name(name)
    bare = re.sub(r"-?\d+$", "", word)
    for form in (word, bare, bare.removesuffix("s"), bare.removesuffix("es")):
        if form in known:
            return known[form]
    _, hyphen, last = bare.rpartition("-")
    return _look_up(known, last) if hyphen and last else None

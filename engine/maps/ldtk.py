"""Reads levels of LDtk projects (.ldtk)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..errors import ScenarioError, names, spelled
from ..messages import _, english
from ..scenario.format import LARGEST_MAP
from .draft import Draft, counted
from .meanings import Fields, Meanings, plain_name
from .placing import PlacedObject, put
from .source_folder import SourceFolder, Tree, decode

MOST_LEVELS = 5000


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    identifier: str = msgspec.field(name="__identifier")
    value: Any = msgspec.field(default=None, name="__value")


class _Entity(msgspec.Struct, frozen=True, kw_only=True):
    identifier: str = msgspec.field(name="__identifier")
    px: tuple[float, float]
    pivot: tuple[float, float] = msgspec.field(default=(0, 0), name="__pivot")
    tags: tuple[str, ...] = msgspec.field(default=(), name="__tags")
    width: float = 0
    height: float = 0
    fieldInstances: tuple[_Field, ...] = ()


class _Tile(msgspec.Struct, frozen=True, kw_only=True):
    px: tuple[float, float]
    t: int = -1


class _Layer(msgspec.Struct, frozen=True, kw_only=True):
    identifier: str = msgspec.field(name="__identifier")
    type: str = msgspec.field(name="__type")
    columns: int = msgspec.field(name="__cWid")
    rows: int = msgspec.field(name="__cHei")
    gridSize: int = msgspec.field(name="__gridSize")
    x_pixels: float = msgspec.field(default=0, name="__pxTotalOffsetX")
    y_pixels: float = msgspec.field(default=0, name="__pxTotalOffsetY")
    tileset: int | None = msgspec.field(default=None, name="__tilesetDefUid")
    layerDefUid: int = 0
    visible: bool = True
    intGridCsv: tuple[int, ...] = ()
    gridTiles: tuple[_Tile, ...] = ()
    autoLayerTiles: tuple[_Tile, ...] = ()
    entityInstances: tuple[_Entity, ...] = ()


class _Level(msgspec.Struct, frozen=True, kw_only=True):
    """A level of an LDtk map. Its layers may be in another file."""

    identifier: str
    pxWid: int
    pxHei: int
    externalRelPath: str | None = None
    bgRelPath: str | None = None
    fieldInstances: tuple[_Field, ...] = ()
    layerInstances: tuple[_Layer, ...] | None = None


class _World(msgspec.Struct, frozen=True, kw_only=True):
    identifier: str = ""
    levels: tuple[_Level, ...] = ()


class _Value(msgspec.Struct, frozen=True, kw_only=True):
    value: int
    identifier: str | None = None


class _LayerDefinition(msgspec.Struct, frozen=True, kw_only=True):
    uid: int
    intGridValues: tuple[_Value, ...] = ()


class _EnumTag(msgspec.Struct, frozen=True, kw_only=True):
    enumValueId: str
    tileIds: tuple[int, ...] = ()


class _CustomData(msgspec.Struct, frozen=True, kw_only=True):
    tileId: int
    data: str = ""


class _TilesetDefinition(msgspec.Struct, frozen=True, kw_only=True):
    uid: int
    identifier: str = ""
    enumTags: tuple[_EnumTag, ...] = ()
    customData: tuple[_CustomData, ...] = ()


class _Definitions(msgspec.Struct, frozen=True, kw_only=True):
    layers: tuple[_LayerDefinition, ...] = ()
    tilesets: tuple[_TilesetDefinition, ...] = ()


class LdtkProject(msgspec.Struct, frozen=True, kw_only=True):
    jsonVersion: str = ""
    defaultGridSize: int = 16
    defs: _Definitions = _Definitions()
    levels: tuple[_Level, ...] = ()
    worlds: tuple[_World, ...] = ()


class _NamedLevel(NamedTuple):
    name: str
    """With the world's name if there are several."""
    level: _Level


def read_ldtk(path: Path, tree: Tree, folder: SourceFolder, meanings: Meanings, level: str | None = None) -> Draft:
    """Reads the board of a level of an LDtk map, by default of the first level."""
    project = decode(tree, LdtkProject, str(path))
    major = project.jsonVersion.partition(".")[0]
    if not major.isdigit() or int(major) < 1:
        raise ScenarioError(
            str(path),
            "jsonVersion",
            spelled(project.jsonVersion),
            "1.0 or later; a current LDtk converts older projects when it saves",
        )
    return _LdtkReader(path, project, folder, meanings).read(level)


class _LdtkReader:
    def __init__(self, path: Path, project: LdtkProject, folder: SourceFolder, meanings: Meanings) -> None:
        self.path, self.project, self.folder, self.meanings = path, project, folder, meanings
        self.source = str(path)
        self.values = {
            layer.uid: {value.value: value.identifier or "" for value in layer.intGridValues}
            for layer in project.defs.layers
        }
        self.tilesets = {tileset.uid: tileset for tileset in project.defs.tilesets}
        self.tiles: dict[tuple[int, int], Fields | None] = {}
        self.by_tile: dict[int, dict[int, list[str]]] = {}

    def read(self, wanted: str | None) -> Draft:
        levels = list(self._levels())
        if not levels or len(levels) > MOST_LEVELS:
            found = f"{len(levels)} levels" if levels else "no levels"
            raise ScenarioError(self.source, "levels", found, f"1 to {MOST_LEVELS}")
        chosen = next((each for each in levels if wanted in (None, each.name, each.level.identifier)), None)
        if chosen is None:
            allowed = names([each.name for each in levels[:50]], wanted)
            raise ScenarioError(self.source, "--level", spelled(wanted), allowed)
        level = chosen.level
        if level.layerInstances is None:
            level = self._external(level)
        layers = level.layerInstances or ()
        self.grid = self._grid(layers)
        columns, rows = -(-level.pxWid // self.grid), -(-level.pxHei // self.grid)
        self.draft = draft = Draft(columns, rows, self.source, self.meanings)
        draft.title = level.identifier
        draft.properties = {field.identifier: field.value for field in level.fieldInstances}
        if wanted is None and len(levels) > 1:
            rest = ", ".join(each.name for each in levels[1:9]) + (", ..." if len(levels) > 9 else "")
            draft.remark(
                "levels",
                english(
                    "only {name} of {count} levels is read (--level: {rest})",
                    name=chosen.name,
                    count=len(levels),
                    rest=rest,
                ),
            )
        if level.bgRelPath:
            draft.remark(f"level {chosen.name}", _("has a picture as its background; it is left out"))
        for layer in reversed(layers):  # the file lists them from the top down
            self._put_layer(layer)
        return draft

    def _levels(self) -> Iterator[_NamedLevel]:
        for level in self.project.levels:
            yield _NamedLevel(level.identifier, level)
        for world in self.project.worlds:
            for level in world.levels:
                yield _NamedLevel(f"{world.identifier}/{level.identifier}", level)

    def _external(self, level: _Level) -> _Level:
        if level.externalRelPath is None:
            raise ScenarioError(self.source, f"level {level.identifier}", "no layers", "layers, or a file")
        path = self.folder.named(level.externalRelPath, self.path, f"level {level.identifier}")
        return decode(self.folder.json(path), _Level, str(path))

    def _grid(self, layers: tuple[_Layer, ...]) -> int:
        sizes = [layer.gridSize for layer in layers if layer.type == "IntGrid"]
        usual = self.project.defaultGridSize
        grid = usual if usual in sizes or not sizes else sizes[0]
        if not 1 <= grid <= 4096:
            raise ScenarioError(self.source, "gridSize", str(grid), "1 to 4096 pixels")
        return grid

    # --- layers ------------------------------------------------------------------------------------

    def _put_layer(self, layer: _Layer) -> None:
        draft, place = self.draft, f"layer {spelled(layer.identifier)}"
        chosen = self.meanings.layers.get(plain_name(layer.identifier))
        if chosen == "ignore":
            draft.remark(place, _("is left out, as the mapping file says"))
            return
        if not layer.visible and chosen is None and layer.type != "IntGrid":
            draft.remark(place, _("is hidden; it is left out (name it in [layers] of a mapping file to have it)"))
            return
        if layer.gridSize < 1 or abs(layer.x_pixels) > 1e7 or abs(layer.y_pixels) > 1e7:
            draft.remark(place, _("has an invalid grid; it is left out"))
            return
        if layer.type != "Entities" and layer.gridSize < self.grid:
            draft.remark(
                place,
                english(
                    "has squares of {gridSize} pixels, the board of {grid}; each is placed by its centre",
                    gridSize=layer.gridSize,
                    grid=self.grid,
                ),
            )
        by_name = self.meanings.tile(chosen) if chosen else None
        if layer.type == "IntGrid":
            self._put_values(layer, place, by_name)
        self._put_tiles(layer, place, chosen)
        for number, entity in enumerate(layer.entityInstances):
            self._put_entity(layer, entity, f"{place}, entity {spelled(entity.identifier)} ({number})")

    def _paint(self, layer: _Layer, x: float, y: float, brush: int) -> None:
        grid, size = self.grid, layer.gridSize
        x, y = x + layer.x_pixels, y + layer.y_pixels
        if size <= grid:
            self.draft.paint(int((x + size / 2) // grid), int((y + size / 2) // grid), brush)
            return
        self.draft.spend(min(-(-size // grid), LARGEST_MAP) ** 2)
        for row in range(max(round(y / grid), 0), min(round((y + size) / grid), self.draft.height)):
            for column in range(max(round(x / grid), 0), min(round((x + size) / grid), self.draft.width)):
                self.draft.paint(column, row, brush)

    def _put_values(self, layer: _Layer, place: str, by_name: Fields | None) -> None:
        draft = self.draft
        columns, rows = layer.columns, layer.rows
        if not (0 <= columns <= 8 * LARGEST_MAP and 0 <= rows <= 8 * LARGEST_MAP):
            draft.remark(place, english("has {columns} by {rows} squares; it is left out", columns=columns, rows=rows))
            return
        if len(layer.intGridCsv) != columns * rows:
            raise ScenarioError(
                self.source, place, f"{len(layer.intGridCsv)} values", f"{columns * rows}, {columns} by {rows}"
            )
        called = self.values.get(layer.layerDefUid, {})
        known: dict[int, int | None] = {}
        for number, value in enumerate(layer.intGridCsv):
            if not value:
                continue
            if value not in known:
                fields = self._value(value, called.get(value, ""), place, by_name)
                known[value] = None if fields is None else draft.brush(fields)
            brush = known[value]
            x, y = number % columns * layer.gridSize, number // columns * layer.gridSize
            if brush is not None:
                self._paint(layer, x, y, brush)

    def _value(self, value: int, name: str, place: str, by_name: Fields | None) -> Fields | None:
        for word in (name, f"{value}") if by_name is None else ():
            fields = self.meanings.tiles.get(word) if word.isdigit() else self.meanings.tile(word) if word else None
            if fields is not None:
                return fields
        if by_name is None:
            what = english("the value {value}", value=value) + (f" {spelled(name)}" if name else "")
            self.draft.remark(place, english("{what} is unknown to the rules; the layer beneath stays", what=what))
        return by_name

    def _put_tiles(self, layer: _Layer, place: str, chosen: str | None) -> None:
        by_name = self.meanings.tile(chosen) if chosen else None
        tiles = (*layer.gridTiles, *layer.autoLayerTiles)
        if layer.type == "Tiles" and by_name is None:
            by_name = self.meanings.tile(layer.identifier)
        silent = 0
        for tile in tiles:
            said = self._tile(layer.tileset, tile.t) if chosen is None else None
            if said is None and by_name is None:
                silent += 1
                continue
            if not all(abs(ordinate) < 1e7 for ordinate in tile.px):
                continue
            self._paint(layer, *tile.px, self.draft.brush({**(by_name or {}), **(said or {})}))
        if silent:
            self.draft.remark(
                place, english("{amount} left out: the rules do not know them", amount=counted(silent, "tile"))
            )

    def _tile(self, tileset: int | None, number: int) -> Fields | None:
        if tileset is None or tileset not in self.tilesets:
            return None
        key = (tileset, number)
        if key not in self.tiles:
            self.tiles[key] = self._tile_meaning(self.tilesets[tileset], number)
        return self.tiles[key]

    def _tile_meaning(self, tileset: _TilesetDefinition, number: int) -> Fields | None:
        said = self.by_tile.get(tileset.uid)
        if said is None:
            said = self.by_tile[tileset.uid] = {}
            for data in tileset.customData:
                said.setdefault(data.tileId, []).extend(data.data.splitlines()[:20])
            for tag in tileset.enumTags:
                for tile in tag.tileIds:
                    said.setdefault(tile, []).append(tag.enumValueId)
        found: Fields | None = None
        place = f"tileset {spelled(tileset.identifier)}, tile {number}"
        for word in said.get(number, ()):
            name, equals, value = word.partition("=")
            meant = self.draft.tile_fields({name: value.strip()}, place) if equals else self.meanings.tile(word)
            if meant is None:
                self.draft.remark(place, english("{word} is unknown to the rules", word=spelled(word)))
            else:
                found = {**(found or {}), **meant}
        return found

    # --- entities ----------------------------------------------------------------------------------

    def _put_entity(self, layer: _Layer, entity: _Entity, place: str) -> None:
        fields = {
            field.identifier: value
            for field in entity.fieldInstances
            if (value := field.value) is not None and value != []
        }
        x = (entity.px[0] + layer.x_pixels - entity.pivot[0] * entity.width) / self.grid
        y = (entity.px[1] + layer.y_pixels - entity.pivot[1] * entity.height) / self.grid
        width, height = entity.width / self.grid, entity.height / self.grid
        if not all(abs(ordinate) < 1e6 for ordinate in (x, y, width, height)):
            self.draft.remark(place, _("has no place; it is left out"))
            return
        name = next((str(value) for key, value in fields.items() if key.lower() == "name"), entity.identifier)
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        middle = (x + width / 2, y + height / 2)
        small = width <= 1.5 and height <= 1.5
        kinds = (entity.identifier, *entity.tags)
        put(
            self.draft,
            PlacedObject(place, kinds, name, fields, "point" if small else "area", (middle,) if small else corners),
        )

"""Reads orthogonal Tiled maps (.tmx, .tmj)."""

from collections.abc import Iterator
from math import cos, isfinite, pi, radians, sin
from pathlib import Path
from typing import Literal, NamedTuple

from ..errors import ScenarioError, spelled
from ..messages import _, english
from ..scenario.format import LARGEST_MAP
from .draft import Draft, counted
from .meanings import Fields, Meanings, plain_name
from .placing import PlacedObject, put
from .source_folder import SourceFolder, Tree, decode
from .tiled_format import (
    FLIPS,
    TileData,
    TiledChunk,
    TiledLayer,
    TiledMap,
    TiledObject,
    TiledTemplate,
    TiledTile,
    TiledTileset,
    map_tree,
    template_tree,
    tileset_tree,
)
from .walls import Point

MOST_TILES = 4 * LARGEST_MAP * LARGEST_MAP
MOST_FILES = 200


class _Block(NamedTuple):
    x: int
    y: int
    width: int
    tiles: list[int]


class _Level(NamedTuple):
    layer: TiledLayer
    place: str
    x_pixels: float
    y_pixels: float
    visible: bool


def read_tiled(path: Path, text: str, folder: SourceFolder, meanings: Meanings) -> Draft:
    return _TiledReader(path, folder, meanings).read(text)


class _TiledReader:
    def __init__(self, path: Path, folder: SourceFolder, meanings: Meanings) -> None:
        self.path, self.folder, self.meanings = path, folder, meanings
        self.source = str(path)
        self.data = TileData(self.source, MOST_TILES)
        self.files_left = MOST_FILES
        self.templates: dict[Path, TiledTemplate] = {}

    def read(self, text: str) -> Draft:
        tree = self._tree(self.path, text, "map")
        self.map = decode(tree, TiledMap, self.source)
        if self.map.orientation != "orthogonal":
            raise ScenarioError(
                self.source, "orientation", spelled(self.map.orientation), "orthogonal, the one that has squares"
            )
        if not (1 <= self.map.tilewidth <= 4096 and 1 <= self.map.tileheight <= 4096):
            found = f"tiles of {self.map.tilewidth} by {self.map.tileheight} pixels"
            raise ScenarioError(self.source, "tilewidth", found, "1 to 4096 pixels")
        levels = list(self._levels(self.map.layers, "", 0.0, 0.0, True))
        blocks = [(level, self._blocks(level)) for level in levels]
        x0, y0, width, height = self._bounds(blocks)
        self.x0, self.y0 = x0, y0
        self.draft = Draft(width, height, self.source, self.meanings)
        if x0 or y0:
            self.draft.remark("map", english("its square [{x0}, {y0}] becomes [0, 0] of the board", x0=x0, y0=y0))
        self.draft.properties = self.map.given
        self.tilesets = [self._tileset(tileset) for tileset in self.map.tilesets]
        self.tilesets.sort(key=lambda tileset: tileset[0])
        self.known_tiles: dict[int, Fields | None] = {}
        for level, pieces in blocks:
            self._put_layer(level, pieces)
        return self.draft

    # --- files -------------------------------------------------------------------------------------

    def _tree(self, path: Path, text: str, kind: str) -> Tree:
        if not text.lstrip().startswith("<"):
            return self.folder.json(path, text)
        root = self.folder.xml(path, text)
        if root.tag != kind:
            found = f"the element {spelled(root.tag)}"
            raise ScenarioError(str(path), "", found, f'"{kind}"')
        made = {"map": map_tree, "tileset": tileset_tree, "template": template_tree}
        return made[kind](root)

    def _file(self, name: str, by: Path, place: str, kind: str) -> tuple[Path, Tree]:
        path = self.folder.named(name, by, place)
        self.files_left -= 1
        if self.files_left < 0:
            found = f"more than {MOST_FILES} tilesets and templates"
            raise ScenarioError(self.source, place, found, "fewer")
        return path, self._tree(path, self.folder.text(path), kind)

    def _tileset(self, tileset: TiledTileset, by: Path | None = None) -> tuple[int, TiledTileset, dict[int, TiledTile]]:
        if tileset.source:
            path, tree = self._file(tileset.source, by or self.path, "tilesets", "tileset")
            first, tileset = tileset.firstgid, decode(tree, TiledTileset, str(path))
            return first, tileset, {tile.id: tile for tile in tileset.tiles}
        return tileset.firstgid, tileset, {tile.id: tile for tile in tileset.tiles}

    # --- layers ------------------------------------------------------------------------------------

    def _levels(
        self, layers: tuple[TiledLayer, ...], group: str, x: float, y: float, visible: bool
    ) -> Iterator[_Level]:
        for number, layer in enumerate(layers):
            place = f"{group}layer {spelled(layer.name) if layer.name else number}"
            at = (x + layer.offsetx, y + layer.offsety)
            shown = visible and layer.visible
            if layer.type == "group":
                yield from self._levels(layer.layers, f"{place}, ", *at, shown)
            else:
                yield _Level(layer, place, *at, shown)

    def _blocks(self, level: _Level) -> list[_Block]:
        layer = level.layer
        if layer.type != "tilelayer" or (layer.data is None and not layer.chunks):
            return []
        x = layer.x + round(level.x_pixels / self.map.tilewidth) if abs(level.x_pixels) < 1e7 else 10**6
        y = layer.y + round(level.y_pixels / self.map.tileheight) if abs(level.y_pixels) < 1e7 else 10**6
        pieces = layer.chunks or (layer,)
        return [
            _Block(
                x + (piece.x if layer.chunks else 0),
                y + (piece.y if layer.chunks else 0),
                piece.width,
                self.data.tiles(
                    piece.data, layer.encoding, layer.compression, (piece.width, piece.height), level.place
                ),
            )
            for piece in pieces
        ]

    def _tiles(self, piece: TiledLayer | TiledChunk, level: _Level) -> list[int]:
        layer, size = level.layer, (piece.width, piece.height)
        return self.data.tiles(piece.data, layer.encoding, layer.compression, size, level.place)

    def _bounds(self, blocks: list[tuple[_Level, list[_Block]]]) -> tuple[int, int, int, int]:
        if not self.map.infinite:
            return 0, 0, self.map.width, self.map.height
        ends: tuple[int, int, int, int] | None = None
        for _place, found in blocks:
            for block in found:
                for number, tile in enumerate(block.tiles):
                    if tile:
                        x, y = block.x + number % block.width, block.y + number // block.width
                        west, north, east, south = ends or (x, y, x, y)
                        ends = min(west, x), min(north, y), max(east, x), max(south, y)
        if ends is None:
            raise ScenarioError(self.source, "layers", "no tiles", "a map with tiles")
        west, north, east, south = ends
        return west, north, east - west + 1, south - north + 1

    def _put_layer(self, level: _Level, blocks: list[_Block]) -> None:
        layer, place, draft = level.layer, level.place, self.draft
        chosen = self._chosen(layer)
        if chosen == "ignore":
            draft.remark(place, _("is left out, as the mapping file says"))
            return
        if not level.visible and chosen is None:
            draft.remark(place, _("is hidden; it is left out (name it in [layers] of a mapping file to have it)"))
            return
        if layer.type == "imagelayer":
            draft.remark(place, _("is a picture; it is left out"))
        elif layer.type == "objectgroup":
            for found in layer.objects:
                self._put_object(found, level)
        elif layer.type == "tilelayer":
            self._put_tiles(level, blocks, chosen)
        else:
            draft.remark(place, english("is of the unknown type {word}; it is left out", word=spelled(layer.type)))

    def _chosen(self, layer: TiledLayer) -> str | None:
        for name in (layer.name, layer.class_):
            meant = self.meanings.layers.get(plain_name(name))
            if meant is not None:
                return meant
        return None

    def _put_tiles(self, level: _Level, blocks: list[_Block], chosen: str | None) -> None:
        layer, draft = level.layer, self.draft
        own = draft.tile_fields(layer.given, level.place)
        by_name = None if chosen is None else self.meanings.tile(chosen)
        for name in (layer.class_, layer.name):
            by_name = by_name if by_name is not None or not name else self.meanings.tile(name)
        offset = (level.x_pixels % self.map.tilewidth, level.y_pixels % self.map.tileheight)
        if any(offset):
            draft.remark(level.place, _("is offset by a part of a square; its tiles are put on the nearest squares"))
        outside = silent = 0
        brushes: dict[int, tuple[int, bool]] = {}
        for block in blocks:
            for number, tile in enumerate(block.tiles):
                if not tile:
                    continue
                x, y = block.x + number % block.width - self.x0, block.y + number // block.width - self.y0
                if not (0 <= x < draft.width and 0 <= y < draft.height):
                    outside += 1
                    continue
                if tile not in brushes:
                    said = self._tile(tile) if chosen is None else None
                    brush = draft.brush({**(by_name or {}), **own, **(said or {})})
                    brushes[tile] = brush, said is None and by_name is None and not own
                brush, is_silent = brushes[tile]
                silent += is_silent
                draft.paint(x, y, brush)
        if outside:
            draft.remark(level.place, english("{amount} off the map, left out", amount=counted(outside, "tile")))
        if silent:
            draft.remark(
                level.place,
                english(
                    "{amount} left out: the rules do not know them; the layer beneath stays",
                    amount=counted(silent, "tile"),
                ),
            )

    def _tile(self, gid: int) -> Fields | None:
        if gid not in self.known_tiles:
            self.known_tiles[gid] = self._tile_meaning(gid)
        return self.known_tiles[gid]

    def _tile_of(self, gid: int) -> tuple[TiledTileset, int, TiledTile | None] | None:
        owner = None
        for first, tileset, tiles in self.tilesets:
            if first <= gid:
                owner = (tileset, gid - first, tiles.get(gid - first))
        return owner

    def _tile_meaning(self, gid: int) -> Fields | None:
        found = self._tile_of(gid)
        if found is None:
            self.draft.remark("tilesets", english("the tile {gid} belongs to no tileset; it is left out", gid=gid))
            return None
        tileset, number, tile = found
        place = f"tileset {spelled(tileset.name)}, tile {number}"
        given = {} if tile is None else tile.given
        said = self.draft.tile_fields({key: v for key, v in given.items() if key.lower() != "name"}, place)
        kinds = ("" if tile is None else tile.kind, str(given.get("name", "")), tileset.kind)
        for kind in kinds:
            meant = self.meanings.tile(kind) if kind else None
            if meant is not None:
                return {**meant, **said}
        if tile is not None and tile.kind:
            self.draft.remark(place, english("is called {word}, a name unknown to the rules", word=spelled(tile.kind)))
        return said or None

    # --- objects -----------------------------------------------------------------------------------

    def _put_object(self, found: TiledObject, level: _Level) -> None:
        place = f"{level.place}, object {spelled(found.name) if found.name else found.id}"
        tileset = None
        if found.template:
            found, tileset = self._made_after(found, place)
        if not found.visible:
            self.draft.remark(place, _("is hidden; it is left out"))
            return
        if found.text is not None:
            self.draft.remark(place, _("is text; it is left out"))
            return
        kinds = [found.kind, found.name]
        properties = found.given
        if found.gid:
            owner = self._tile_of(found.gid & ~FLIPS) if tileset is None else _owner(tileset, found.gid & ~FLIPS)
            if owner is not None and owner[2] is not None:
                kinds.append(owner[2].kind)
                properties = {**owner[2].given, **properties}
        shape, points = self._shape(found, level)
        put(
            self.draft,
            PlacedObject(place, tuple(filter(None, kinds)), found.name, properties, shape, points),
        )

    def _made_after(
        self, found: TiledObject, place: str
    ) -> tuple[TiledObject, tuple[int, TiledTileset, dict[int, TiledTile]] | None]:
        name = self.folder.named(found.template, self.path, place)
        template = self.templates.get(name)
        if template is None:
            _file, tree = self._file(found.template, self.path, place, "template")
            template = self.templates[name] = decode(tree, TiledTemplate, str(name))
        base = decode(template.object, TiledObject, str(name), "object")
        changes = {
            key: value
            for key in ("name", "class_", "type", "width", "height", "rotation", "gid", "polygon", "polyline")
            if (value := getattr(found, key))
        }
        own = {item.name for item in found.properties}
        properties = (*(item for item in base.properties if item.name not in own), *found.properties)
        whole = TiledObject(
            **{
                **{key: getattr(base, key) for key in TiledObject.__struct_fields__},
                **changes,
                "id": found.id,
                "x": found.x,
                "y": found.y,
                "visible": found.visible,
                "properties": properties,
                "template": "",
            }
        )
        return whole, None if template.tileset is None else self._tileset(template.tileset, name)

    def _shape(self, found: TiledObject, level: _Level) -> tuple[Literal["point", "line", "area"], tuple[Point, ...]]:
        across, down = self.map.tilewidth, self.map.tileheight
        x, y = found.x + level.x_pixels, found.y + level.y_pixels
        width, height = found.width, found.height
        turn = radians(found.rotation) if isfinite(found.rotation) else 0.0
        corners: tuple[Point, ...]
        shape: Literal["point", "line", "area"] = "area"
        if found.polyline or found.polygon:
            corners = tuple((point.x, point.y) for point in found.polyline or found.polygon)
            shape = "line" if found.polyline else "area"
        elif found.gid:
            corners, turn = (
                ((0, -height), (width, -height), (width, 0), (0, 0)),
                0.0,
            )  # anchored at its lower left
        elif found.point or not (width or height):
            corners, shape = ((0, 0),), "point"
        elif found.ellipse:
            turns = (pi * number / 16 for number in range(32))
            corners = tuple((width / 2 * (1 + cos(t)), height / 2 * (1 + sin(t))) for t in turns)
        else:
            corners = ((0, 0), (width, 0), (width, height), (0, height))
        turned = ((i * cos(turn) - j * sin(turn), i * sin(turn) + j * cos(turn)) for i, j in corners)
        points = tuple(((x + i) / across - self.x0, (y + j) / down - self.y0) for i, j in turned)
        if not all(isfinite(i) and isfinite(j) and abs(i) < 1e7 and abs(j) < 1e7 for i, j in points):
            return shape, ()
        return shape, points


def _owner(
    tileset: tuple[int, TiledTileset, dict[int, TiledTile]], gid: int
) -> tuple[TiledTileset, int, TiledTile | None]:
    first, found, tiles = tileset
    return found, gid - first, tiles.get(gid - first)

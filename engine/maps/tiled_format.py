"""Tiled's files as structs; XML becomes the JSON form."""

import base64
import binascii
import struct
import xml.etree.ElementTree as etree
import zlib
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from ..errors import ScenarioError, spelled
from .source_folder import Tree

FLIPS = 0xF000_0000
"""Bits that turn a tile's picture."""


class TileData:
    """Reads a map's layers; `most_tiles` limits their tiles."""

    def __init__(self, source: str, most_tiles: int) -> None:
        self.source, self.most_tiles, self.tiles_left = source, most_tiles, most_tiles

    def tiles(self, data: object, encoding: str, compression: str, size: tuple[int, int], place: str) -> list[int]:
        """Returns a layer's tile numbers, row by row. Rotation of tiles is ignored."""
        width, height = size
        count = width * height
        if width < 0 or height < 0 or count > self.tiles_left:
            found = f"layers of more than {self.most_tiles} squares in all"
            raise ScenarioError(self.source, place, found, "fewer or smaller layers")
        self.tiles_left -= count
        if isinstance(data, list):
            numbers = self._plain(data, place)
        elif isinstance(data, str) and encoding == "base64":
            numbers = self._words(self._inflated(data, compression, count * 4, place), place)
        elif isinstance(data, str) and encoding in ("csv", ""):
            numbers = self._csv(data, count, place)
        else:
            found = f"layer data in the encoding {spelled(encoding)}" if encoding else spelled(data)
            raise ScenarioError(self.source, place, found, "csv or base64")
        if len(numbers) != count:
            raise ScenarioError(self.source, place, f"{len(numbers)} tiles", f"{count}, {width} by {height}")
        return numbers

    def _plain(self, data: list[Any], place: str) -> list[int]:
        try:
            return self._unturned(data, place)
        except TypeError:
            raise self._no_numbers(place) from None

    def _csv(self, data: str, count: int, place: str) -> list[int]:
        if data.count(",") > count + 1:
            raise ScenarioError(self.source, place, f"{data.count(',') + 1} tiles", f"{count}")
        try:
            return self._unturned([int(number) for number in data.split(",") if number.strip()], place)
        except ValueError as error:
            raise (error if isinstance(error, ScenarioError) else self._no_numbers(place)) from None

    def _unturned(self, numbers: Sequence[int], place: str) -> list[int]:
        if any(not 0 <= number < 1 << 32 for number in numbers):
            raise self._no_numbers(place)
        return [number & ~FLIPS for number in numbers]

    def _no_numbers(self, place: str) -> ScenarioError:
        found = "tiles that are no numbers"
        return ScenarioError(self.source, place, found, "whole numbers of 32 bits")

    def _inflated(self, data: str, compression: str, size: int, place: str) -> bytes:
        try:
            packed = base64.b64decode("".join(data.split()), validate=True)
        except (binascii.Error, ValueError):
            raise ScenarioError(self.source, place, "text that is not base64", "base64") from None
        try:
            match compression:
                case "":
                    raw = packed
                case "zlib" | "gzip":
                    raw = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32).decompress(packed, size + 1)
                case "zstd":
                    raw = self._zstandard(packed, size + 1, place)
                case _:
                    raise ScenarioError(
                        self.source, place, f"the compression {spelled(compression)}", "none, zlib, gzip or zstd"
                    )
        except (zlib.error, EOFError):
            raise ScenarioError(self.source, place, f"data that is not {compression}", compression) from None
        return raw

    def _zstandard(self, packed: bytes, most: int, place: str) -> bytes:
        # Python 3.14 has it in its library; before that, the extra `maps` installs it under another name.
        home = next((name for name in ("compression", "backports") if find_spec(name)), None)
        if home is None or find_spec(f"{home}.zstd") is None:
            raise ScenarioError(
                self.source,
                place,
                "layers packed with Zstandard",
                "pip install 'fivefoot[maps]', or another layer format",
            )
        zstd = import_module(f"{home}.zstd")
        try:
            raw: bytes = zstd.ZstdDecompressor().decompress(packed, most)
        except (zstd.ZstdError, EOFError, MemoryError):
            raise ScenarioError(self.source, place, "data that is not zstd", "zstd") from None
        return raw

    def _words(self, raw: bytes, place: str) -> list[int]:
        if len(raw) % 4:
            raise ScenarioError(self.source, place, f"{len(raw)} bytes", "four bytes for every square")
        return self._unturned(struct.unpack(f"<{len(raw) // 4}I", raw), place)


LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


def map_tree(root: etree.Element) -> Tree:
    return {
        **_described(root),
        "layers": _layers(root),
        "tilesets": [tileset_tree(tileset) for tileset in root.findall("tileset")],
    }


def tileset_tree(root: etree.Element) -> Tree:
    return {**_described(root), "tiles": [_described(tile) for tile in root.findall("tile")]}


def template_tree(root: etree.Element) -> Tree:
    tileset, found = root.find("tileset"), root.find("object")
    tree: Tree = {"object": {} if found is None else _object(found)}
    return tree if tileset is None else {**tree, "tileset": tileset_tree(tileset)}


def _described(element: etree.Element) -> Tree:
    tree: Tree = dict(element.attrib)
    properties = element.find("properties")
    if properties is not None:
        tree["properties"] = [_property(item) for item in properties.findall("property")]
    return tree


def _property(item: etree.Element) -> Tree:
    inner = item.find("properties")
    if inner is not None:
        value: object = {str(each.get("name")): each.get("value", "") for each in inner.findall("property")}
    else:
        value = item.get("value", item.text or "")
    return {"name": item.get("name", ""), "type": item.get("type", "string"), "value": value}


def _layers(parent: etree.Element) -> list[Tree]:
    return [_layer(element) for element in parent if element.tag in LAYERS]


def _layer(element: etree.Element) -> Tree:
    tree = _described(element)
    if element.tag != "objectgroup" or "class" in tree:
        tree.pop("type", None)
    tree["type"] = LAYERS[element.tag]
    if element.tag == "group":
        tree["layers"] = _layers(element)
    elif element.tag == "objectgroup":
        tree["objects"] = [_object(found) for found in element.findall("object")]
    elif element.tag == "layer":
        data = element.find("data")
        if data is not None:
            tree["encoding"] = data.get("encoding", "")
            tree["compression"] = data.get("compression", "")
            chunks = data.findall("chunk")
            if chunks:
                tree["chunks"] = [{**chunk.attrib, "data": _tiles(chunk)} for chunk in chunks]
            else:
                tree["data"] = _tiles(data)
    return tree


def _tiles(data: etree.Element) -> object:
    tiles = data.findall("tile")
    if not tiles:
        return data.text or ""
    return [int(gid) if (gid := tile.get("gid", "0")).isascii() and gid.isdigit() else -1 for tile in tiles]


def _object(element: etree.Element) -> Tree:
    tree = _described(element)
    for shape in ("point", "ellipse"):
        if element.find(shape) is not None:
            tree[shape] = True
    for shape in ("polygon", "polyline"):
        found = element.find(shape)
        if found is not None:
            pairs = (pair.partition(",") for pair in found.get("points", "").split())
            tree[shape] = [{"x": x, "y": y} for x, _, y in pairs]
    text = element.find("text")
    if text is not None:
        tree["text"] = text.text or ""
    return tree


class TiledProperty(msgspec.Struct, frozen=True):
    name: str
    type: str = "string"
    value: Any = ""


class _Described(msgspec.Struct, frozen=True, kw_only=True):
    properties: tuple[TiledProperty, ...] = ()
    class_: str = msgspec.field(default="", name="class")
    type: str = ""

    @property
    def given(self) -> dict[str, object]:
        """Returns the properties of a map object, converted from text to numbers and flags."""
        return {item.name: _plain(item) for item in self.properties}

    @property
    def kind(self) -> str:
        """Returns the class of a map object, from old and new versions of the file format."""
        return self.class_ or self.type


def _plain(item: TiledProperty) -> object:
    value = item.value
    if not isinstance(value, str):
        return value
    try:
        match item.type:
            case "int" | "object":
                return int(value or "0")
            case "float":
                return float(value or "0")
            case "bool":
                return value == "true"
    except ValueError:
        return value
    return value


class TiledPoint(msgspec.Struct, frozen=True):
    x: float
    y: float


class TiledObject(_Described, frozen=True, kw_only=True):
    id: int = 0
    name: str = ""
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    rotation: float = 0
    gid: int = 0
    visible: bool = True
    point: bool = False
    ellipse: bool = False
    polygon: tuple[TiledPoint, ...] = ()
    polyline: tuple[TiledPoint, ...] = ()
    text: Any = None
    template: str = ""


class TiledTile(_Described, frozen=True, kw_only=True):
    id: int


class TiledTileset(_Described, frozen=True, kw_only=True):
    firstgid: int = 1
    source: str = ""
    name: str = ""
    tiles: tuple[TiledTile, ...] = ()


class TiledChunk(msgspec.Struct, frozen=True, kw_only=True):
    x: int
    y: int
    width: int
    height: int
    data: Any = None


class TiledLayer(_Described, frozen=True, kw_only=True):
    name: str = ""
    visible: bool = True
    offsetx: float = 0
    offsety: float = 0
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    encoding: str = ""
    compression: str = ""
    data: Any = None
    chunks: tuple[TiledChunk, ...] = ()
    objects: tuple[TiledObject, ...] = ()
    layers: tuple["TiledLayer", ...] = ()


class TiledMap(_Described, frozen=True, kw_only=True):
    orientation: str = "orthogonal"
    width: int = 0
    height: int = 0
    tilewidth: int
    tileheight: int
    infinite: bool = False
    layers: tuple[TiledLayer, ...] = ()
    tilesets: tuple[TiledTileset, ...] = ()


class TiledTemplate(msgspec.Struct, frozen=True, kw_only=True):
    object: dict[str, Any]
    tileset: TiledTileset | None = None

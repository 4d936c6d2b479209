"""The format of Tiled maps, tilesets and templates, as far as a scenario needs it."""

from typing import Any

import msgspec


class TiledProperty(msgspec.Struct, frozen=True):
    """A custom property."""

    name: str
    type: str = "string"
    value: Any = ""


class _Described(msgspec.Struct, frozen=True, kw_only=True):
    """The base of everything with properties and a class."""

    properties: tuple[TiledProperty, ...] = ()
    class_: str = msgspec.field(default="", name="class")
    type: str = ""

    @property
    def given(self) -> dict[str, object]:
        """Its properties by name; text of the XML form is converted to its stated type."""
        return {item.name: _plain(item) for item in self.properties}

    @property
    def kind(self) -> str:
        """Its class, under the key of either version of Tiled."""
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
    """A point of a polygon, in pixels from its object."""

    x: float
    y: float


class TiledObject(_Described, frozen=True, kw_only=True):
    """An object of an object layer, or of a template."""

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
    """A tile of a tileset, if it has properties."""

    id: int


class TiledTileset(_Described, frozen=True, kw_only=True):
    """A tileset, in the map or in a file of its own."""

    firstgid: int = 1
    source: str = ""
    name: str = ""
    tiles: tuple[TiledTile, ...] = ()


class TiledChunk(msgspec.Struct, frozen=True, kw_only=True):
    """A part of an infinite layer, in squares."""

    x: int
    y: int
    width: int
    height: int
    data: Any = None


class TiledLayer(_Described, frozen=True, kw_only=True):
    """A layer of the kind in `type`."""

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
    """A map."""

    orientation: str = "orthogonal"
    width: int = 0
    height: int = 0
    tilewidth: int
    tileheight: int
    infinite: bool = False
    layers: tuple[TiledLayer, ...] = ()
    tilesets: tuple[TiledTileset, ...] = ()


class TiledTemplate(msgspec.Struct, frozen=True, kw_only=True):
    """An object that serves as a template."""

    object: dict[str, Any]
    tileset: TiledTileset | None = None

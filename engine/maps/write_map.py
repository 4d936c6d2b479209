"""Writes Tiled (.tmj) and Universal VTT (.uvtt) maps."""

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple, cast

import msgspec

from ..board.tiles import BUILT_IN_SPECS, Tile, TileSpec
from ..messages import _, english
from ..rulesets import RULESETS
from ..scenario.format import CreatureSpec, EdgeSpec, Scenario
from ..scenario.toml_text import value_text
from .draft import NOT_OF_A_MAP, Remark, counted
from .source_folder import Tree
from .walls import Point, lines_along, outline, rectangles

NAMES = {".": "floor", "#": "wall", "o": "pillar", ":": "difficult", "%": "impeded", "~": "water", "_": "pit"}


class WrittenMap(NamedTuple):
    """A map in another program's format, with notes about what could not be written."""

    text: str
    remarks: tuple[Remark, ...]


class TilePicture(NamedTuple):
    """A picture file with all tiles of a map in one row."""

    file: str
    pixels: int


def characters(scenario: Scenario) -> tuple[str, ...]:
    return tuple(dict.fromkeys("".join(scenario.board.rows)))


def write_tiled(scenario: Scenario, picture: TilePicture | None = None) -> WrittenMap:
    """Writes a scenario as a Tiled map. Without a picture its tiles are blank."""
    pixels = 32 if picture is None else picture.pixels
    chars, rows = characters(scenario), scenario.board.rows
    specs = {**BUILT_IN_SPECS, **scenario.board.legend}
    numbers = {char: number for number, char in enumerate(chars, 1)}
    width, height = len(rows[0]), len(rows)
    edges, creatures = _edges(scenario.board.edges, pixels), _creatures(scenario, pixels)
    for number, thing in enumerate((*edges, *creatures), 1):
        thing["id"] = number
    head = {key: value for key, value in scenario.tree().items() if key not in NOT_OF_A_MAP}
    head["ceiling"], head["picture"] = scenario.board.ceiling, scenario.board.picture
    tree: Tree = {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": width,
        "height": height,
        "tilewidth": pixels,
        "tileheight": pixels,
        "infinite": False,
        "nextlayerid": 4,
        "nextobjectid": len(edges) + len(creatures) + 1,
        "properties": _properties(head),
        "layers": [
            {**_layer("squares", "tilelayer", 1), "width": width, "height": height, "data": "@"},
            {**_layer("edges", "objectgroup", 2), "draworder": "index", "objects": edges},
            {**_layer("creatures", "objectgroup", 3), "draworder": "index", "objects": creatures},
        ],
        "tilesets": [
            {
                "firstgid": 1,
                "name": "tiles",
                "tilewidth": pixels,
                "tileheight": pixels,
                "tilecount": len(chars),
                "columns": len(chars),
                "margin": 0,
                "spacing": 0,
                "image": "" if picture is None else picture.file,
                "imagewidth": pixels * len(chars),
                "imageheight": pixels,
                "tiles": [_tile(number - 1, char, specs[char]) for char, number in numbers.items()],
            }
        ],
    }
    data = ",\n".join(", ".join(str(numbers[char]) for char in row) for row in rows)
    text = json.dumps(tree, indent=1, ensure_ascii=False).replace('"data": "@"', f'"data": [\n{data}\n]', 1)
    lost = [key for key in ("turns", "expect", "dice") if getattr(scenario, key)]
    return WrittenMap(text + "\n", tuple(Remark(key, _("is left out; a map has no script")) for key in lost))


def _layer(name: str, kind: str, number: int) -> Tree:
    return {"id": number, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True}


def _properties(fields: Tree) -> list[Tree]:
    found: list[Tree] = []
    for name, value in fields.items():
        match value:
            case None:
                continue
            case bool():
                kind, plain = "bool", cast(object, value)
            case int() if -(2**31) <= value < 2**31:
                kind, plain = "int", value
            case float():
                kind, plain = "float", value
            case str():
                kind, plain = "string", value
            case _:
                kind, plain = "string", value_text(value)
        found.append({"name": name, "type": kind, "value": plain})
    return sorted(found, key=lambda item: str(item["name"]))


def _tile(number: int, char: str, spec: TileSpec) -> Tree:
    tree: Tree = {"id": number, "type": NAMES.get(char, "floor") if spec == BUILT_IN_SPECS.get(char) else "floor"}
    fields: Tree = msgspec.to_builtins(spec)
    if fields:
        tree["properties"] = _properties(fields)
    return tree


def _edges(edges: tuple[EdgeSpec, ...], pixels: int) -> list[Tree]:
    alike: dict[str, list[EdgeSpec]] = {}
    for edge in edges:
        alike.setdefault(repr(msgspec.structs.replace(edge, between=((0, 0), (0, 1)))), []).append(edge)
    found: list[Tree] = []
    for same in alike.values():
        fields: Tree = msgspec.to_builtins(same[0])
        del fields["between"]
        kind = str(fields.pop("kind", "wall"))
        for (ax, ay), (bx, by) in lines_along(edge.between for edge in same):
            thing = _thing("", kind, ax * pixels, ay * pixels)
            thing["polyline"] = [{"x": 0, "y": 0}, {"x": (bx - ax) * pixels, "y": (by - ay) * pixels}]
            if fields:
                thing["properties"] = _properties(fields)
            found.append(thing)
    return found


def _creatures(scenario: Scenario, pixels: int) -> list[Tree]:
    return [_creature(creature, scenario.ruleset, pixels) for creature in scenario.creatures]


def _creature(creature: CreatureSpec, ruleset: str, pixels: int) -> Tree:
    x, y, *level = creature.at
    side = RULESETS[ruleset].sizes.rows[str(creature.size)].side
    fields: Tree = msgspec.to_builtins(creature)
    name = str(fields.pop("name"))
    del fields["at"]
    fields["size"] = creature.size
    if level:
        fields["z"] = level[0]
    thing = _thing(name, "creature", x * pixels, y * pixels)
    return {**thing, "width": side * pixels, "height": side * pixels, "properties": _properties(fields)}


def _thing(name: str, kind: str, x: float, y: float) -> Tree:
    return {
        "id": 0,
        "name": name,
        "type": kind,
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
    }


INSET_SQUARES = 0.1
"""How far a pillar's outline is inset in squares, to keep corners passable."""


class BoardPicture(NamedTuple):
    """The picture under a map: its file and its size."""

    png: bytes
    pixels: int
    """The side of a square."""


def write_universal_vtt(scenario: Scenario, picture: BoardPicture | None = None) -> WrittenMap:
    rows, tiles = scenario.board.rows, scenario.board.tiles
    squares = [(x, y, tiles[char]) for y, row in enumerate(rows) for x, char in enumerate(row)]
    filled = [(x, y) for x, y, tile in squares if tile.blocked and tile.fills]
    pillars = [(x, y) for x, y, tile in squares if tile.blocked and not tile.fills]
    walls = [edge.between for edge in scenario.board.edges if edge.kind == "wall"]
    tree: Tree = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": len(rows[0]), "y": len(rows)},
            "pixels_per_grid": 0 if picture is None else picture.pixels,
        },
        "line_of_sight": _lines((*outline(filled), *lines_along(walls))),
        "objects_line_of_sight": [
            *(_box(x, y, width, height, 0) for x, y, width, height in rectangles(filled)),
            *(_box(x, y, 1, 1, INSET_SQUARES) for x, y in pillars),
        ],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": "" if picture is None else b64encode(picture.png).decode("ascii"),
    }
    return WrittenMap(json.dumps(tree, indent=1) + "\n", tuple(_lost(scenario, [tile for _, _, tile in squares])))


def _box(x: int, y: int, width: int, height: int, inset: float) -> list[dict[str, float]]:
    west, north, east, south = x + inset, y + inset, x + width - inset, y + height - inset
    corners = ((west, north), (east, north), (east, south), (west, south), (west, north))
    return [{"x": i, "y": j} for i, j in corners]


def _lines(lines: Iterable[tuple[Point, Point]]) -> list[list[dict[str, float]]]:
    return [[{"x": x, "y": y} for x, y in line] for line in lines]


def _lost(scenario: Scenario, tiles: list[Tile]) -> list[Remark]:
    counts = {
        _("diggable earth"): sum(tile.solid for tile in tiles),
        _("water"): sum(tile.water > 0 for tile in tiles if not tile.blocked),
        _("floors above or below 0"): sum(tile.floor != 0 and not tile.water for tile in tiles if not tile.blocked),
        _("difficult or impeded ground"): sum(tile.terrain in ("difficult", "impeded") for tile in tiles),
        _("obstacles"): sum(tile.obstacle for tile in tiles),
        _("hazards and harm"): sum(tile.harms for tile in tiles),
        _("narrow squares"): sum(tile.width < 5 for tile in tiles),
        _("squares with a check"): sum(tile.skill is not None for tile in tiles),
        _("dim or dark squares"): sum(tile.light != "bright" for tile in tiles),
    }
    found = [
        Remark("squares", english("{what} in {amount}, left out", what=what, amount=counted(count, "square")))
        for what, count in counts.items()
        if count
    ]
    soft = sum(edge.kind != "wall" for edge in scenario.board.edges)
    if soft:
        found.append(Remark("edges", english("{amount} left out", amount=counted(soft, "obstacle or curtain"))))
    clear = sum(edge.kind == "wall" and edge.effect is False for edge in scenario.board.edges)
    if clear:
        found.append(Remark("edges", english("{amount} transparent; written as solid", amount=counted(clear, "wall"))))
    checks = sum(edge.kind == "wall" and edge.skill is not None for edge in scenario.board.edges)
    if checks:
        found.append(Remark("edges", english("the check of {amount}, left out", amount=counted(checks, "wall"))))
    if scenario.creatures:
        found.append(
            Remark("creatures", english("{amount} left out", amount=counted(len(scenario.creatures), "creature")))
        )
    return found

"""Writes scenarios as Universal VTT maps (.uvtt): walls as lines, with an optional picture.

The format has only walls and doors: everything else of a board is remarked, and becomes floor when read again.
"""

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple

from ..board.tiles import Tile
from ..messages import _, english
from ..scenario.format import Scenario
from .remark import Remark, counted
from .source_folder import Tree
from .walls import Point, lines_along, outline, rectangles
from .write_tiled import WrittenMap

INSET_SQUARES = 0.1
"""How far the outline of a pillar lies inside its square, in squares: creatures pass at the corners of what does not
fill it."""


class BoardPicture(NamedTuple):
    """The picture of a board."""

    png: bytes
    pixels: int
    """The side of a square."""


def write_universal_vtt(scenario: Scenario, picture: BoardPicture | None = None) -> WrittenMap:
    """Writes a scenario's board as a Universal VTT map."""
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
    """Remarks on what the format cannot hold of a board."""
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

"""Writes scenarios as Universal VTT maps (.uvtt): walls as lines, with an optional picture.

The format has only walls and doors: everything else of a board is remarked, and becomes floor when read again.
"""

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple

from ..board.tiles import Tile
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
        "earth that can be dug": sum(tile.solid for tile in tiles),
        "water": sum(tile.water > 0 for tile in tiles if not tile.blocked),
        "floors that are not level with 0": sum(
            tile.floor != 0 and not tile.water for tile in tiles if not tile.blocked
        ),
        "difficult or impeded ground": sum(tile.terrain in ("difficult", "impeded") for tile in tiles),
        "obstacles": sum(tile.obstacle for tile in tiles),
        "hazards and harm": sum(tile.harms for tile in tiles),
        "narrow squares": sum(tile.width < 5 for tile in tiles),
        "squares that ask for a check": sum(tile.skill is not None for tile in tiles),
        "dim or dark squares": sum(tile.light != "bright" for tile in tiles),
    }
    found = [
        Remark("squares", f"{what} in {counted(count, 'square')}, left out") for what, count in counts.items() if count
    ]
    soft = sum(edge.kind != "wall" for edge in scenario.board.edges)
    if soft:
        found.append(Remark("edges", f"{counted(soft, 'obstacle or curtain')} left out"))
    clear = sum(edge.kind == "wall" and edge.effect is False for edge in scenario.board.edges)
    if clear:
        found.append(Remark("edges", f"{counted(clear, 'wall')} that can be seen through, written as solid"))
    checks = sum(edge.kind == "wall" and edge.skill is not None for edge in scenario.board.edges)
    if checks:
        found.append(Remark("edges", f"the check of {counted(checks, 'wall')}, left out"))
    if scenario.creatures:
        found.append(Remark("creatures", f"{counted(len(scenario.creatures), 'creature')} left out"))
    return found

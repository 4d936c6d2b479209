"""Reads Universal VTT maps (.uvtt, .dd2vtt, .df2vtt).

Objects block squares with centres inside; lights are ignored.
"""

from base64 import b64decode
from math import cos, dist, isfinite, sin
from pathlib import Path
from typing import Any

import msgspec

from ..errors import ScenarioError
from ..messages import english
from .draft import Draft, counted
from .meanings import Fields, Meanings
from .source_folder import Tree, decode
from .walls import SNAP_SQUARES, Point

WALL: Fields = {"kind": "wall"}
WHOLE_SQUARES = 0.02
"""The distance from grid lines that counts as zero."""


class _Point(msgspec.Struct, frozen=True):
    x: float
    y: float


class _Resolution(msgspec.Struct, frozen=True):
    map_size: _Point
    map_origin: _Point = _Point(0, 0)
    pixels_per_grid: float = 0


class _Portal(msgspec.Struct, frozen=True, kw_only=True):
    """A door or window of a Universal VTT map."""

    position: _Point | None = None
    bounds: tuple[_Point, ...] = ()
    rotation: float = 0
    closed: bool = True
    freestanding: bool = False


class UniversalVttMap(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a Universal VTT map. Lengths are in squares."""

    resolution: _Resolution
    line_of_sight: tuple[tuple[_Point, ...], ...] = ()
    objects_line_of_sight: tuple[tuple[_Point, ...], ...] = ()
    portals: tuple[_Portal, ...] = ()
    lights: tuple[Any, ...] = ()
    image: str = ""


def read_universal_vtt(path: Path, tree: Tree, meanings: Meanings) -> Draft:
    found = decode({key: value for key, value in tree.items() if value is not None}, UniversalVttMap, str(path))
    size, origin = found.resolution.map_size, found.resolution.map_origin
    if not all(isfinite(each) and abs(each) < 1e6 for each in (size.x, size.y, origin.x, origin.y)):
        raise ScenarioError(str(path), "resolution", "a size without end", "numbers of squares")
    draft = Draft(round(size.x), round(size.y), str(path), meanings)
    if (round(size.x), round(size.y)) != (size.x, size.y):
        draft.remark(
            "resolution", english("the map is {x} by {y} squares; parts of squares are left out", x=size.x, y=size.y)
        )
    if origin.x % 1 or origin.y % 1:
        draft.remark("resolution", english("the map begins at [{x}, {y}], off the grid", x=origin.x, y=origin.y))

    def squares(line: tuple[_Point, ...]) -> tuple[Point, ...]:
        return tuple((point.x - origin.x, point.y - origin.y) for point in line)

    draft.cover({})
    for number, wall in enumerate(found.line_of_sight):
        draft.line(squares(wall), WALL, f"line_of_sight[{number}]")
    for number, wall in enumerate(found.objects_line_of_sight):
        _put_object(draft, squares(wall), f"objects_line_of_sight[{number}]")
    for number, portal in enumerate(found.portals):
        door = squares(portal.bounds)
        if len(door) < 2 and portal.position is not None and isfinite(portal.rotation):
            ((east, south),) = squares((portal.position,))
            i, j = cos(portal.rotation) / 2, sin(portal.rotation) / 2
            door = ((east - i, south - j), (east + i, south + j))
        draft.line(door, {**WALL, "door": "closed" if portal.closed else "open"}, f"portals[{number}]")
    draft.drop_edges_of_walls()
    if found.lights:
        draft.remark(
            "lights",
            english("{amount} left out; light belongs to squares here", amount=counted(len(found.lights), "light")),
        )
    if found.image:
        draft.picture = ("image", lambda: _picture(found, str(path)))
    return draft


def _picture(found: UniversalVttMap, source: str) -> bytes:
    size, origin = found.resolution.map_size, found.resolution.map_origin
    if any(length % 1 for length in (*msgspec.structs.astuple(size), *msgspec.structs.astuple(origin))):
        raise ScenarioError(source, "resolution", "a part of a square", "whole squares")
    try:
        return b64decode(found.image.rpartition("base64,")[2], validate=True)
    except ValueError:
        raise ScenarioError(source, "image", "text that is not base64", "base64") from None


def _put_object(draft: Draft, line: tuple[Point, ...], place: str) -> None:
    closed = len(line) > 3 and dist(line[0], line[-1]) < SNAP_SQUARES
    whole = closed and all(abs(round(ordinate) - ordinate) < WHOLE_SQUARES for point in line for ordinate in point)
    if not closed or not draft.paint_area(line[:-1], {"terrain": "blocked", "fills": whole}):
        draft.line(line, WALL, place)

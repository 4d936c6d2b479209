"""Reads Foundry scenes (.json)."""

from math import ceil, cos, isfinite, pi, radians, sin
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

import msgspec

from ..errors import ScenarioError, spelled
from ..messages import _, english
from .draft import Draft, counted
from .meanings import Fields, Meanings
from .placing import PlacedObject, put
from .source_folder import SourceFolder, Tree, decode
from .walls import Point

SIDES = {1: "red", 0: "neutral", -1: "blue", -2: "secret"}
DOORS = {0: "closed", 1: "open", 2: "locked"}


class _Grid(msgspec.Struct, frozen=True, kw_only=True):
    type: int = 1
    size: float = 100
    distance: float = 5


class _Background(msgspec.Struct, frozen=True, kw_only=True):
    src: str | None = None
    offsetX: float = 0
    offsetY: float = 0


class _Wall(msgspec.Struct, frozen=True, kw_only=True):
    """A wall in a Foundry scene. Its numbers say how far it blocks movement, sight and light."""

    c: tuple[float, float, float, float]
    move: float = 20
    sight: float | None = None
    sense: float | None = None
    door: int = 0
    ds: int = 0
    dir: int = 0


class _Token(msgspec.Struct, frozen=True, kw_only=True):
    name: str = ""
    x: float = 0
    y: float = 0
    width: float = 1
    height: float = 1
    elevation: float = 0
    disposition: int = 0
    hidden: bool = False


class _Shape(msgspec.Struct, frozen=True, kw_only=True):
    type: str = "r"
    x: float = 0
    y: float = 0
    width: float | None = None
    height: float | None = None
    radiusX: float = 0
    radiusY: float = 0
    rotation: float = 0
    points: tuple[float, ...] = ()
    hole: bool = False


class _Drawing(msgspec.Struct, frozen=True, kw_only=True):
    x: float = 0
    y: float = 0
    text: str | None = None
    shape: _Shape = _Shape()


class _Region(msgspec.Struct, frozen=True, kw_only=True):
    name: str = ""
    shapes: tuple[_Shape, ...] = ()


class FoundryScene(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a Foundry scene. Lengths are in pixels."""

    name: str = ""
    width: float
    height: float
    padding: float = 0.25
    grid: _Grid | float = _Grid()
    gridType: int = 1
    gridDistance: float = 5
    shiftX: float = 0
    shiftY: float = 0
    img: str | None = None
    background: _Background = _Background()
    walls: tuple[_Wall, ...] = ()
    tokens: tuple[_Token, ...] = ()
    drawings: tuple[_Drawing, ...] = ()
    regions: tuple[_Region, ...] = ()
    lights: tuple[Any, ...] = ()
    sounds: tuple[Any, ...] = ()
    tiles: tuple[Any, ...] = ()
    notes: tuple[Any, ...] = ()
    templates: tuple[Any, ...] = ()


def read_foundry(path: Path, tree: Tree, folder: SourceFolder, meanings: Meanings) -> Draft:
    """Reads the board of a Foundry scene from its parsed JSON."""
    found = decode({key: value for key, value in tree.items() if value is not None}, FoundryScene, str(path))
    return _FoundryReader(path, found, folder, meanings).read()


class _FoundryReader:
    def __init__(self, path: Path, scene: FoundryScene, folder: SourceFolder, meanings: Meanings) -> None:
        self.scene, self.source = scene, str(path)
        self.path, self.folder = path, folder
        grid = scene.grid
        if not isinstance(grid, _Grid):  # before version 10
            grid = _Grid(type=scene.gridType, size=grid, distance=scene.gridDistance)
        self.grid = grid
        numbers = (scene.width, scene.height, scene.padding, scene.shiftX, scene.shiftY, grid.distance)
        offsets = (scene.background.offsetX, scene.background.offsetY)
        if not 1 <= grid.size <= 4096 or not all(isfinite(each) and abs(each) < 1e7 for each in (*numbers, *offsets)):
            raise ScenarioError(self.source, "grid.size", spelled(grid.size), "1 to 4096 pixels to a square")
        if grid.type > 1:
            raise ScenarioError(self.source, "grid.type", "a grid of hexes", "a square grid (1)")
        # The canvas is the scene with a margin of whole squares; the grid's lines run through the canvas's corner.
        size, shift = grid.size, (scene.shiftX or offsets[0], scene.shiftY or offsets[1])
        ends = [
            (ceil(length * scene.padding / size) * size - moved, length)
            for length, moved in zip((scene.width, scene.height), shift, strict=True)
        ]
        self.x0, self.y0 = (int((start + 1e-6) // size) for start, _ in ends)
        columns, rows = (ceil((start + length) / size - 1e-6) - int((start + 1e-6) // size) for start, length in ends)
        self.draft = Draft(columns, rows, self.source, meanings)
        self.on_grid = not any(moved % size for moved in shift)

    def read(self) -> Draft:
        scene, draft = self.scene, self.draft
        draft.title = scene.name
        if self.grid.type == 0:
            draft.remark("grid", english("the scene has no grid; squares are {size} pixels", size=self.grid.size))
        if not self.on_grid:
            draft.remark(
                "grid", _("the picture is shifted by a part of a square; squares that it covers in part count")
            )
        draft.cover({})
        for number, drawing in enumerate(scene.drawings):
            self._put_area(f"drawings[{number}]", drawing.text or "", drawing.shape, drawing.x, drawing.y)
        for number, region in enumerate(scene.regions):
            for shape in region.shapes:
                self._put_area(f"regions[{number}]", region.name, shape, 0, 0)
        for number, wall in enumerate(scene.walls):
            self._put_wall(f"walls[{number}]", wall)
        for number, token in enumerate(scene.tokens):
            self._put_token(f"tokens[{number}]", token)
        for kind in ("lights", "sounds", "tiles", "notes", "templates"):
            count = len(getattr(scene, kind))
            if count:
                draft.remark(
                    kind,
                    english("{amount} left out: the rules do not use them", amount=counted(count, kind[:-1])),
                )
        if scene.background.src or scene.img:
            draft.picture = ("background", self._picture)
        return draft

    def _picture(self) -> bytes:
        scene, place = self.scene, "background"
        if not self.on_grid or scene.width % self.grid.size or scene.height % self.grid.size:
            raise ScenarioError(self.source, place, "a part of a square", "whole squares")
        name = unquote(scene.background.src or scene.img or "")
        return self.folder.bytes(self.folder.named(name, self.path, place))

    def _point(self, x: float, y: float) -> Point:
        return x / self.grid.size - self.x0, y / self.grid.size - self.y0

    def _put_wall(self, place: str, wall: _Wall) -> None:
        sight = 20 if wall.sight is None and wall.sense is None else wall.sense if wall.sight is None else wall.sight
        steps, looks = wall.move > 0, (sight or 0) > 0
        points = (self._point(*wall.c[:2]), self._point(*wall.c[2:]))
        if not steps and not looks:
            self.draft.remark(place, _("blocks neither steps nor sight; it is left out"))
            return
        if wall.dir:
            self.draft.remark(place, _("blocks from one side only; here it blocks from both"))
        if looks and sight not in (1, 20):
            self.draft.remark(place, _("blocks sight in part; here it blocks all of it"))
        fields: Fields = {"kind": "wall" if steps else "curtain"}
        if not looks:
            fields["effect"] = False
        if wall.door:
            fields["door"] = "secret" if wall.door == 2 and wall.ds != 1 else DOORS.get(wall.ds, "closed")
        self.draft.line(points, fields, place)

    def _put_token(self, place: str, token: _Token) -> None:
        x, y = self._point(token.x, token.y)
        if not (isfinite(x) and isfinite(y) and abs(x) < 1e6 and abs(y) < 1e6 and abs(token.elevation) < 1e6):
            self.draft.remark(place, _("has no place; it is left out"))
            return
        at: tuple[int, ...] = (round(x), round(y))
        if token.elevation and self.grid.distance > 0:
            at = (*at, int(token.elevation // self.grid.distance))
        if token.hidden:
            self.draft.remark(place, english("{word} is hidden; on this board all see it", word=spelled(token.name)))
        side = SIDES.get(token.disposition, "neutral")
        self.draft.creature(at, token.name, {"side": side}, place, max(token.width, token.height))

    def _put_area(self, place: str, name: str, shape: _Shape, x: float, y: float) -> None:
        if shape.hole:
            self.draft.remark(place, _("has a hole; the hole is left out"))
            return
        x, y, kind = x + shape.x, y + shape.y, shape.type
        corners: tuple[Point, ...]
        if kind in ("p", "f", "polygon") and shape.points:
            pairs = zip(shape.points[::2], shape.points[1::2], strict=False)
            corners = tuple((x + i, y + j) for i, j in pairs)
        elif kind in ("e", "ellipse", "c", "circle"):
            across, down = shape.radiusX or (shape.width or 0) / 2, shape.radiusY or (shape.height or 0) / 2
            middle = (x, y) if shape.radiusX else (x + across, y + down)
            turns = (pi * number / 16 for number in range(32))
            corners = tuple((middle[0] + across * cos(t), middle[1] + down * sin(t)) for t in turns)
        else:
            width, height = shape.width or 0, shape.height or 0
            turn = radians(shape.rotation) if isfinite(shape.rotation) else 0.0
            corners = tuple(
                (x + i * cos(turn) - j * sin(turn), y + i * sin(turn) + j * cos(turn))
                for i, j in ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
            )
        points = tuple(self._point(*corner) for corner in corners)
        if not name:
            self.draft.remark(place, _("has no name that gives a meaning; it is left out"))
            return
        area: Literal["area"] = "area"
        put(self.draft, PlacedObject(place, (name,), name, {}, area, points))

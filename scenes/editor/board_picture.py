"""Draws a tree's board, even an invalid one."""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pygame

from ...components.names import PictureName
from ...components.position import Cube
from ...engine.board.board import Board, Edge
from ...engine.board.tiles import BUILT_IN, Tile, TileSpec, tile
from ...engine.decoding import convert
from ...engine.geometry.boxes import Box
from ...play.replay.palettes import Palette
from ...play.replay.snapshot import CreatureView, Snapshot
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.tokens import Tokens
from ..board.draw.underlay import Underlay, underlay
from .board_edits import Square, Tree, edges_of, legend_of, rows_of, space_of

NAMES = 12
"""Letter pixels of names."""


def tiles_of(tree: Tree) -> dict[str, Tile]:
    """Returns {character: tile} of a map; a tile with an error becomes floor."""
    found = dict(BUILT_IN)
    for char, fields in legend_of(tree).items():
        if fields is not None:
            try:
                found[char] = tile(char, convert(fields, TileSpec))
            except msgspec.ValidationError:
                found[char] = BUILT_IN["."]
    return found


def board_of(tree: Tree) -> Board:
    tiles = tiles_of(tree)
    rows = [[tiles.get(char, BUILT_IN["."]) for char in row] for row in rows_of(tree)]
    edges: dict[tuple[Square, Square], Edge] = {}
    for edge in edges_of(tree):
        a, b = sorted((int(square[0]), int(square[1])) for square in edge["between"])
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and max(a[1], b[1]) < len(rows) and max(a[0], b[0]) < len(rows[0]):
            kind = edge.get("kind", "wall")
            made = Edge(a, b, kind == "wall", None, None, edge.get("effect"), kind == "curtain")
            edges[a, b] = edges[b, a] = made
    return Board(rows, edges)


class EditedBoard:
    """Draws the board of the scenario that is edited. Parts that stay the same are cached."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._board_key: object = None
        self._underlay_key: object = None
        self._underlay: Underlay | None = None
        self._creature_key: tuple[object, object] | None = None
        self.names: list[str] = []

    def look_at(self, tree: Tree, file: Path | None) -> None:
        board = tree.get("board", {})
        if board is not self._board_key:
            self._board_key = board
            self.board = board_of(tree)
            self.terrain = Terrain(
                self.board, self.palette, self._picture(board.get("picture"), file), str(tree.get("title", ""))
            )
            self._creature_key = None
        creatures = (tree.get("creatures"), tree.get("ruleset"))
        before = self._creature_key
        if before is None or creatures[0] is not before[0] or creatures[1] != before[1]:
            self._creature_key = creatures
            views = self._views(tree)
            self.names = list(views)
            self.snapshot = Snapshot(views)
            self.tokens = Tokens(self.board, self.palette, self.snapshot.sides())

    def _picture(self, name: object, file: Path | None) -> Underlay | None:
        key = (name, file, self.board.width, self.board.height)
        if key != self._underlay_key:
            self._underlay_key, self._underlay = key, None
            if file is not None:
                with suppress(msgspec.ValidationError):
                    chosen = convert(name, PictureName | None)
                    self._underlay = underlay(chosen, file, self.board.width, self.board.height)
        return self._underlay

    def _views(self, tree: Tree) -> Mapping[str, CreatureView]:
        found: dict[str, CreatureView] = {}
        for one in tree.get("creatures", []):
            name = str(one.get("name", "?"))
            while name in found:
                name += " ·"
            x, y, *level = one["at"]
            side = space_of(tree, one)
            z = level[0] if level else self.board.stand(x, y) if (x, y) in self.board else 0
            cube: Cube = (x, y, z)
            hp: Any = one.get("hp")
            found[name] = CreatureView(
                name=name,
                side=str(one.get("side", "red")),
                size=str(one.get("size", "medium")),
                squares=side,
                room=5.0 * side,
                cube=cube,
                box=Box(x, y, z, x + side - 1, y + side - 1, z + side - 1),
                hp=hp if isinstance(hp, int) else None,
                full=hp if isinstance(hp, int) else None,
                conditions=tuple(map(str, one.get("conditions", ()))),
                role="sword" if self.palette.art and one.get("kind") != "object" else "",
            )
        return found

    def draw(self, surface: pygame.Surface, camera: Camera, chosen: int | None) -> None:
        surface.fill(self.palette.page, camera.view)
        self.terrain.draw(surface, camera, at_once=True)
        name = self.names[chosen] if chosen is not None and chosen < len(self.names) else None
        self.tokens.draw(surface, camera, self.snapshot, chosen=name, names=NAMES)


_INDEXED = re.compile(r"(creatures|board\.edges)\[(\d+)\]")
_SQUARE = re.compile(r"\[(\d+), (\d+)\]")


def squares_at(tree: Tree, place: str, sentence: str) -> list[Square]:
    if found := _INDEXED.match(place):
        number = int(found[2])
        if found[1] == "creatures" and number < len(tree.get("creatures", [])):
            one = tree["creatures"][number]
            side = space_of(tree, one)
            return [(one["at"][0] + i, one["at"][1] + j) for j in range(side) for i in range(side)]
        if found[1] == "board.edges" and number < len(edges_of(tree)):
            return [(int(square[0]), int(square[1])) for square in edges_of(tree)[number]["between"]]
    if place.startswith("board.map") and (named := _SQUARE.search(sentence)):
        return [(int(named[1]), int(named[2]))]
    return []

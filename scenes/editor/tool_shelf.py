"""The tools of the editor, with their tiles and edges."""

from typing import Any

import pygame
import pygame_gui

from ...engine.messages import _, tr
from ...engine.scenario.shipped import shipped
from ...play.replay.palettes import Palette
from ..board.draw.tile_patterns import tile_picture
from ..window import widgets
from ..window.fonts import fitted, outlined
from . import board_edits as edits
from .board_picture import tiles_of

TOOLS = {
    "paint": ("B", _("paint"), _("Paint squares (right button: floor)")),
    "box": ("R", _("box"), _("Fill a rectangle")),
    "fill": ("F", _("fill"), _("Fill connected squares")),
    "edge": ("E", _("edges"), _("Put something between two squares (right button: take it away)")),
    "creature": ("C", _("creature"), _("Place, move and describe creatures")),
    "select": ("S", _("select"), _("Choose a piece of the board")),
}
"""The tools, each with its key, label and description."""
EDGES: dict[str, dict[str, Any]] = {
    _("wall"): {"kind": "wall"},
    _("grating"): {"kind": "wall", "effect": False},
    _("obstacle"): {"kind": "obstacle"},
    _("curtain"): {"kind": "curtain"},
}
SIDES = ("red", "blue", "green")
"""Sides that can always be chosen."""
PLAIN = _("plain")
"""A creature of no class."""


class ToolShelf:
    def __init__(self) -> None:
        self.tool = "paint"
        self.char = "#"
        """The current tile character."""
        self.edge = "wall"
        self.side, self.base = SIDES[0], PLAIN
        """The side and class of new creatures."""
        self.area = pygame.Rect(0, 0, 1, 1)
        self.text = 13
        self._buttons: dict[Any, str] = {}

    def build(self, area: pygame.Rect, manager: Any, text: int) -> None:
        self.area, self.text = area, text
        self._buttons = {}
        for number, (name, (key, label, told)) in enumerate(TOOLS.items()):
            half = area.width // 2
            place = widgets.rect(4 + number % 2 * (half - 2), 4 + number // 2 * self._row, half - 6, self._row - 2)
            button = pygame_gui.elements.UIButton(
                relative_rect=place,
                text=f"{tr(label)} {key}",
                manager=manager,
                tool_tip_text=tr(told),
                object_id="#chosen" if name == self.tool else "",
            )
            self._buttons[button] = name

    @property
    def _row(self) -> int:
        return self.text * 2 + 4

    def marked(self, name: str) -> bool:
        """True if the tile, edge, side or class `name` is selected for drawing."""
        if self.tool == "creature":
            return name in (f"{self.side} ●", self.base)
        return name == (self.edge if self.tool == "edge" else self.char)

    def pick(self, name: str) -> None:
        if self.tool == "creature":
            self.side, self.base = (name.removesuffix(" ●"), self.base) if name.endswith("●") else (self.side, name)
        elif self.tool == "edge":
            self.edge = name
        else:
            self.char = name

    def creature(self) -> edits.Tree | None:
        """Returns a new creature of the class selected for drawing; None if no class is selected."""
        return None if self.base == PLAIN else {"name": self.base, "base": self.base}

    @staticmethod
    def _crew(tree: edits.Tree) -> list[str]:
        sides = dict.fromkeys([*SIDES, *(str(one.get("side", "red")) for one in tree.get("creatures", ()))])
        return [*(f"{side} ●" for side in sides), PLAIN, *shipped("creatures")]

    def pressed(self, element: object) -> str | None:
        return self._buttons.get(element)

    def turn(self, tree: edits.Tree, step: int) -> str:
        names = list(self.places(tree))
        if self.tool == "creature":
            names = [name for name in names if not name.endswith("●")]
        at = next((number for number, name in enumerate(names) if self.marked(name)), 0)
        return names[(at + step) % len(names)]

    def places(self, tree: edits.Tree) -> dict[str, pygame.Rect]:
        side, top = self.text * 2 + 8, 4 + 3 * self._row + 6
        if self.tool == "edge":
            wide = self.area.width - 12
            return {name: pygame.Rect(6, top + number * side, wide, side - 4) for number, name in enumerate(EDGES)}
        if self.tool == "creature":
            wide, high = (self.area.width - 12) // 2, self.text + 8
            return {
                name: pygame.Rect(6 + number % 2 * wide, top + number // 2 * high, wide - 2, high - 2)
                for number, name in enumerate(self._crew(tree))
            }
        columns = max((self.area.width - 8) // side, 1)
        return {
            name: pygame.Rect(6 + number % columns * side, top + number // columns * side, side - 4, side - 4)
            for number, name in enumerate(edits.legend_of(tree))
        }

    def at(self, tree: edits.Tree, spot: tuple[int, int]) -> str | None:
        return next((name for name, place in self.places(tree).items() if place.collidepoint(spot)), None)

    def draw(self, surface: pygame.Surface, palette: Palette, tree: edits.Tree) -> None:
        tiles = tiles_of(tree)
        for name, place in self.places(tree).items():
            if self.tool in ("edge", "creature"):
                told = tr(name) if name == PLAIN or name in EDGES else name
                surface.blit(fitted(told, place.width - 8, self.text, palette.ink), (place.left + 4, place.top + 1))
            else:
                surface.blit(tile_picture(tiles[name], palette, place.width, 0), place)
                surface.blit(outlined(name, self.text - 2, (255, 255, 255), (20, 20, 24)), (place.left + 1, place.top))
            chosen = self.marked(name)
            pygame.draw.rect(surface, palette.accent if chosen else palette.panel_edge, place, 2 if chosen else 1)

"""A battle as one self-contained page: board, creatures, log and timeline for any browser, no network needed."""

import json
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from ...components.events import Event
from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...play.battle import Battle
from ..window.palettes import PALETTES, Colour, Palette, lighter, mix
from .log_text import chronicle
from .replay_file import Record
from .snapshot import CreatureView, Figures, Snapshot, creature_view_of, height_of, turn_order


def page(record: Record, palette: Palette | None = None) -> str:
    """The page's text."""
    assets = files("fivefoot.assets")
    template = (assets / "replay_page.html").read_text(encoding="utf-8")
    board = (assets / "web" / "board_view.js").read_text(encoding="utf-8")
    data = json.dumps(content(record, palette), ensure_ascii=False, separators=(",", ":"))
    # Nothing in the data may end the script element it stands in, whatever a creature is called.
    safe = data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    title = record.scenario.title or "a battle"
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        title = title.replace(sign, name)
    # In one go: what is put in is not looked through again.
    filled = {"title": title, "data": safe, "board": board}
    return re.sub(r"\{\{(title|data|board)\}\}", lambda place: filled[place[1]], template)


def write(battle: Battle, path: str | os.PathLike[str]) -> None:
    """Write the page of a battle so far.

    Raises:
        OSError: it cannot be written.
    """
    scenario = msgspec.structs.replace(battle.scenario, ruleset=battle.rules.name)
    record = Record(scenario, tuple(battle.events), battle.world.dice.seed)
    Path(path).write_text(page(record), encoding="utf-8")


def content(record: Record, palette: Palette | None = None) -> dict[str, Any]:
    """What the page shows: the board, the creatures, and what each event changes."""
    with Battle(record.scenario, seed=record.seed) as battle:
        stage = Stage(battle, palette)
        shown = stage.content()
        order = turn_order(record.events, [str(one["name"]) for one in shown["start"]])
        shown["start"].sort(key=lambda one: order.index(str(one["name"])))
        return {**shown, "moments": [stage.moment(event) for event in record.events]}


class Stage:
    """A battle as a page shows it: the board once, then what each event changes."""

    def __init__(self, battle: Battle, palette: Palette | None = None) -> None:
        """Take the creatures as they stand now, before the first event that is shown."""
        self.palette = palette or next(iter(PALETTES.values()))
        self.board = battle.world.board
        self.unit = "ft" if battle.rules.feet else "sq"
        self.title, self.ruleset = battle.scenario.title, battle.rules.title
        self.sides = {one.name: one.side for one in battle.creatures}
        self._snapshot = Snapshot(Figures(creature_view_of(one) for one in battle.creatures))
        self._round = 0

    def content(self) -> dict[str, Any]:
        """The board, the sides, the colours of the page, and the creatures as they are seen now."""
        palette, board = self.palette, self.board
        kinds: dict[Tile, int] = {}
        rows = [[kinds.setdefault(tile, len(kinds)) for tile in row] for row in board.tiles]
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "unit": self.unit,
            "board": {
                "width": board.width,
                "height": board.height,
                "rows": rows,
                "kinds": [_kind(tile, palette) for tile in kinds],
                "edges": [[*edge.a, *edge.b, edge.wall] for (a, _), edge in board.edges.items() if a == edge.a],
            },
            "sides": [
                {"name": side, "colour": _hex(colour)}
                for side, colour in palette.of_sides(self._snapshot.sides()).items()
            ],
            "look": {
                "page": _hex(palette.page),
                "panel": _hex(palette.panel),
                "edge": _hex(palette.panel_edge),
                "ink": _hex(palette.ink),
                "faint": _hex(palette.faint),
                "accent": _hex(palette.accent),
                "warning": _hex(palette.warning),
                "wall": _hex(palette.wall),
                "wood": _hex(palette.wood),
            },
            "start": [_figure(figure, board) for figure in self._snapshot.figures.values()],
        }

    def moment(self, event: Event) -> dict[str, Any]:
        """What the next event is, its line of the log, and the creatures that it changed."""
        before = self._snapshot
        after = self._snapshot = before.after(event, self.board)
        lines = [
            {"text": line.text, "kind": line.kind, "depth": line.depth, "rules": list(line.rules)}
            for line in chronicle([event], self.unit, self.sides)
            if line.kind != "round" or event.round != self._round
        ]
        self._round = max(self._round, event.round)
        moment: dict[str, Any] = {"event": event.event}
        if lines:
            moment["lines"] = lines
        changed = [_figure(figure, self.board) for figure in after.changed_since(before)]
        if changed:
            moment["changed"] = changed
        if after.active != before.active:
            moment["active"] = after.active
        if after.round != before.round:
            moment["round"] = after.round
        return moment


def _figure(figure: CreatureView, board: Board) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": figure.name,
        "side": figure.side,
        "box": [figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1],
        "lift": height_of(figure, board),
        "room": figure.room,
    }
    if figure.hp is not None:
        shown["hp"], shown["full"] = figure.hp, figure.full
    if figure.conditions:
        shown["conditions"] = list(figure.conditions)
    if figure.out:
        shown["out"] = True
    if figure.thing:
        shown["thing"] = True
    return shown


def _kind(tile: Tile, palette: Palette) -> dict[str, Any]:
    """How a tile looks: its colour, its pattern, its height."""
    if tile.solid:
        colour, pattern = (palette.dirt if tile.ground == "dirt" else palette.stone), "earth"
    elif tile.terrain == "blocked":
        colour, pattern = (palette.wall, "wall") if tile.fills else (palette.floor, "pillar")
    elif tile.water:
        colour, pattern = palette.water, "water"
    elif tile.pit:
        colour, pattern = palette.pit, "pit"
    else:
        share = max(-0.6, min(0.09 * tile.floor, 0.6))
        colour = lighter(palette.floor, share)
        pattern = {"difficult": "rubble", "impeded": "bramble"}.get(tile.terrain, "plain")
        if pattern != "plain":
            colour = mix(colour, palette.stone, 0.35)
    if tile.light != "bright":
        colour = lighter(colour, -0.6 if tile.light == "dark" else -0.3)
    kind: dict[str, Any] = {"colour": _hex(colour), "pattern": pattern}
    if tile.floor and tile.terrain != "blocked" and not tile.water:
        kind["floor"] = tile.floor
    if tile.obstacle:
        kind["obstacle"] = True
    if (tile.hazard and not tile.pit) or tile.damage is not None:
        kind["danger"] = True
    return kind


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)

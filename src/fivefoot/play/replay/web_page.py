"""A battle as one self-contained page for any browser."""

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from ...components.events import Changed, Done, Event, Joined, Rolled, Struck, TurnEnded, TurnStarted
from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...engine.messages import ENGLISH, Message, _, single_words, wording
from ...engine.rules.ruleset import World
from .highlights import turning_point
from .log_text import chronicle, labels_of, one_line
from .looks import (
    ACROSS,
    BADGES,
    DEEP,
    HEALTH,
    PICTURE,
    SHAPES,
    USUAL_SHAPES,
    WALLED,
    Looks,
    atlas_table,
    figure_data,
    glyph_data,
    scenery_of,
    tile_data,
)
from .palettes import PALETTES, Palette, hex_of
from .snapshot import CreatureView, Snapshot, height_of, turn_order

_WORDS = (
    *(_("earth"), _("wall"), _("pillar"), _("water"), _("pit"), _("rubble"), _("bramble"), _("floor")),
    *(_("ft"), _("sq")),
)


PARTS = {"controls": "html", "style": "css", "board_view": "js", "player": "js"}
"""Parts of the web page in the recorded page."""
LOOK = (
    "page", "panel", "ink", "faint", "accent", "warning", "wall", "wood", "threat", "floor", "stone", "dirt", "water",
    "pit",
)  # fmt: skip
"""The palette's colours that a page uses."""


def page(
    title: str, start: World, events: Sequence[Event], palette: Palette | None = None, language: str = ENGLISH
) -> str:
    """Returns a web page that shows the events again, from the state `start` before them."""
    assets, title = files("fivefoot.assets"), wording(title, language)
    template = (assets / "replay_page.html").read_text(encoding="utf-8")
    parts = {name: (assets / "web" / f"{name}.{kind}").read_text(encoding="utf-8") for name, kind in PARTS.items()}
    words = single_words(language)
    for text in (template.replace("{{controls}}", parts["controls"]), parts["player"]):
        words |= words_of(text, language)
    shown = content(title, start, events, palette, language) | {"language": language, "words": words}
    data = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    # Nothing in the data may end the script element around it, whatever a creature's name.
    safe = data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    # In one pass, so that inserted text is not searched again.
    filled = {"title": escape(title or "a battle"), "ruleset": escape(start.rules.title), "data": safe, **parts}
    return re.sub(r"\{\{(\w+)\}\}", lambda place: filled[place[1]], template)


def words_of(text: str, language: str) -> dict[str, str]:
    found = {one: wording(one, language) for one in page_texts(text)} if language != ENGLISH else {}
    return {one: words for one, words in found.items() if words != one}


def page_texts(text: str) -> list[str]:
    """Returns the English texts in the source of a web page, so translators can find them."""
    found = re.findall(r"""\bt\((?:[\w.]+ [><=]+ \w+ \? )?"((?:[^"\\]|\\.)+)"(?: : "((?:[^"\\]|\\.)+)")?""", text)
    shown = [one for pair in found for one in pair if one]
    body = re.sub(r"(?s)<(script|style).*?</\1>", "", text) if text.lstrip().startswith("<") else ""
    shown += re.findall(r'\b(?:title|aria-label|placeholder)="(?!ws:)([^"{]*[a-z][^"{]*)"', body)
    shown += [one.strip() for one in re.findall(r">([^<>{}]*[a-z]{2}[^<>{}]*)<", body)]
    return list(dict.fromkeys(shown))


def content(
    title: str, start: World, events: Sequence[Event], palette: Palette | None = None, language: str = ENGLISH
) -> dict[str, Any]:
    stage = Stage(title, start, events, palette, language)
    shown = stage.content()
    order = turn_order(events, [str(one["name"]) for one in shown["start"]])
    shown["start"].sort(key=lambda one: order.index(str(one["name"])))
    return {**shown, "turning": turning_point(events), "moments": stage.moments(events)}


class Stage:
    """Collects the data of a battle for a web page. The board comes first, then each event's changes."""

    def __init__(
        self,
        title: str,
        start: World,
        events: Sequence[Event] = (),
        palette: Palette | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.palette = palette or next(iter(PALETTES.values()))
        self.unit = "ft" if start.rules.feet else "sq"
        self.title, self.ruleset = title, start.rules.title
        self.language = language
        self._labels = labels_of(start)
        self._snapshot = Snapshot.of(start)
        self.scenery = scenery_of(title, start.board) if self.palette.art else ""
        self.sides = {one.name: one.side for one in start.creatures}
        self.sides |= {event.who: event.side for event in events if isinstance(event, Joined)}
        self._looks = Looks(start.board, self.palette, dict.fromkeys(self.sides.values()))
        self._looks.meet(self._snapshot)
        self._kinds: dict[Tile, int] = {}
        self._round = 0
        self._fallen: set[str] = set()
        self._before: Event | None = None

    def content(self) -> dict[str, Any]:
        palette, board = self.palette, self._board
        rows = [[self._kinds.setdefault(tile, len(self._kinds)) for tile in row] for row in board.tiles]
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "unit": self.unit,
            "board": {
                "width": board.width,
                "height": board.height,
                "rows": rows,
                "kinds": [self._kind(tile) for tile in self._kinds],
                "edges": _edges(board),
            },
            "sides": [
                {"name": side, "colour": hex_of(colour), "shape": self._looks.shapes[side]}
                for side, colour in self._looks.colours.items()
            ],
            **_tables(palette),
            "start": [self._figure(figure) for figure in self._snapshot.figures.values()],
        }

    def _figure(self, figure: CreatureView) -> dict[str, Any]:
        return _figure(figure, self._board) | figure_data(self._looks.of(figure))

    def _kind(self, tile: Tile) -> dict[str, Any]:
        return tile_data(tile, self.palette, self.scenery)

    @property
    def _board(self) -> Board:
        board = self._snapshot.board
        assert board is not None
        return board

    def moments(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Returns each event's changes and lines of the log. A walk's last event has its line."""
        found: list[dict[str, Any]] = []
        first = 0
        for place, event in enumerate(events):
            ends = place + 1 == len(events) or not one_line(event, events[place + 1])
            group = events[first : place + 1] if ends and not self._plain(event) else ()
            found.append(self._moment(event, self._lines(group) if group else []))
            self._before, first = event, place + 1 if ends else first
        return found

    def _plain(self, event: Event) -> bool:
        """True for initiative, and for the end of an act that other lines tell."""
        if isinstance(event, Rolled):
            return event.for_ == "initiative"
        if not isinstance(event, Done):
            return False
        return not isinstance(self._before, TurnStarted if event.intent == "end" else (TurnStarted, Done))

    def _lines(self, group: Sequence[Event]) -> list[dict[str, Any]]:
        last = group[-1]
        lines = [
            {"text": line.text, "kind": line.kind, "depth": line.depth, "rules": list(line.rules)}
            for line in chronicle(group, self.unit, self.sides, self.language, self._labels, self._fallen)
            if line.kind != "round" or last.round != self._round
        ]
        if isinstance(last, TurnEnded) and isinstance(self._before, TurnStarted):
            waits = Message(_("{actor} waits"), {"actor": last.actor}).told(self.language)
            lines.append({"text": waits, "kind": "aside", "depth": 2, "rules": []})
        self._round = max(self._round, last.round)
        return lines

    def _moment(self, event: Event, lines: list[dict[str, Any]]) -> dict[str, Any]:
        before = self._snapshot
        after = self._snapshot = before.after(event)
        slots = self._looks.slots
        self._looks.meet(after)
        moment: dict[str, Any] = {"event": event.event}
        if lines:
            moment["lines"] = lines
        changed = {figure.name: figure for figure in after.changed_since(before)}
        if isinstance(event, Changed) and isinstance(event.at, tuple):  # creatures there are higher or lower now
            changed |= {one.name: one for one in after.figures.values() if _covers(one, *event.at)}
        if slots != self._looks.slots:  # others in a square have made room, or have it for themselves
            moved = {name for name in (*slots, *self._looks.slots) if slots.get(name) != self._looks.slots.get(name)}
            changed |= {name: after.figures[name] for name in sorted(moved) if name in after.figures}
        if changed:
            moment["changed"] = [self._figure(figure) for figure in changed.values()]
        if gone := [name for name in before.figures if name not in after.figures]:
            moment["gone"] = gone
        if isinstance(event, Changed) and isinstance(event.at, tuple):
            x, y = event.at
            tile = self._board.tile(x, y)
            moment["ground"] = [x, y, self._kinds.setdefault(tile, len(self._kinds)), self._kind(tile)]
        elif isinstance(event, Changed):
            moment["edges"] = _edges(self._board)
        if isinstance(event, Struck):
            moment["strike"] = [event.by, event.target, event.hit]
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
    if figure.drawn_in:
        shown["whole"] = [*figure.cube[:2], figure.squares]
    if figure.out:
        shown["out"] = True
    if figure.thing:
        shown["thing"] = True
    return shown


def _covers(figure: CreatureView, x: int, y: int) -> bool:
    box = figure.box
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _edges(board: Board) -> list[list[int | bool | str]]:
    return [[*edge.a, *edge.b, edge.wall, edge.kind] for (a, _), edge in board.edges.items() if a == edge.a]


def _tables(palette: Palette) -> dict[str, Any]:
    places = {name: list(numbers) for name, numbers in atlas_table().places.items()}
    colours = {name: hex_of(getattr(palette, name)) for name in LOOK}
    health = [hex_of(colour) for colour in HEALTH]
    return {
        "look": {**colours, "edge": hex_of(palette.panel_edge), "health": health},
        "glyphs": glyph_data(),
        "atlas": {"side": PICTURE, "across": ACROSS, "places": places} if palette.art else None,
    }


def looks_script(palette: Palette) -> str:
    """Returns JavaScript data with the colours and shapes for drawing creatures."""
    table = atlas_table()
    looks = _tables(palette) | {
        "sides": [hex_of(colour) for colour in palette.sides],
        "named": {name: hex_of(colour) for name, colour in palette.named.items()},
        "shapes": SHAPES, "shaped": USUAL_SHAPES, "badges": BADGES, "deep": DEEP, "walled": WALLED,
        "roles": table.roles, "called": table.called, "scenery": table.scenery,
    }  # fmt: skip
    return f"const LOOKS = {json.dumps(looks, ensure_ascii=False, default=dict)};\n"

"""A remote battle from the server's messages: board, creatures, fog, log."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...engine.board.board import Board, Edge, edge_of_kind
from ...engine.board.tiles import SQUARE_FEET, Tile
from ...engine.geometry.boxes import Box
from ..replay.snapshot import CreatureView, Figures, Snapshot

Plain = Mapping[str, Any]


class Mirror:
    """A client's copy of a battle on a server, with what the client's side perceives."""

    def __init__(self, stage: Plain) -> None:
        self.lines: list[str] = []
        self.set_stage(stage)

    def set_stage(self, stage: Plain) -> None:
        """Replaces the whole copy of the battle: at the start, after undo or a new connection."""
        self.title: str = stage["title"]
        self.ruleset: str = stage["ruleset"]
        figures = Figures(figure_of(one) for one in stage["creatures"])
        self.shown = Snapshot(figures, stage["active"], stage["round"], board_of(stage["board"]))
        self.dark = squares_of(stage.get("dark") or ())
        self.lost = {one["name"]: figure_of(one) for one in stage.get("lost") or ()}

    @property
    def board(self) -> Board:
        assert self.shown.board is not None
        return self.shown.board

    def follow(self, moment: Plain) -> None:
        event, shown = moment["event"], self.shown
        figures = dict(shown.figures)
        for one in moment.get("changed") or ():
            figures[one["name"]] = figure_of(one)
            self.lost.pop(one["name"], None)
        for name in moment.get("gone") or ():
            gone = figures.pop(name, None)
            if gone is not None and event["event"] != "left":
                self.lost[name] = gone
        active, round_ = shown.active, shown.round
        if event["event"] == "turn-started":
            active, round_ = event["actor"], event["round"]
        elif event["event"] == "turn-ended":
            active = None
        self.shown = replace(shown, figures=Figures(figures.values()), active=active, round=round_)
        if moment.get("line"):
            self.lines.append(moment["line"])


def figure_of(facts: Plain) -> CreatureView:
    x, y, z = facts["at"]
    return CreatureView(
        name=facts["name"],
        side=facts["side"],
        size=facts["size"],
        squares=facts["squares"],
        room=facts["room"],
        cube=(x, y, z),
        box=Box(*facts["box"]),
        mode=facts["mode"],
        hp=facts["hp"],
        full=facts["full"],
        conditions=tuple(facts["conditions"]),
        out=facts.get("out", False),
        thing=facts.get("thing", False),
        role=facts["art"],
    )


def board_of(facts: Plain) -> Board:
    kinds = [tile_of(one) for one in facts["tiles"]]
    rows = tuple(tuple(kinds[number] for number in row) for row in facts["rows"])
    edges: dict[tuple[tuple[int, int], tuple[int, int]], Edge] = {}
    for one in facts["edges"]:
        (ax, ay), (bx, by) = (place[:2] for place in one["between"])
        edge = edge_of_kind((ax, ay), (bx, by), one["kind"])
        edges[(ax, ay), (bx, by)] = edges[(bx, by), (ax, ay)] = edge
    return Board(rows, edges)


def tile_of(facts: Plain) -> Tile:
    ground = facts["ground"]
    blocked = ground in ("wall", "pillar")
    return Tile(
        {"wall": "#", "pillar": "o", "water": "~", "pit": "_", "dirt": "d", "stone": "s"}.get(ground, "."),
        terrain="blocked" if blocked else facts.get("terrain", "normal"),
        fills=ground == "wall",
        floor=facts.get("floor", 0),
        water=facts.get("water", 0),
        damage=facts.get("damage"),
        hazard=facts.get("hazard", False),
        obstacle=facts.get("obstacle", False),
        ground=ground if ground in ("dirt", "stone") else None,
        solid=ground in ("dirt", "stone"),
        ramp=facts.get("ramp", False),
        light=facts.get("light", "bright"),
        width=facts.get("width", SQUARE_FEET),
        pit=ground == "pit",
    )


def squares_of(rows: Any) -> frozenset[tuple[int, int]]:
    """Returns the squares (x, y) that have a 1 in rows of 0 and 1."""
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "1")

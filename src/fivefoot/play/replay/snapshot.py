"""Snapshots: every creature at one moment, as plain values.

Scenes draw snapshots, so the display may lag or go back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET

from ...components.ability import Repertoire
from ...components.events import (
    BattleStarted,
    Changed,
    Damaged,
    Downed,
    EventBase,
    Fell,
    ForcedMoved,
    Gained,
    Healed,
    Joined,
    Left,
    Lost,
    Moved,
    Teleported,
    TurnEnded,
    TurnStarted,
)
from ...components.position import Cube
from ...engine.board.board import Board, edge_of_kind
from ...engine.dice import Dice
from ...engine.field.shapes import drawn_in, least_width
from ...engine.geometry.boxes import Box, overlap
from ...engine.rules.ruleset import Ruleset, World
from ...engine.scenario.build import add_creature
from ...engine.scenario.format import CreatureSpec
from ...engine.scenario.validate import decode
from ...engine.state.creature import Creature
from ...systems.effects import described


@dataclass(frozen=True, slots=True)
class CreatureView:
    """What is drawn and told of one creature at one moment."""

    name: str
    side: str
    size: str
    squares: int
    """The side of its full space."""
    room: float
    """The side of its space in feet; below 5 several share a square."""
    cube: Cube
    box: Box
    """The cubes it fills."""
    mode: str = "walk"
    hp: int | None = None
    full: int | None = None
    conditions: tuple[str, ...] = ()
    out: bool = False
    thing: bool = False
    """True if it is an object."""
    mount: str | None = None
    role: str = ""

    @property
    def space(self) -> Box:
        """The cubes of its full space."""
        (x, y, z), reach = self.cube, self.squares - 1
        return Box(x, y, z, x + reach, y + reach, z + reach)

    @property
    def drawn_in(self) -> bool:
        return (self.box.x1 - self.box.x0 + 1, self.box.y1 - self.box.y0 + 1) != (self.squares, self.squares)

    def varied(self, **changes: Any) -> "CreatureView":
        """Returns a copy with some fields changed; faster than `dataclasses.replace`."""
        twin = object.__new__(CreatureView)
        for key in CreatureView.__slots__:
            object.__setattr__(twin, key, changes[key] if key in changes else getattr(self, key))
        return twin


class Figures(Mapping[str, CreatureView]):
    """The drawn creatures by name. A copy shares what has not changed."""

    __slots__ = ("_pages", "_places")

    PAGE = 32

    def __init__(self, figures: Iterable[CreatureView]) -> None:
        listed = list({figure.name: figure for figure in figures}.values())
        self._places = {figure.name: place for place, figure in enumerate(listed)}
        self._pages = tuple(tuple(listed[at : at + self.PAGE]) for at in range(0, len(listed), self.PAGE))

    @staticmethod
    def of(figures: Mapping[str, CreatureView]) -> "Figures":
        return figures if isinstance(figures, Figures) else Figures(figures.values())

    def __getitem__(self, name: str) -> CreatureView:
        page, line = divmod(self._places[name], self.PAGE)
        return self._pages[page][line]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def changed_since(self, before: Mapping[str, CreatureView]) -> list[CreatureView]:
        if not isinstance(before, Figures) or before._places is not self._places:
            return [figure for name, figure in self.items() if before.get(name) is not figure]
        pages = zip(self._pages, before._pages, strict=True)
        return [
            now for page, old in pages if page is not old for now, was in zip(page, old, strict=True) if now is not was
        ]

    def having(self, figure: CreatureView) -> "Figures":
        place = self._places.get(figure.name)
        if place is None:
            return Figures([*self.values(), figure])
        number, line = divmod(place, self.PAGE)
        page = self._pages[number]
        twin = object.__new__(Figures)
        twin._places = self._places
        changed = (*page[:line], figure, *page[line + 1 :])
        twin._pages = (*self._pages[:number], changed, *self._pages[number + 1 :])
        return twin

    def without(self, name: str) -> "Figures":
        return Figures(figure for figure in self.values() if figure.name != name)


def creature_view_of(creature: Creature) -> CreatureView:
    return CreatureView(
        name=creature.name,
        side=creature.side,
        size=creature.size.name,
        squares=creature.size.side,
        room=creature.size.room,
        cube=creature.cube,
        box=creature.box,
        mode=creature.position.held,
        hp=creature.health.hp,
        full=creature.health.full,
        conditions=tuple(sorted(creature.condition.held)),
        out=creature.out,
        thing=creature.has("object"),
        mount=creature.condition.mount,
        role=role_of(creature),
    )


def role_of(creature: Creature) -> str:
    speeds, body = creature.speed.listed, creature.body
    if creature.has("object"):
        return ""
    for mode, role in (("fly", "wing"), ("burrow", "claw"), ("swim", "drop")):
        if speeds.get(mode, 0):  # type: ignore[call-overload]
            return role
    repertoire: Repertoire | None = creature.parts.get(Repertoire)
    if repertoire is not None and repertoire.resources:
        return "staff"
    if body.range is not None and not body.threatens:
        return "bow"
    if creature.size.side > 1:
        return "horns"
    if not creature.size.tall or not body.threatens:
        return "paw"
    return "shield" if body.ac >= SHIELDED else "sword"


SHIELDED = 17
"""The least defence of a creature drawn with a shield."""


def height_of(figure: CreatureView, board: Board) -> int:
    x, y, z = figure.cube
    if (x, y) not in board:
        return 0
    squares = [
        (i, j)
        for j in range(figure.box.y0, figure.box.y1 + 1)
        for i in range(figure.box.x0, figure.box.x1 + 1)
        if (i, j) in board
    ]
    # One that is drawn in around a corner of higher ground stands beside it.
    free = [square for square in squares if not board.solid(*square, z)]
    if not free:
        return -1
    return z - max(board.stand(i, j) for i, j in free)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The board and the creatures at one moment, to be drawn."""

    figures: Mapping[str, CreatureView]
    active: str | None = None
    round: int = 0
    board: Board | None = None
    rules: Ruleset | None = None
    """The ruleset, for the sizes of creatures that join or squeeze."""

    @staticmethod
    def of(world: World) -> "Snapshot":
        figures = Figures(creature_view_of(one) for one in world.creatures)
        return Snapshot(figures, world.active, world.round, world.board, world.rules)

    def changed_since(self, before: "Snapshot") -> list[CreatureView]:
        if self.figures is before.figures:
            return []
        return Figures.of(self.figures).changed_since(before.figures)

    def sides(self) -> list[str]:
        return list(dict.fromkeys(figure.side for figure in self.figures.values()))

    def with_figure(self, figure: CreatureView) -> "Snapshot":
        """Returns a copy of the snapshot with one creature changed or added."""
        return Snapshot(Figures.of(self.figures).having(figure), self.active, self.round, self.board, self.rules)

    def after(self, event: EventBase) -> "Snapshot":
        match event:
            case TurnStarted():
                return Snapshot(self.figures, event.actor, event.round, self.board, self.rules)
            case TurnEnded():
                return Snapshot(self.figures, None, self.round, self.board, self.rules)
            case BattleStarted():
                return replace(self, round=event.round)
            case Moved():
                return self._moved(event.who, event.to, event.mode)
            case ForcedMoved() | Teleported():
                return self._moved(event.who, event.to)
            case Fell():
                return self._moved(event.who, event.to, "walk")
            case Damaged():
                return self._changed(event.who, hp=event.hp)
            case Healed():
                up = event.amount > 0 and event.hp is not None and event.hp > 0
                return self._changed(event.who, hp=event.hp, out=False if up else None)
            case Downed():
                return self._changed(event.who, out=True)
            case Gained():
                return self._state(event.who, event.condition, True)
            case Lost():
                return self._state(event.who, event.condition, False)
            case Changed() if self.board is not None:
                return replace(self, board=board_after(self.board, event))
            case Joined() if self.board is not None and self.rules is not None and event.creature is not UNSET:
                return self.with_figure(newcomer(self.board, self.rules, event.creature))
            case Left():
                active = None if self.active == event.who else self.active
                return replace(self, figures=Figures.of(self.figures).without(event.who), active=active)
        return self

    def _moved(self, who: str, to: Cube, mode: str | None = None) -> "Snapshot":
        figure = self.figures.get(who)
        if figure is None:
            return self
        moved = figure.varied(cube=to, mode=mode or figure.mode)
        moved = moved.varied(box=self._drawn_in(figure, to) or moved.space)
        if self.rules is None or not self.rules.space.riders_merge:
            return self.with_figure(moved)
        mount = self.figures.get(figure.mount or "")
        if mount is not None and overlap(mount.space, moved.space):
            moved = moved.varied(box=mount.box)
        shown = self.with_figure(moved)
        for rider in self.figures.values() if figure.squares > 1 else ():
            if rider.mount == who and overlap(moved.space, rider.space):
                shown = shown.with_figure(rider.varied(box=moved.box))
        return shown

    def _drawn_in(self, figure: CreatureView, to: Cube) -> Box | None:
        board, rules = self.board, self.rules
        if board is None or rules is None or figure.squares == 1:
            return None
        pits = rules.terrain.pits_closed and figure.mode != "fly"
        return drawn_in(board, to, figure.squares, figure.cube, least=least_width(rules, figure.size), pits=pits)

    def _changed(self, who: str, *, hp: int | None = None, out: bool | None = None) -> "Snapshot":
        figure = self.figures.get(who)
        if figure is None:
            return self
        return self.with_figure(
            figure.varied(hp=figure.hp if hp is None else hp, out=figure.out if out is None else out)
        )

    def _state(self, who: str, condition: str, holds: bool) -> "Snapshot":
        figure = self.figures.get(who)
        if figure is None:
            return self
        kept = [held for held in figure.conditions if held != condition]
        if holds:
            kept.append(condition)
        return self.with_figure(
            figure.varied(conditions=tuple(sorted(kept)), out=figure.out or (holds and condition == "dead"))
        )


def board_after(board: Board, event: Changed) -> Board:
    if event.at is not UNSET and event.tile is not UNSET:
        return board.with_tiles({event.at: described(board, event.tile.get("char", event.tile))})
    if event.between is UNSET:
        return board
    a, b = event.between
    edge = None if event.kind in (UNSET, "nothing") else edge_of_kind(a, b, event.kind)
    return board.with_edge(a, b, edge)


def newcomer(board: Board, rules: Ruleset, table: Mapping[str, Any]) -> CreatureView:
    alone: World = World(board, Dice(0), rules=rules)
    return creature_view_of(add_creature(alone, decode(dict(table), CreatureSpec, "log", "creature")))


def after_each(start: Snapshot, events: Iterable[EventBase]) -> list[Snapshot]:
    shown = [start]
    for event in events:
        shown.append(shown[-1].after(event))
    return shown


def turn_order(events: Iterable[EventBase], names: Iterable[str]) -> list[str]:
    first: dict[str, None] = {}
    for event in events:
        if isinstance(event, TurnStarted):
            first.setdefault(event.actor)
    listed = list(names)
    return [*(name for name in first if name in listed), *(name for name in listed if name not in first)]

"""One side's view of a battle as plain data: what it perceives, and what it may do by its creatures' own means."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ...components.events import Event, Refused
from ...components.intents import Intent, IntentBase, intent
from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...engine.combat.perception import hidden_from
from ...engine.legality.own_means import beyond_means
from ...engine.messages import ENGLISH, Message, _
from ...engine.rules.ruleset import Ruleset, World
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ..replay.log_text import told
from ..replay.snapshot import CreatureView, creature_view_of

SUBJECTS = ("who", "actor", "target", "against")
"""The fields of an event that name whom it is about; `by` names its cause."""
UNSEEN = "somebody"
"""The name of a creature that the side does not perceive, in a sentence."""


class Queried(Protocol):
    """What a side asks of a battle."""

    @property
    def world(self) -> World: ...
    @property
    def rules(self) -> Ruleset: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def creatures(self) -> Sequence[Creature]: ...
    @property
    def active(self) -> str | None: ...
    @property
    def order(self) -> Sequence[str]: ...
    @property
    def over(self) -> bool: ...
    def creature(self, name: str) -> Creature: ...
    def why(self, name: str, wanted: IntentBase) -> Refusal | None: ...
    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]: ...


class SideView:
    """One side of a battle: everything it is told is plain data, and holds only what it perceives."""

    def __init__(self, battle: Queried, name: str, title: str, act: Callable[[str, IntentBase], list[Event]]) -> None:
        """Takes a side by its name; `act` plays an intent of a creature.

        Raises:
            KeyError: there is no such side.
        """
        sides = dict.fromkeys(one.side for one in battle.creatures)
        if name not in sides:
            raise KeyError(f"there is no side {name!r}; there is {', '.join(sides)}")
        self.battle: Queried = battle
        self.name: str = name
        self._title, self._act = title, act

    @property
    def hidden(self) -> frozenset[str]:
        """The creatures that the side does not perceive now."""
        return hidden_from(self.battle.world, self.name)

    def state(self) -> dict[str, Any]:
        """The board, the turn, and the creatures that the side perceives."""
        battle, hidden = self.battle, self.hidden
        return {
            "title": self._title,
            "ruleset": battle.rules.name,
            "unit": battle.rules.unit,
            "side": self.name,
            "round": battle.world.round,
            "active": None if battle.active in hidden else battle.active,
            "order": [name for name in battle.order if name not in hidden],
            "over": battle.over,
            "seq": len(battle.events),
            "board": board_facts(battle.world.board),
            "creatures": [self._facts(one) for one in battle.creatures if one.name not in hidden],
        }

    def _facts(self, creature: Creature) -> dict[str, Any]:
        facts = figure_facts(creature_view_of(creature))
        if creature.side == self.name:
            facts["left"] = {name: count for name, count in creature.turn.actions.items() if count}
        return facts

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """The events from number `since` on that the side perceives, as in the log."""
        hidden = self.hidden
        seen = (perceived(event, hidden) for event in self.battle.events[since:])
        return [event for event in seen if event is not None]

    def told(self, event: Event, language: str = ENGLISH) -> str:
        """An event as a sentence; empty if the side does not perceive it, or nothing is said of it."""
        hidden = self.hidden
        if perceived(event, hidden) is None:
            return ""
        return veiled(told(event, language), hidden)

    def why(self, name: str, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why a creature of the side may not do that by its own means; None if it may. Changes nothing.

        Raises:
            KeyError: the side perceives no such creature.
            ScenarioError: `wanted` is no intent.
        """
        self._perceive(name)
        creature, typed = self.battle.creature(name), intent(wanted)
        if creature.side != self.name:
            return Refusal((), Message(_("{name} is not of side {side}"), {"name": name, "side": self.name}))
        return beyond_means(self.battle.world, creature, typed) or self.battle.why(name, typed)

    def act(self, name: str, wanted: Intent | Mapping[str, Any]) -> list[dict[str, Any]]:
        """Plays an intent of a creature of the side; returns the events that the side perceives.

        What `why` forbids is one `refused` event, and changes nothing.

        Raises:
            KeyError, ScenarioError: as `why`.
            Unanswered: a decision on the way has no answer.
        """
        refusal, typed = self.why(name, wanted), intent(wanted)
        if refusal is not None:
            return [self._refused(name, typed, refusal).to_dict()]
        hidden = self.hidden
        played = [perceived(event, hidden & self.hidden) for event in self._act(name, typed)]
        return [event for event in played if event is not None]

    def legal(self, name: str, *kinds: str) -> list[dict[str, Any]]:
        """The intents that a creature of the side may declare now by its own means; `kinds` are `do` words.

        Raises:
            KeyError: the side perceives no such creature.
        """
        self._perceive(name)
        if self.battle.creature(name).side != self.name:
            return []
        hidden = self.hidden
        listed = (msgspec.to_builtins(found) for found in self.battle.legal_intents(name, *kinds))
        return [found for found in listed if found.get("target") not in hidden]

    def _perceive(self, name: str) -> None:
        if name in self.hidden or name not in self.battle.world.named:
            raise KeyError(f"side {self.name} perceives no creature {name!r}")

    def _refused(self, name: str, typed: IntentBase, refusal: Refusal) -> Refused:
        events = self.battle.events
        return Refused(
            seq=len(events), round=self.battle.world.round, turn=events[-1].turn if events else 0,
            rules=refusal.rules, actor=name, intent=typed.do, reason=veiled(refusal.reason, self.hidden),
        )  # fmt: skip


def perceived(event: Event, hidden: frozenset[str]) -> dict[str, Any] | None:
    """An event as a line of the log without the names of hidden creatures; None if it is about one of them.

    What a hidden creature does to a perceived one is told without its name.
    """
    told_of = event.to_dict()
    if not hidden:
        return told_of
    about = [told_of[key] for key in SUBJECTS if key in told_of]
    if any(name in hidden for name in about) or (not about and told_of.get("by") in hidden):
        return None
    return {key: _veil(value, hidden) for key, value in told_of.items()}


def _veil(value: Any, hidden: frozenset[str]) -> Any:
    """A value of an event without the names of hidden creatures."""
    if isinstance(value, str):
        return None if value in hidden else veiled(value, hidden)
    if isinstance(value, (list, tuple)):
        return [_veil(one, hidden) for one in value if not (isinstance(one, str) and one in hidden)]
    if isinstance(value, dict):
        return {key: _veil(one, hidden) for key, one in value.items() if key not in hidden}
    return value


def veiled(text: str, hidden: frozenset[str]) -> str:
    """A sentence without the names of hidden creatures."""
    for name in sorted(hidden, key=len, reverse=True):
        text = text.replace(name, UNSEEN)
    return text


def figure_facts(view: CreatureView) -> dict[str, Any]:
    """A creature as a front end draws it: facts and names, never colours."""
    facts: dict[str, Any] = {
        "name": view.name,
        "side": view.side,
        "art": view.role,
        "size": view.size,
        "squares": view.squares,
        "room": view.room,
        "at": list(view.cube),
        "box": list(view.box),
        "mode": view.mode,
        "hp": view.hp,
        "full": view.full,
        "conditions": list(view.conditions),
    }
    return facts | {key: True for key, held in (("out", view.out), ("thing", view.thing)) if held}


def board_facts(board: Board) -> dict[str, Any]:
    """A board as a front end draws it: every kind of tile once, and rows of their numbers."""
    kinds: dict[Tile, int] = {}
    rows = [[kinds.setdefault(tile, len(kinds)) for tile in row] for row in board.tiles]
    edges = [
        {"between": [list(edge.a), list(edge.b)], "kind": "wall" if edge.wall else "obstacle"}
        for (a, _b), edge in board.edges.items()
        if a == edge.a
    ]
    return {
        "width": board.width,
        "height": board.height,
        "rows": rows,
        "tiles": [tile_facts(tile) for tile in kinds],
        "edges": edges,
    }


def tile_facts(tile: Tile) -> dict[str, Any]:
    """A tile: its ground, and what differs from an open floor."""
    ground: str
    if tile.solid:
        ground = tile.ground or "stone"
    elif tile.terrain == "blocked":
        ground = "wall" if tile.fills else "pillar"
    else:
        ground = "pit" if tile.pit else "water" if tile.water else "floor"
    facts: dict[str, Any] = {"ground": ground}
    differing: Sequence[tuple[str, Any, Any]] = (
        ("terrain", tile.terrain, "normal"), ("floor", tile.floor, 0), ("water", tile.water, 0),
        ("hazard", tile.hazard, False), ("obstacle", tile.obstacle, False), ("ramp", tile.ramp, False),
        ("light", tile.light, "bright"), ("width", tile.width, 5),
    )  # fmt: skip
    facts |= {name: value for name, value, usual in differing if value != usual}
    return facts | ({"damage": str(tile.damage)} if tile.damage is not None else {})

"""One side's view as plain data: what it perceives, and what it may do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ...components.events import BattleStarted, Event, Refused
from ...components.intents import Intent, IntentBase, Move
from ...engine.board.board import Board
from ...engine.board.tiles import Tile
from ...engine.combat.sight import hidden_from, sighted
from ...engine.field.visible import visible
from ...engine.legality.judge import not_granted
from ...engine.legality.preview import Preview
from ...engine.messages import ENGLISH, Message, _
from ...engine.rules.ruleset import Ruleset, World
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ..input_checks import typed_of
from ..replay.log_text import Labels, labels_of, one_line, told, told_together
from ..replay.snapshot import CreatureView, creature_view_of
from .witness import Veil, Witness

UNSEEN = "somebody"
"""The word for an unperceived creature in a sentence."""


class Queried(Protocol):
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
    def foresee(self, name: str, wanted: IntentBase) -> Preview | Refusal: ...
    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]: ...
    def seen_by(self, side: str) -> "Queried": ...
    def witness(self, *sides: str) -> Witness: ...


class SideView:
    """A battle as one side perceives it, and what the side may do. Results are plain data."""

    def __init__(self, battle: Queried, name: str, title: str, act: Callable[[str, IntentBase], list[Event]]) -> None:
        """Creates the view of the side `name`; `act` is called to play a creature's intent."""
        self.battle: Queried = battle
        self.name: str = name
        self._title, self._act = title, act

    @property
    def hidden(self) -> frozenset[str]:
        """The names of creatures that the side does not perceive now."""
        return hidden_from(self.battle.world, self.name)

    def state(self) -> dict[str, Any]:
        """Returns the board, the turn and the perceived creatures."""
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
            "seq": battle.witness(self.name).number(),
            "board": board_facts(battle.world.board),
            "creatures": [self._facts(one) for one in battle.creatures if one.name not in hidden],
            "lost": lost_facts(battle.witness(self.name)),
            "dark": dark_rows(battle.world, (self.name,)),
        }

    def _facts(self, creature: Creature) -> dict[str, Any]:
        facts = figure_facts(creature_view_of(creature))
        if creature.side == self.name:
            facts["left"] = {name: count for name, count in creature.turn.actions.items() if count}
        return facts

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """Returns the perceived events from number `since` on, as in the log."""
        return recalled(self.battle.events, self.battle.witness(self.name), since, sealed=self._sealed)

    @property
    def _sealed(self) -> bool:
        return self.battle.rules.threat.by_sight

    def told(self, event: Event | Mapping[str, Any], language: str = ENGLISH) -> str:
        """Describes an event in a sentence. It may be empty.

        Raises:
            IndexError: the side has perceived no event of that number.
        """
        if isinstance(event, Mapping):
            event = self.battle.events[self.battle.witness(self.name).heard(event["seq"])[0]]
        labels, log = labels_of(self.battle.world), self.battle.events
        return sentence(event, self.veil(event), language, sealed=self._sealed, labels=labels, log=log)

    def veil(self, event: Event) -> Veil:
        """Returns the creatures that are hidden from the side at an event."""
        events = self.battle.events
        if event.seq < len(events) and events[event.seq] == event:
            return self.battle.witness(self.name).veil(event.seq)
        return Veil.of(self.hidden)

    def why(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        """Returns the refusal of an intent, as the side perceives it; None if allowed.

        Unperceived obstacles may still stop the intent.

        Raises:
            KeyError: the side perceives no such creature.
            ScenarioError: `wanted` is not an intent.
        """
        seen = self._seen(name)
        creature, typed = seen.creature(name), self._typed(wanted)
        if creature.side != self.name:
            return Refusal((), Message(_("{name} is not of side {side}"), {"name": name, "side": self.name}))
        return not_granted(seen.world, creature, typed) or seen.why(name, typed)

    def act(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> list[dict[str, Any]]:
        """Plays an intent and returns the events that the side perceives.

        An unperceived obstacle shortens a move.

        Raises:
            KeyError, ScenarioError: as in `why`.
            Unanswered: a decision has no answer.
        """
        typed = self._typed(wanted)
        attempt = self.why(name, typed) or self.attempt(name, typed)
        if isinstance(attempt, Refusal):
            return [_veil(self._refused(name, typed, attempt).to_dict(), frozenset())]
        before = self.battle.witness(self.name).number()
        self._act(name, attempt)
        return self.events(before)

    def attempt(self, name: str, typed: IntentBase) -> IntentBase | Refusal:
        """Returns the refusal, or the intent as the side may submit it. Its path ends before hidden obstacles."""
        battle = self.battle
        refusal = battle.why(name, typed)
        if refusal is None or not self.hidden:
            return refusal or typed
        seen = battle.seen_by(self.name).foresee(name, typed) if isinstance(typed, Move) else None
        if isinstance(seen, Preview):
            path = [step.at for step in seen.steps if step.who == name]
            for length in range(len(path) - 1, 0, -1):
                shorter = msgspec.structs.replace(typed, to=None, path=tuple(path[:length]))
                if battle.why(name, shorter) is None:
                    return shorter
        barred = Message(_("something unseen is in the way of {name}"), {"name": name})
        return Refusal(refusal.rules, barred)

    def legal(self, name: str, *kinds: str) -> list[dict[str, Any]]:
        """Returns the legal intents of a creature, as its side perceives them.

        Raises:
            KeyError: the side perceives no such creature.
        """
        seen = self._seen(name)
        if seen.creature(name).side != self.name:
            return []
        return [msgspec.to_builtins(found) for found in seen.legal_intents(name, *kinds)]

    def _seen(self, name: str) -> Queried:
        seen = self.battle.seen_by(self.name)
        if name not in seen.world.named:
            raise KeyError(f"side {self.name} perceives no creature {name!r}")
        return seen

    def _typed(self, wanted: IntentBase | Mapping[str, Any]) -> IntentBase:
        return typed_of(wanted, self.battle.rules.intents)

    def _refused(self, name: str, typed: IntentBase, refusal: Refusal) -> Refused:
        world, seq = self.battle.world, self.battle.witness(self.name).number()
        reason = veiled(refusal.reason, self.hidden)
        return Refused(
            seq=seq,
            round=world.round,
            turn=world.turns,
            rules=refusal.rules,
            actor=name,
            intent=typed.do,
            reason=reason,
        )


PASSING = ("moved", "forced", "teleported", "fell")
"""Events that change a creature's place."""


def recalled(log: Sequence[Event], witness: Witness, since: int, *, sealed: bool) -> list[dict[str, Any]]:
    """Returns the events that a side has perceived, from number `since` on, numbered anew."""
    told = []
    for number, at in enumerate(witness.heard(since), max(since, 0)):
        event = perceived(log[at], witness.veil(at), number, sealed=sealed)
        if event is not None:
            told.append(event)
    return told


def perceived(event: Event, veil: Veil, number: int, *, sealed: bool = False) -> dict[str, Any] | None:
    """Returns an event as a side perceives it; None if the side perceives nothing of it.

    An unperceived actor has no name; an unseen place is null. `number` becomes `seq`. With `sealed`, the seed is
    left out.
    """
    if veil.hides(event):
        return None
    told_of = event.to_dict()
    told_of["seq"] = number
    if sealed and isinstance(event, BattleStarted):
        told_of["seed"] = None
    if event.event in PASSING:
        for key, unseen in (("from", veil.before), ("to", veil.after)):
            if told_of["who"] in unseen:
                told_of[key] = None
    return {key: _veil(value, veil.during) for key, value in told_of.items()}


def sentence(
    event: Event,
    veil: Veil,
    language: str = ENGLISH,
    *,
    sealed: bool = False,
    labels: Labels | None = None,
    unit: str = "",
    log: Sequence[Event] = (),
) -> str:
    """Returns an event's sentence as a side perceives it; it may be empty."""
    if veil.hides(event):
        return ""
    if sealed and isinstance(event, BattleStarted):
        return event.ruleset
    who = getattr(event, "who", None)
    if event.event in PASSING and who in veil.before:
        return Message(_("{name} comes into sight"), {"name": who}).told(language)
    if event.event in PASSING and who in veil.after:
        return Message(_("{name} goes out of sight"), {"name": who}).told(language)
    return veiled(told(event, language, unit, labels, log), veil.during)


def sentences(
    heard: Sequence[tuple[Event, Veil]],
    language: str = ENGLISH,
    *,
    sealed: bool = False,
    labels: Labels | None = None,
    unit: str = "",
    log: Sequence[Event] = (),
) -> list[str]:
    """Returns a sentence for each of several events, as a side perceives them.

    A walk is one sentence, at its last step; those of its other steps are empty.
    """
    found: list[str] = []
    group: list[tuple[Event, Veil]] = []
    for number, (event, veil) in enumerate(heard):
        group.append((event, veil))
        if number + 1 < len(heard) and one_line(event, heard[number + 1][0]):
            continue
        in_sight = all(getattr(one, "who", None) not in seen.before | seen.after for one, seen in group)
        told_once = ""
        if len(group) > 1 and in_sight:
            told_once = veiled(told_together([one for one, _ in group], language, unit, labels), veil.during)
        if told_once:
            found += [*[""] * (len(group) - 1), told_once]
        else:
            found += [
                sentence(one, seen, language, sealed=sealed, labels=labels, unit=unit, log=log) for one, seen in group
            ]
        group = []
    return found


def _veil(value: Any, hidden: frozenset[str]) -> Any:
    if isinstance(value, str):
        return None if value in hidden else veiled(value, hidden)
    if isinstance(value, (list, tuple)):
        return [_veil(one, hidden) for one in value if not (isinstance(one, str) and one in hidden)]
    if isinstance(value, dict):
        return {key: _veil(one, hidden) for key, one in value.items() if key not in hidden}
    return value


def veiled(text: str, hidden: frozenset[str]) -> str:
    """Returns the sentence with the names of hidden creatures replaced."""
    for name in sorted(hidden, key=len, reverse=True):
        text = text.replace(name, UNSEEN)
    return text


def figure_facts(view: CreatureView) -> dict[str, Any]:
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


def lost_facts(witness: Witness) -> list[dict[str, Any]]:
    """Returns where the side last saw creatures that it no longer perceives."""
    return [figure_facts(one) for one in witness.lost().values()]


MOST_SIGHTS = 5_000
"""Cached sights per board."""


def dark(world: World, sides: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Returns the squares too dark for all creatures of the sides to see."""
    if not world.rules.threat.by_sight or not sides:
        return frozenset()
    board = world.board
    kept = board.memo("squares in sight", MOST_SIGHTS)
    every = frozenset((x, y) for y in range(board.height) for x in range(board.width))
    found: set[tuple[int, int]] = set()
    for side in sides:
        lit: set[tuple[int, int]] = set()
        for one in world.creatures:
            if one.side == side and sighted(one).looks:
                key = (world.rules, one.box)
                seen = kept.get(key)
                lit |= kept.keep(key, visible(world, one.box)) if seen is None else seen
                lit.update(one.box.footprint)
        found |= every - lit
    return frozenset(square for square in found if not board.tile(*square).blocked)


def dark_rows(world: World, sides: Sequence[str]) -> list[str]:
    """Returns the squares too dark for the sides to see, as rows of 0 and 1."""
    unseen = dark(world, sides)
    if not unseen:
        return []
    board = world.board
    return ["".join("01"[(x, y) in unseen] for x in range(board.width)) for y in range(board.height)]


def board_facts(board: Board) -> dict[str, Any]:
    """Returns a board as plain data for a front end. It lists kinds of tiles, a number per square, and edges."""
    kinds: dict[Tile, int] = {}
    rows = [[kinds.setdefault(tile, len(kinds)) for tile in row] for row in board.tiles]
    edges = [
        {"between": [list(edge.a), list(edge.b)], "kind": edge.kind}
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

"""A seat's protocol: calls and results as plain data or JSON lines.

Pages, sockets and programs use it.

`{"id": 1, "call": "act", "args": {...}}` is answered by `{"id": 1, "result": ...}` or `{"id": 1, "error": "..."}`.
Pushed lines `{"moments": [...], "waits": ...}` come first: each seat gets what it perceives.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ...components.events import Refused
from ...components.intents import IntentBase
from ...engine.brains import BRAINS
from ...engine.decoding import decode
from ...engine.error_text import error_text
from ...engine.errors import ScenarioError, names, spelled
from ...engine.legality.intent_odds import CreatureOdds
from ...engine.legality.preview import PreviewStep
from ...engine.messages import known_language, speaking, tr
from ...engine.scenario.convert import unscripted
from ...engine.scenario.read import parse
from ...engine.scenario.validate import decode as validated
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ..battle import Battle
from ..input_checks import typed_of
from ..loading import shipped_names, shipped_text
from ..replay.log_text import Labels, labels_of
from ..replay.snapshot import Snapshot
from .actions import ActionEntry
from .aiming import Aim, Availability, standing
from .calls import (
    ActArgs,
    ActionsArgs,
    Aiming,
    AnswerArgs,
    CallLine,
    CardArgs,
    EndArgs,
    LegalArgs,
    LookArgs,
    NoArgs,
    OpenArgs,
    OverlayArgs,
    PointArgs,
)
from .calls import Plain as Plain
from .card import WORTH_A_TURN, card_of, unused
from .listener import Listener
from .offer import Offer
from .offers import figure_at
from .overlay import overlay
from .seated_game import SeatedGame
from .session import PERSON, Session, foe_of
from .side import veiled
from .uses import Odds, entries, many, odds_brief, odds_label, odds_told

VERSION = 1
MOST_LEGAL = 500
"""Most intents listed by `legal`."""
WATCHING = ("open", "look")
"""Calls of a spectator."""


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


_ARGS = msgspec.json.Decoder(float_hook=_number)


class Game(SeatedGame["Seat"]):
    """A battle, with one `Seat` for each player. If `hosted`, only the host chooses sides."""

    def seat(self, side: str | None = None) -> "Seat":
        """Adds a connection for a player. Without `side`, the player chooses one by the call `open`."""
        seat = Seat(self, side)
        self.seats.append(seat)
        return seat


class Seat(Listener):
    """One player's connection to a battle. `call` returns plain data.

    A spectator sees everything; in a hosted game only what all sides perceive.
    """

    # --- lines ---------------------------------------------------------------------------------------

    def line(self, text: str) -> list[str]:
        """Answers a call, written as a line of JSON. Returns lines with new events, then the answer."""
        number: int | str | None = None
        try:
            asked = decode(text, CallLine)
            number = asked.id
            answer: Plain = {"id": number, "result": self.call(asked.call, _ARGS.decode(asked.args))}
        except (ScenarioError, msgspec.DecodeError, KeyError, ValueError, RecursionError) as error:
            answer = {"id": number, "error": error_text(error, self.language)}
        return [msgspec.json.encode(one).decode() for one in (*self.take_pushed(), answer)]

    def call(self, name: str, args: Mapping[str, Any] | None = None) -> Any:
        """Carries out a call by its name and returns the answer.

        Raises:
            ScenarioError, KeyError, ValueError: the call is invalid. Nothing has changed.
        """
        if name not in CALLS:
            raise ScenarioError("the seat", "call", spelled(name), names(sorted(CALLS), name))
        if self.game.hosted and self.side is None and name not in WATCHING:
            raise ScenarioError("the seat", "call", spelled(name), "open or look, for one who only watches")
        kind, answer = CALLS[name]
        given: object = args if args is not None else {}
        with speaking(self.language):
            return answer(self, validated(given, kind, "the seat", f"args of {name}"))

    # --- calls ---------------------------------------------------------------------------------------

    def _open(self, args: OpenArgs) -> Plain:
        language = known_language(args.language)
        if self.game.hosted:
            self._check_hosted(args)
        elif args.scenario or args.text:
            self.game.take(self._session_of(args))
        sides = self._session.sides
        seat = self.side if args.seat is msgspec.UNSET else args.seat
        if seat is not None and seat not in sides:
            raise ScenarioError("the seat", "seat", spelled(seat), names(sides, seat))
        if seat is not None and any(one is not self and one.side == seat for one in self.game.seats):
            raise ScenarioError("the seat", "seat", f"{seat}, a seat already taken", "another side, or none to watch")
        self.side = seat
        if seat is not None or not self.game.hosted:  # those who watch share a seat
            self.language = language
        if seat is not None and not self.game.hosted:
            self._session.players[seat] = PERSON
        self.begin()
        opened = self._stage()
        missed = {} if args.since is None else self._missed(args.since)
        if seat is not None:
            self.game.play(lambda: None)
        self._push()
        return {
            "version": VERSION, "sides": sides, "seat": seat, "stage": opened, **missed, "waits": self.waits(),
        }  # fmt: skip

    def _check_hosted(self, args: OpenArgs) -> None:
        for name in ("scenario", "text", "seed", "ruleset", "others"):
            if getattr(args, name):
                raise ScenarioError("the seat", name, spelled(getattr(args, name)), "nothing: the host has chosen")
        if args.seat is not msgspec.UNSET and args.seat != self.side:
            own = spelled(self.side) if self.side is not None else "none: it only watches"
            raise ScenarioError("the seat", "seat", spelled(args.seat), own)

    def _session_of(self, args: OpenArgs) -> Session:
        source, text = "the scenario", args.text
        if not text:
            source, shipped = f"{args.scenario}.toml", shipped_names()
            if args.scenario not in shipped:
                raise ScenarioError("the seat", "scenario", spelled(args.scenario), names(shipped, args.scenario))
            text = shipped_text(args.scenario)
        if args.others is not None and args.others not in BRAINS:
            raise ScenarioError("the seat", "others", spelled(args.others), names(list(BRAINS), args.others))
        scenario = unscripted(parse(text, source), args.ruleset).scenario
        battle = Battle(scenario, seed=args.seed)
        sides = dict.fromkeys(one.side for one in battle.creatures)
        players = {side: args.others or foe_of(scenario, side) for side in sides}
        return Session(battle, players)

    def _look(self, args: LookArgs) -> Plain:
        found: Plain = {"state": self._stage(), "waits": self.waits()}
        return found if args.since is None else found | self._missed(args.since)

    def _actions(self, args: ActionsArgs) -> Plain:
        name = self._mine()
        listed = [one for one in entries(self._offers.session, name) if args.names is None or one.name in args.names]
        return {"actions": [self._entry(name, entry) for entry in listed]}

    def _mine(self) -> str:
        name = self._session.active
        if self.game.pending is not None:
            raise ScenarioError("the seat", "", "a decision to be made first", "answer, undo, look or save")
        if name is None or not self._session.waits_for_person() or not self._own(name):
            raise ScenarioError("the seat", "", "no creature of this seat on turn", "look, why or save")
        return name

    def available(self, name: str, entry: ActionEntry) -> Availability:
        """Returns whether a player can use an action now: its targets, or why not."""
        offers = self._offers
        return offers.once(("available", name, entry.name), lambda: _finished(offers.session, name, entry))

    def _entry(self, name: str, entry: ActionEntry) -> Plain:
        found = self.available(name, entry)
        action: Plain = {
            "name": entry.name, "label": tr(entry.label), "tip": tr(entry.tip), "key": entry.key, "group": entry.group,
            "aim": entry.aim, "targets": list(found.legal), "most": many(self._battle.world, entry),
            "refused": None if found.refusal is None else self._said(found.refusal),
        }  # fmt: skip
        if entry.choices is not None:
            action["choices"] = [choice.label for choice in entry.choices(self._offers.battle)]
        return action

    def _offer(self, args: PointArgs) -> Offer:
        name, offers = self._mine(), self._offers
        aim = self._aim(name, args.aiming)
        if args.square is None:
            if aim.entry is None or aim.entry.aim != "nothing":
                raise ScenarioError("the seat", "args.square", "none", "[x, y]")
            chosen = aim.choice.fields if aim.choice is not None else {}
            return offers.of((aim.entry.intent(**chosen),), aim)
        x, y = args.square
        board = self._battle.world.board
        if args.square not in board:
            allowed = f"a square of the board, [0, 0] to [{board.width - 1}, {board.height - 1}]"
            raise ScenarioError("the seat", "args.square", f"[{x}, {y}]", allowed)
        figures = Snapshot.of(offers.battle.world).figures
        return offers.at(aim, args.square, figure_at(figures, args.square, acting=name, meant=args.who))

    def _aim(self, name: str, wanted: Aiming) -> Aim:
        listed = {entry.name: entry for entry in entries(self._offers.session, name)}
        if wanted.action and wanted.action not in listed:
            raise ScenarioError("the seat", "aiming.action", spelled(wanted.action), names(list(listed), wanted.action))
        entry = listed.get(wanted.action)
        unit = self._battle.rules.unit
        aim = Aim(entry, None, wanted.distance or (unit if entry is not None and entry.aim == "shove" else 0))
        if entry is not None and entry.choices is not None:
            choices = entry.choices(self._offers.battle)
            aim.choice = next((one for one in choices if one.label == wanted.choice), choices[0])
        for who in (wanted.target, *wanted.also):
            if who is not None and (who in self._hidden or who not in self._battle.world.named):
                raise KeyError(f"there is no creature {who!r} in sight")
        aim.target, aim.also, aim.path = wanted.target, list(wanted.also), list(wanted.path)
        aim.height, aim.mode, aim.cover = wanted.height, wanted.mode, wanted.cover or 0
        return aim

    def _point(self, args: PointArgs) -> Plain:
        return {"offer": self._offered(self._offer(args))}

    def _offered(self, offer: Offer) -> Plain:
        hidden = self._hidden
        told: Plain = {"intents": list(offer.intents), "words": [veiled(word, hidden) for word in offer.words]}
        if offer.refusal is not None:
            return told | {"refused": self._said(offer.refusal)}
        seen = offer.preview
        if seen is None:
            return told
        named = self._battle.world.named
        odds = {
            who: _odds(found, offer.strikes, offer.labels) for who, found in offer.odds.items() if who not in hidden
        }
        return told | {
            "cost": seen.cost,
            "pays": list(seen.pays),
            "steps": [_step(step, named[step.who]) for step in seen.steps if step.who not in hidden],
            "provokes": [who for who in seen.provokes if who not in hidden],
            "strikes": [who for who in seen.strikes if who not in hidden],
            "odds": odds,
            "area": sorted(map(list, offer.area)),
            "harm": offer.harm,
            "confirm": [veiled(word, hidden) for word in offer.confirm],
        }  # fmt: skip

    def _preview(self, args: ActArgs) -> Plain:
        name = self._mine()
        if args.who is not None and args.who != name:
            raise ScenarioError("the seat", "args.who", spelled(args.who), f"{name}, who has the turn")
        typed_of(args.intent, self._battle.rules.intents)
        return self._offered(self._offers.of((args.intent,), Aim()))

    def _press(self, args: PointArgs) -> Plain:
        offer = self._offer(args)
        if not offer.intents or offer.refusal is not None or (offer.confirm and not args.sure):
            return {"offer": self._offered(offer), "played": False, "waits": self.waits()}
        name, before = self._mine(), len(self._battle.commands)
        barred: list[Refusal] = []

        def play() -> None:
            for wanted in offer.intents:
                if self._session.active != name or self._offers.session.why(wanted) is not None:
                    break
                attempt = self._attempt(name, wanted)
                if isinstance(attempt, Refusal):
                    barred.append(attempt)
                    break
                events = self._session.act(attempt)
                if any(isinstance(event, Refused) for event in events):
                    break

        self.game.play(play)
        self._push()
        if barred and len(self._battle.commands) == before:
            return {"offer": self._offered(replace(offer, seen=barred[0])), "played": False, "waits": self.waits()}
        return {"played": True, "waits": self.waits()}

    def _attempt(self, name: str, wanted: Plain) -> IntentBase | Refusal:
        view, typed = self._view, typed_of(wanted, self._battle.rules.intents)
        return typed if view is None else view.attempt(name, typed)

    def _act(self, args: ActArgs) -> Plain:
        name = self._mine()
        if args.who is not None and args.who != name:
            raise ScenarioError("the seat", "args.who", spelled(args.who), f"{name}, who has the turn")
        refusal = self._offers.session.why(args.intent)
        if refusal is None and args.intent.get("do") == "end":
            return self._end(EndArgs())
        attempt = refusal or self._attempt(name, args.intent)
        if isinstance(attempt, Refusal):
            return {"refused": self._said(attempt), "waits": self.waits()}
        self.game.play(lambda: self._session.act(attempt))
        self._push()
        return {"refused": None, "waits": self.waits()}

    def _overlay(self, args: OverlayArgs) -> Plain:
        offers, aim = self._offers, Aim()
        session = offers.session
        targets: tuple[str, ...] = ()
        name = session.active
        own = offers.battle.creature(name) if name is not None and self._own(name) else None
        if args.aiming != Aiming():
            aim = self._aim(self._mine(), args.aiming)
            if own is not None and aim.entry is not None:
                targets = self.available(own.name, aim.entry).legal
        if args.reach is not None:
            self._known(args.reach)
        chosen = args.reach or (own.name if own is not None else None)
        shown = args.reach is not None or args.aiming != Aiming()
        laid = overlay(offers, aim, chosen, targets, own=own, reach=shown, threat=args.threat, hidden=self._hidden)
        found: Plain = {
            "reach": [[x, y, tier, stop] for (x, y), (tier, stop) in laid.reach.items()],
            "threat": sorted(map(list, laid.threat)),
            "marked": sorted(map(list, laid.marked)),
            "goals": sorted(map(list, laid.goals)),
        }
        return found

    def _known(self, who: str | None) -> str:
        who = who or self._session.active
        if who is None or who in self._hidden or who not in self._battle.world.named:
            raise KeyError(f"there is no creature {who!r} in sight")
        return who

    def _answer(self, args: AnswerArgs) -> Plain:
        pending = self.game.pending
        if pending is None or "decision" not in self.waits():
            raise ScenarioError("the seat", "", "no decision for this seat", "answer after a decision")
        keys = [option.key for option in pending.options]
        if args.key not in keys:
            raise ScenarioError("the seat", "args.key", spelled(args.key), names(keys, args.key))
        if args.always:
            self._session.habits[pending.about, self._session.asked(pending)] = args.key
        self.game.answer(args.key)
        self._push()
        return {"waits": self.waits()}

    def _end(self, args: EndArgs) -> Plain:
        if self.side is not None:
            left = {} if args.sure else self._unused(self._mine())
            if left:
                return {"unused": left, "waits": self.waits()}
            self._mine()
            self.game.play(self._session.end_turn)
        elif any(player == PERSON for player in self._session.players.values()):
            raise ScenarioError("the seat", "", "a turn that this seat only watches", "look or save")
        else:
            self.game.play(lambda: None)
        self._push()
        return {"waits": self.waits()}

    def _unused(self, name: str) -> dict[str, int]:
        offers = self._offers
        known = [one for one in entries(offers.session, name) if one.name in WORTH_A_TURN]
        return unused(offers.battle, name, [self.available(name, one) for one in known])

    def _card(self, args: CardArgs) -> Plain:
        return {"card": card_of(self._offers.battle, self._known(args.who), self.side)}

    def _undo(self, args: NoArgs) -> Plain:
        undone = self.side is not None and self.game.undo()
        if undone:
            self._restate()
        return {"undone": undone, "waits": self.waits()}

    def _restate(self) -> None:
        for seat in self.game.seats:
            seat.begin()
            seat.pushed.append({"moments": [], "state": seat._stage(), "waits": seat.waits()})

    def _rematch(self, args: NoArgs) -> Plain:
        if self.side is None or not self._session.over:
            raise ScenarioError("the seat", "", "no battle of its own that is over", "rematch after the end")
        begun = self.game.rematch(self.side)
        if begun:
            self._restate()
        return {"begun": begun, "wanted": sorted(self.game.willing), "waits": self.waits()}

    def _save(self, args: NoArgs) -> Plain:
        if self.side is not None and (self._hidden or self._battle.rules.threat.by_sight):
            raise ScenarioError("the seat", "", "a save that would show hidden creatures", "a seat that sees all")
        if self.game.hosted and sum(player == PERSON for player in self._session.players.values()) > 1:
            raise ScenarioError("the seat", "", "a save that would show future dice", "the host's own save")
        return {"text": self._battle.save(dict(self._session.players))}

    def _why(self, args: ActArgs) -> Plain | None:
        who = self._known(args.who)
        view = self._view
        refusal = view.why(who, args.intent) if view is not None else self._session.why_of(who, args.intent)
        return None if refusal is None else self._said(refusal)

    def _legal(self, args: LegalArgs) -> list[Plain]:
        who, view = self._known(args.who), self._view
        view = view if view is not None else self._battle.side(self._battle.creature(who).side)
        return view.legal(who, *args.kinds)[:MOST_LEGAL]

    def _asked_odds(self, args: ActArgs) -> Plain:
        who, hidden = self._known(args.who), self._hidden
        found = self._offers.battle.odds(who, args.intent)
        if isinstance(found, Refusal):
            return {"refused": self._said(found)}
        labels = labels_of(self._battle.world)
        return {"odds": {name: _odds(one, 1, labels) for name, one in found.items() if name not in hidden}}


def _odds(found: Odds, strikes: int, labels: Labels) -> Plain:
    plain: Plain = {"least": found.least, "most": found.most, "words": odds_told(found, strikes, labels)}
    plain |= {"label": odds_label(found, strikes, labels), "brief": odds_brief(found, labels)}
    if isinstance(found, CreatureOdds):
        return plain | {
            "outcomes": dict(found.outcomes), "mean": found.mean, "falls": found.falls, "healed": found.healed,
            "conditions": dict(found.conditions),
        }  # fmt: skip
    return plain | {"outcomes": dict(found.outcomes), "hit": found.hit, "falls": found.fells or 0.0}


def _step(step: PreviewStep, creature: Creature) -> Plain:
    filled = list(step.shape or creature.at(step.at))
    facts = {"cost": step.cost, "mode": step.mode, "falls": step.falls}
    return {"who": step.who, "at": list(step.at), "box": filled} | facts


def _finished(session: Session, name: str, entry: ActionEntry) -> Availability:
    found = standing(session, name, entry)
    while True:
        try:
            next(found)
        except StopIteration as done:
            available: Availability = done.value
            return available


CALLS: Mapping[str, tuple[Any, Callable[[Seat, Any], Any]]] = {
    "open": (OpenArgs, Seat._open),
    "look": (LookArgs, Seat._look),
    "actions": (ActionsArgs, Seat._actions),
    "point": (PointArgs, Seat._point),
    "press": (PointArgs, Seat._press),
    "act": (ActArgs, Seat._act),
    "card": (CardArgs, Seat._card),
    "overlay": (OverlayArgs, Seat._overlay),
    "answer": (AnswerArgs, Seat._answer),
    "end": (EndArgs, Seat._end),
    "undo": (NoArgs, Seat._undo),
    "rematch": (NoArgs, Seat._rematch),
    "save": (NoArgs, Seat._save),
    "why": (ActArgs, Seat._why),
    "legal": (LegalArgs, Seat._legal),
    "odds": (ActArgs, Seat._asked_odds),
    "preview": (ActArgs, Seat._preview),
}

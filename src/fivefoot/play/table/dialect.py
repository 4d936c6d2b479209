"""The dialect of a seat: calls and results as plain data or lines of JSON, for pages, sockets and programs.

`{"id": 1, "call": "act", "args": {...}}` is answered by `{"id": 1, "result": ...}` or `{"id": 1, "error": "..."}`.
Before the answer come the pushed lines `{"moments": [...], "waits": ...}`: to every seat what it perceives.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from ...components.decision import Decision
from ...components.events import BattleEnded, Event, Refused
from ...components.intents import IntentBase
from ...components.position import Cube
from ...engine.brains import BRAINS
from ...engine.combat.sight import hidden_from
from ...engine.decoding import convert, decode
from ...engine.errors import ScenarioError, names, spelled
from ...engine.legality.intent_odds import CreatureOdds
from ...engine.messages import ENGLISH, known_language, tr, translated
from ...engine.scenario.convert import unscripted
from ...engine.scenario.read import parse
from ...engine.state.decider import Unanswered
from ...engine.state.verdict import Refusal
from ..battle import Battle
from ..input_checks import typed_of
from ..loading import shipped_names, shipped_text
from ..parts import intents_of
from ..replay.snapshot import Snapshot
from .actions import ActionEntry
from .aiming import Aim, Availability, standing
from .offer import Offer
from .offers import Offers, Square, figure_at
from .overlay import overlay
from .session import PERSON, Session, foe_of
from .side import SideView, dark_rows, figure_facts, lost_facts, perceived, recalled, sentence, veiled
from .uses import Odds, entries, odds_told
from .witness import Witness

VERSION = 1
"""The version of the dialect."""
MOST_LEGAL = 500
"""The most intents that `legal` lists for one creature."""
Plain = dict[str, Any]


class OpenArgs(msgspec.Struct, forbid_unknown_fields=True):
    scenario: str = ""
    """The name of a shipped scenario."""
    text: str = ""
    """The text of a scenario."""
    seat: str | msgspec.UnsetType | None = msgspec.UNSET
    """A side; None: watch; left out: the side that the host gives the seat, if any."""
    seed: int | None = None
    ruleset: str | None = None
    others: str | None = None
    """The brain of the other sides."""
    language: str = ENGLISH
    since: int | None = None
    """The number of the first event that the client has not heard."""


class LookArgs(msgspec.Struct, forbid_unknown_fields=True):
    since: int | None = None


class ActionsArgs(msgspec.Struct, forbid_unknown_fields=True):
    names: tuple[str, ...] | None = None


class Aiming(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is aimed: an action by its name (empty: a plain click), and the choices for it so far."""

    action: str = ""
    choice: str | None = None
    target: str | None = None
    also: tuple[str, ...] = ()
    path: tuple[Cube, ...] = ()
    height: int | None = None
    distance: int = 0
    mode: str | None = None
    cover: int = 0


class PointArgs(msgspec.Struct, forbid_unknown_fields=True):
    square: Square | None = None
    aiming: Aiming = Aiming()
    who: str | None = None
    """The creature meant, of several in a square."""
    sure: bool = False


class ActArgs(msgspec.Struct, forbid_unknown_fields=True):
    intent: Plain
    who: str | None = None


class OverlayArgs(msgspec.Struct, forbid_unknown_fields=True):
    reach: str | None = None
    threat: bool = False
    aiming: Aiming = Aiming()


class AnswerArgs(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    always: bool = False


class LegalArgs(msgspec.Struct, forbid_unknown_fields=True):
    who: str | None = None
    kinds: tuple[str, ...] = ()


class NoArgs(msgspec.Struct, forbid_unknown_fields=True):
    pass


class _Line(msgspec.Struct):
    call: str
    id: int | str | None = None
    args: msgspec.Raw = msgspec.Raw(b"{}")


WATCHING = ("open", "look")
"""The calls of a seat that only watches a host's battle."""


class Game:
    """A battle with its seats: one line of play, which every seat follows by its own pushed moments.

    In a `hosted` game the host has chosen the battle and the side of each seat, and those who watch perceive what
    every side perceives.
    """

    def __init__(self, session: Session | None = None, *, hosted: bool = False) -> None:
        self.hosted = hosted
        self.session: Session | None = None
        self.seats: list[Seat] = []
        self.pending: Decision | None = None
        self._given: str | None = None
        self._thinking: Iterator[list[Event]] | None = None
        self._veiled: dict[str, Offers] = {}
        if session is not None:
            self.take(session)

    def seat(self, side: str | None = None) -> "Seat":
        """A new seat; without a side it is given one by its call `open`."""
        seat = Seat(self, side)
        self.seats.append(seat)
        return seat

    def take(self, session: Session) -> None:
        """Puts a battle in place of the last."""
        if self.session is not None:
            self.session.close()
            self.session.battle.close()
        self.session, self.pending, self._thinking = session, None, None
        self.willing: set[str] = set()
        """The sides that want a rematch."""
        self._veiled.clear()
        session.let_ask(self._choose)
        self.offers: Offers = Offers(session)
        for seat in self.seats:
            seat.begin()

    @property
    def playing(self) -> Session:
        """The session.

        Raises:
            ScenarioError: none has been opened.
        """
        if self.session is None:
            raise ScenarioError("the seat", "", "no battle", "one that has been opened")
        return self.session

    # --- play ----------------------------------------------------------------------------------------

    def _choose(self, question: Decision) -> str | None:
        given, self._given = self._given, None
        if given is not None:
            return given
        self.pending = question
        raise Unanswered(question)

    def play(self, what: Callable[[], object]) -> None:
        """Plays something and the turns of brains after it, up to a person's turn or decision, or the end."""
        self.pending = None
        try:
            what()
            self.go_on()
        except Unanswered:
            self._thinking = None

    def answer(self, key: str) -> None:
        """Answers the pending decision, and plays on."""
        self._given = key
        self.play(self._resume)

    def _resume(self) -> None:
        session = self.playing
        session.resume()
        self._given = None
        battle, name = session.battle, session.active
        if name is not None and session.waits_for_person() and (battle.creature(name).out or session.decided()):
            battle.end_turn()

    def go_on(self) -> None:
        """Plays the turns of brains, up to a person's turn or the end; a game without persons, one turn."""
        session = self.playing
        alone = all(player != PERSON for player in session.players.values())
        while not (session.over or session.waits_for_person()):
            if session.battle.paused:
                self._resume()
            elif session.active is None:
                session.go_on()
            else:
                self._thinking = self._thinking or session.think()
                if next(self._thinking, None) is None:
                    self._thinking = None
                    if alone:
                        return

    def offers_to(self, side: str) -> Offers:
        """What a side can do as far as it perceives; the game's own offers where it perceives everything."""
        session = self.playing
        seen = session.battle.seen_by(side)
        if seen is session.battle:
            return self.offers
        found = self._veiled.get(side)
        if found is None or found.battle is not seen:
            found = Offers(Session(seen, session.players, session.brains, referee=session.referee))
            self._veiled[side] = found
        return found

    def rematch(self, side: str) -> bool:
        """Notes that a side wants the battle anew with other dice; begins it once every person does, else False."""
        session = self.playing
        self.willing.add(side)
        if any(player == PERSON and side not in self.willing for side, player in session.players.items()):
            return False
        old = session.battle
        seed = secrets.randbelow(1 << 31) if self.hosted else old.world.dice.seed + 1
        fresh = Session(
            old.afresh(seed), session.players, session.brains, session.lookback, session.referee, habits=session.habits
        )  # fmt: skip
        self.take(fresh)
        self.play(lambda: None)
        return True

    def undo(self) -> bool:
        """Takes back the last intent of a person, and what followed; returns whether that was allowed."""
        undone = self.playing.undo()
        if undone:
            self.pending = self._thinking = None
            for seat in self.seats:
                seat.begin()
        return undone


class Seat:
    """One seat at a game. `call` answers with plain data; `pushed` are the lines that have come up since.

    A seat without a side watches, and perceives everything; in a hosted game what all sides perceive.
    """

    def __init__(self, game: Game, side: str | None = None) -> None:
        self.game = game
        self.side = side
        self.language: str = ENGLISH
        self.pushed: list[Plain] = []
        """The pushed messages that nobody has taken yet."""
        self._told = 0
        self._dark: list[str] = []
        self._shown: Snapshot | None = None
        if game.session is not None:
            self.begin()

    @property
    def _session(self) -> Session:
        return self.game.playing

    @property
    def _battle(self) -> Battle:
        return self.game.playing.battle

    @property
    def _view(self) -> SideView | None:
        return None if self.side is None else self._battle.side(self.side)

    @property
    def _hidden(self) -> frozenset[str]:
        view = self._view
        if view is not None:
            return view.hidden
        return frozenset[str]().union(*(hidden_from(self._battle.world, side) for side in self._common))

    @property
    def _common(self) -> Sequence[str]:
        """The sides all of which must perceive what the seat does: its own; for those who watch a hosted game, all."""
        return (self.side,) if self.side is not None else self._session.sides if self.game.hosted else ()

    @property
    def _witness(self) -> Witness:
        return self._battle.witness(*self._common)

    @property
    def _offers(self) -> Offers:
        """What the seat can do, and what would come of it, as far as it perceives."""
        return self.game.offers if self.side is None else self.game.offers_to(self.side)

    def begin(self) -> None:
        """Follows the battle from its present moment on."""
        self._told = len(self._battle.events)
        self._shown = Snapshot.of(self._battle.world)

    # --- lines ---------------------------------------------------------------------------------------

    def line(self, text: str) -> list[str]:
        """Answers a line of JSON: the lines to send back, pushed ones first."""
        number: int | str | None = None
        try:
            asked = decode(text, _Line)
            number = asked.id
            answer: Plain = {"id": number, "result": self.call(asked.call, msgspec.json.decode(asked.args))}
        except (ScenarioError, msgspec.DecodeError, KeyError, ValueError, RecursionError) as error:
            told = error.args[0] if isinstance(error, KeyError) and error.args else error
            answer = {"id": number, "error": str(told)}
        return [msgspec.json.encode(one).decode() for one in (*self.take_pushed(), answer)]

    def take_pushed(self) -> list[Plain]:
        """The pushed messages since the last call of this."""
        pushed, self.pushed = self.pushed, []
        return pushed

    def call(self, name: str, args: Mapping[str, Any] | None = None) -> Any:
        """Answers a call.

        Raises:
            ScenarioError, KeyError, ValueError: it cannot be answered; the error says why, and nothing has changed.
        """
        if name not in CALLS:
            raise ScenarioError("the seat", "call", spelled(name), names(sorted(CALLS), name))
        if self.game.hosted and self.side is None and name not in WATCHING:
            raise ScenarioError("the seat", "call", spelled(name), "open or look, for one who only watches")
        kind, answer = CALLS[name]
        try:
            typed = convert(args if args is not None else {}, kind)
        except msgspec.ValidationError as error:
            raise ScenarioError("the seat", f"args of {name}", str(error), "what docs/seats.md lists") from None
        return answer(self, typed)

    def _push(self) -> None:
        for seat in self.game.seats:
            seat.tell(always=seat is self)

    def tell(self, *, always: bool = True) -> None:
        """Pushes what the seat perceives of what is new, and what the game waits for now."""
        moments = self.moments()
        if moments or always:
            self.pushed.append({"moments": moments, "waits": self.waits()} | self._darkness())

    def _darkness(self) -> Plain:
        """The squares out of sight, where sight decides and they have changed."""
        rows = dark_rows(self._battle.world, self._common)
        if rows == self._dark:
            return {}
        self._dark = rows
        return {"dark": rows}

    def moments(self) -> list[Plain]:
        """The new events that the seat perceives: each with its sentence, and the creatures that it changes."""
        events = self._battle.events[self._told :]
        moments = (self._moment(number, event) for number, event in enumerate(events, self._told))
        self._told += len(events)
        return [moment for moment in moments if moment is not None]

    def _moment(self, number: int, event: Event) -> Plain | None:
        before, witness = self._shown, self._witness
        assert before is not None
        after, veil = before.after(event), witness.veil(number)
        self._shown = after
        plain = perceived(event, veil, witness.number(number), sealed=self._sealed)
        changed = [one for one in after.changed_since(before) if one.name not in veil.after]
        if veil.before != veil.after:
            come = veil.before - veil.after - {one.name for one in changed}
            changed += [one for name, one in after.figures.items() if name in come]
        gone = [name for name in before.figures if name not in after.figures and name not in veil.before]
        gone += [name for name in after.figures if name in veil.after and name not in veil.before]
        if plain is None and not changed and not gone:
            return None
        noticed = {"event": "noticed", "seq": witness.number(number) - 1}
        moment: Plain = {"event": noticed if plain is None else plain}
        line = sentence(event, veil, self.language, sealed=self._sealed)
        if line:
            moment["line"] = line
        if changed:
            moment["changed"] = [figure_facts(one) for one in changed]
        return moment | ({"gone": gone} if gone else {})

    @property
    def _sealed(self) -> bool:
        return self.game.hosted or (self.side is not None and self._battle.rules.threat.by_sight)

    def waits(self) -> Plain:
        """What the game waits for: a turn or a decision of this seat, others, or nothing more."""
        session, pending = self._session, self.game.pending
        if session.over:
            last = next((one for one in reversed(session.battle.events) if isinstance(one, BattleEnded)), None)
            return {"over": {"winner": last.winner if last else None, "why": last.why if last else ""}}
        if pending is not None:
            whose = session.asked(pending)
            mine = self.side is not None and (whose == self.side or whose not in session.sides)
            return {"decision": self._decision(pending)} if mine else {"others": None}
        name = session.active
        if name is not None and session.waits_for_person() and self._own(name):
            left = session.battle.creature(name).turn.actions
            return {"turn": name, "left": {kind: count for kind, count in left.items() if count}}
        return {"others": None if name in self._hidden else name}

    def _own(self, name: str) -> bool:
        return self.side is not None and self._battle.creature(name).side == self.side

    def _decision(self, question: Decision) -> Plain:
        hidden = self._hidden
        plain = question.to_dict()
        plain["text"] = veiled(translated(question.text, self.language), hidden)
        return plain | ({"other": None} if question.other in hidden else {})

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
            raise ScenarioError("the seat", "seat", f"that {seat} is taken", "another side, or none to watch")
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
        """Raises ScenarioError if a seat asks for what its host has chosen."""
        for name in ("scenario", "text", "seed", "ruleset", "others"):
            if getattr(args, name):
                raise ScenarioError("the seat", name, spelled(getattr(args, name)), "nothing: the host has chosen")
        if args.seat is not msgspec.UNSET and args.seat != self.side:
            own = spelled(self.side) if self.side is not None else "none: it only watches"
            raise ScenarioError("the seat", "seat", spelled(args.seat), own)

    def _missed(self, since: int) -> Plain:
        log, witness, sealed = self._battle.events, self._witness, self._sealed
        lines = [sentence(log[at], witness.veil(at), self.language, sealed=sealed) for at in witness.heard(since)]
        return {"events": recalled(log, witness, since, sealed=sealed), "lines": lines}

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

    def _stage(self) -> Plain:
        view = self._view
        if view is not None:
            return view.state()
        battle, hidden = self._battle, self._hidden
        whole = battle.side(self._session.sides[0])
        figures = Snapshot.of(battle.world).figures.values()
        return whole.state() | {
            "side": None,
            "active": None if battle.active in hidden else battle.active,
            "order": [name for name in battle.order if name not in hidden],
            "creatures": [figure_facts(one) for one in figures if one.name not in hidden],
            "lost": lost_facts(self._witness),
            "dark": dark_rows(battle.world, self._common),
        }

    def _look(self, args: LookArgs) -> Plain:
        found: Plain = {"state": self._stage(), "waits": self.waits()}
        return found if args.since is None else found | self._missed(args.since)

    def _actions(self, args: ActionsArgs) -> Plain:
        name = self._mine()
        listed = [one for one in entries(self._offers.session, name) if args.names is None or one.name in args.names]
        return {"actions": [self._entry(name, entry) for entry in listed]}

    def _mine(self) -> str:
        """The creature of this seat whose turn is open.

        Raises:
            ScenarioError: there is none.
        """
        name = self._session.active
        if self.game.pending is not None:
            raise ScenarioError("the seat", "", "a decision to be made first", "answer, undo, look or save")
        if name is None or not self._session.waits_for_person() or not self._own(name):
            raise ScenarioError("the seat", "", "that no creature of this seat has the turn", "look, why or save")
        return name

    def available(self, name: str, entry: ActionEntry) -> Availability:
        """Whether a creature can use an action now, at whom, and why not; found once a moment."""
        offers = self._offers
        return offers.once(("available", name, entry.name), lambda: _finished(offers.session, name, entry))

    def _entry(self, name: str, entry: ActionEntry) -> Plain:
        found = self.available(name, entry)
        action: Plain = {
            "name": entry.name, "label": tr(entry.label), "tip": tr(entry.tip), "key": entry.key, "group": entry.group,
            "aim": entry.aim, "targets": list(found.legal),
            "refused": None if found.refusal is None else self._said(found.refusal),
        }  # fmt: skip
        if entry.choices is not None:
            action["choices"] = [choice.label for choice in entry.choices(self._offers.battle)]
        return action

    def _said(self, refusal: Refusal) -> Plain:
        return {"reason": veiled(refusal.told(self.language), self._hidden), "rules": list(refusal.rules)}

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
        odds = {who: _odds(found) for who, found in offer.odds.items() if who not in hidden}
        return told | {
            "cost": seen.cost,
            "pays": list(seen.pays),
            "steps": [{"who": step.who, "at": list(step.at), "cost": step.cost, "mode": step.mode, "falls": step.falls}
                      for step in seen.steps if step.who not in hidden],
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
        typed_of(args.intent, intents_of(self._battle.rules))
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
        view, typed = self._view, typed_of(wanted, intents_of(self._battle.rules))
        return typed if view is None else view.attempt(name, typed)

    def _act(self, args: ActArgs) -> Plain:
        name = self._mine()
        if args.who is not None and args.who != name:
            raise ScenarioError("the seat", "args.who", spelled(args.who), f"{name}, who has the turn")
        refusal = self._offers.session.why(args.intent)
        if refusal is None and args.intent.get("do") == "end":
            return self._end(NoArgs())
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
            raise ScenarioError("the seat", "", "that nothing is asked of this seat", "answer after a decision")
        keys = [option.key for option in pending.options]
        if args.key not in keys:
            raise ScenarioError("the seat", "args.key", spelled(args.key), names(keys, args.key))
        if args.always:
            self._session.habits[pending.about, self._session.asked(pending)] = args.key
        self.game.answer(args.key)
        self._push()
        return {"waits": self.waits()}

    def _end(self, args: NoArgs) -> Plain:
        if self.side is not None:
            self._mine()
            self.game.play(self._session.end_turn)
        elif any(player == PERSON for player in self._session.players.values()):
            raise ScenarioError("the seat", "", "a turn that this seat only watches", "look or save")
        else:
            self.game.play(lambda: None)
        self._push()
        return {"waits": self.waits()}

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
            raise ScenarioError("the seat", "", "a save that would tell of hidden creatures", "a seat that sees all")
        if self.game.hosted and sum(player == PERSON for player in self._session.players.values()) > 1:
            raise ScenarioError("the seat", "", "a save that would tell of the dice to come", "the host's own save")
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
        return {"odds": {name: _odds(one) for name, one in found.items() if name not in hidden}}


def _odds(found: Odds) -> Plain:
    plain: Plain = {"least": found.least, "most": found.most, "words": odds_told(found)}
    if isinstance(found, CreatureOdds):
        return plain | {
            "outcomes": dict(found.outcomes), "mean": found.mean, "falls": found.falls, "healed": found.healed,
            "conditions": dict(found.conditions),
        }  # fmt: skip
    return plain | {"outcomes": dict(found.outcomes), "hit": found.hit, "falls": found.fells or 0.0}


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
    "overlay": (OverlayArgs, Seat._overlay),
    "answer": (AnswerArgs, Seat._answer),
    "end": (NoArgs, Seat._end),
    "undo": (NoArgs, Seat._undo),
    "rematch": (NoArgs, Seat._rematch),
    "save": (NoArgs, Seat._save),
    "why": (ActArgs, Seat._why),
    "legal": (LegalArgs, Seat._legal),
    "odds": (ActArgs, Seat._asked_odds),
    "preview": (ActArgs, Seat._preview),
}
"""The calls of a seat: their arguments and their answers."""

"""A battle for a web page: requests and answers in JSON, so that the page needs no rules."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ... import __version__
from ...components.events import Event
from ...engine.brains import BRAINS
from ...engine.decoding import decode
from ...engine.errors import ScenarioError, names, spelled
from ...engine.messages import ENGLISH, _, language_in_use, tr, translated, use_language
from ...engine.rulesets import RULESETS
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import parse
from ...engine.state.verdict import Refusal
from ...play.battle import Battle
from ...play.loading import shipped_names, shipped_text
from ...play.match import Match, brains_for, sides_of
from ...play.replay.palettes import WITH_ART
from ...play.replay.web_page import Stage
from ...play.table.dialect import Game, Seat
from ...play.table.session import PERSON, Session, foe_of
from ..views import replay_file

Answer = dict[str, Any]
YOU = _("you")
"""The player of a side that the person at the page plays."""
PICTURED = WITH_ART["dusk"]
"""The page's colours, with the pictures of the atlas."""
SEAT_CALLS = ("actions", "point", "press", "act", "overlay", "answer", "end", "undo")
"""The calls of the seat that the page makes."""


class Menu(msgspec.Struct, tag="menu", tag_field="ask", frozen=True):
    """The list of battles, and the language of the page."""

    language: str = ENGLISH


class Open(msgspec.Struct, tag="open", tag_field="ask", frozen=True):
    """A battle from its start: a shipped scenario by name, or the text of one."""

    scenario: str = ""
    text: str = ""
    ruleset: str | None = None
    red: str | None = None
    blue: str | None = None
    seed: int | None = None


class WebCall(msgspec.Struct, tag="seat", tag_field="ask", frozen=True):
    """A call of the person's seat: the dialect of `fivefoot.table`."""

    call: str
    args: dict[str, Any] = {}


class WebTurn(msgspec.Struct, tag="turn", tag_field="ask", frozen=True):
    """The next turn, played by the brains."""


class Range(msgspec.Struct, tag="range", tag_field="ask", frozen=True):
    """The reach of a creature after a number of events."""

    events: int
    who: str


class Way(msgspec.Struct, tag="way", tag_field="ask", frozen=True):
    """The preview of a move of a creature to a square after a number of events, or its refusal."""

    events: int
    who: str
    to: tuple[int, int]


class WebLog(msgspec.Struct, tag="log", tag_field="ask", frozen=True):
    """A recorded battle, or a bare log of the open scenario."""

    text: str


class WebSave(msgspec.Struct, tag="save", tag_field="ask", frozen=True):
    """The battle as a record."""


Question = Menu | Open | WebCall | WebTurn | Range | Way | WebLog | WebSave


class WebGame:
    """One battle at a time, and the answers about it."""

    def __init__(self) -> None:
        self._scenario: Scenario | None = None
        self._battle: Battle | None = None
        self._match: Match | None = None
        """The brains of a battle that the page watches."""
        self._seat: Seat | None = None
        """The seat of the person at the page, in a battle that is played."""
        self._stage: Stage | None = None
        self._told = 0
        self._past: tuple[int, Battle] | None = None

    def ask(self, text: str) -> str:
        """Answers a request; an error comes back as one sentence under `error`."""
        try:
            answer = self._answer(decode(text, Question))
        except (ScenarioError, msgspec.DecodeError, KeyError, IndexError) as error:
            said = error.args[0] if isinstance(error, KeyError) and error.args else error
            answer = {"error": translated(str(said), language_in_use())}
        return msgspec.json.encode(answer).decode()

    def _answer(self, question: Question) -> Answer:
        match question:
            case Menu():
                use_language(question.language)
                return self._menu()
            case Open():
                return self._open(question)
            case WebCall():
                return self._call(question)
            case WebTurn():
                return self._turn()
            case Range():
                return self._range(self._at(question.events), question.who)
            case Way():
                return self._way(self._at(question.events), question.who, question.to)
            case WebLog():
                return self._log(question.text)
            case WebSave():
                return {"record": replay_file.record_of(self._playing()).decode()}

    # --- playing -----------------------------------------------------------------------------------

    def _menu(self) -> Answer:
        shipped = []
        for name in shipped_names():
            scenario = parse(shipped_text(name), f"{name}.toml")
            shipped.append({"name": name, "title": tr(scenario.title) or name, "ruleset": scenario.ruleset})
        return {
            "version": __version__,
            "scenarios": shipped,
            "rulesets": [{"name": rules.name, "title": rules.title} for rules in RULESETS.values()],
            "players": [YOU, *BRAINS],
        }

    def _open(self, question: Open) -> Answer:
        source, text = "the scenario", question.text
        if not text:
            source, known = f"{question.scenario}.toml", shipped_names()
            if question.scenario not in known:
                raise ScenarioError("scenario", "", spelled(question.scenario), names(known, question.scenario))
            text = shipped_text(question.scenario)
        scenario, notes = unscripted(parse(text, source), question.ruleset)
        told = [translated(str(note), language_in_use()) for note in notes]
        chosen = dict(zip(sides_of(scenario), (question.red, question.blue), strict=True))
        if YOU in chosen.values():
            return self._sit(scenario, chosen, question.seed) | {"notes": told}
        brains = brains_for(scenario, question.red, question.blue)
        shown = self._begin(scenario, Battle(scenario, seed=question.seed))
        assert self._battle is not None
        self._match = Match(self._battle, brains)
        return {"stage": shown, "moments": [], "notes": told}

    def _sit(self, scenario: Scenario, chosen: Mapping[str | None, str | None], seed: int | None) -> Answer:
        """Opens a battle in which a person plays one side, up to that person's first turn."""
        own = next(side for side, player in chosen.items() if player == YOU)
        if own is None:
            raise ScenarioError("the page", "", "no side for a person", "a scenario with that side")
        battle = Battle(scenario, seed=seed)
        sides = dict.fromkeys(one.side for one in battle.creatures)
        others = {side: player for side, player in chosen.items() if player not in (None, YOU)}
        players = {side: others.get(side) or foe_of(scenario, side) for side in sides} | {own: PERSON}
        for side, player in players.items():
            if player != PERSON and player not in BRAINS:
                raise ScenarioError("the page", str(side), spelled(str(player)), names(list(BRAINS), str(player)))
        shown = self._begin(scenario, battle)
        self._seat = Game(Session(battle, players)).seat(own)
        self._seat.call("open", {"seat": own, "language": language_in_use()})
        return {"stage": shown, "seat": own} | self._news()

    def _call(self, question: WebCall) -> Answer:
        """A call of the seat, with what has happened since; after an undo the battle is told from its start."""
        if self._seat is None:
            raise ScenarioError("the page", "", "nobody who plays", "a battle opened with the player you")
        if question.call not in SEAT_CALLS:
            raise ScenarioError("the page", "call", spelled(question.call), names(SEAT_CALLS, question.call))
        battle = self._playing()
        result = self._seat.call(question.call, question.args)
        self._seat.take_pushed()
        if len(battle.events) >= self._told and question.call != "undo":
            return {"result": result} | self._news()
        self._forget_past()  # what is undone may come otherwise
        with Battle(battle.scenario, seed=battle.world.dice.seed) as start:
            shown = self._staged(start)
        return {"result": result, "stage": shown, "notes": []} | self._news()

    def _news(self) -> Answer:
        assert self._seat is not None
        return self._fresh() | {"waits": self._seat.waits()}

    def _fresh(self) -> Answer:
        """What has happened since it was told last."""
        battle = self._playing()
        assert self._stage is not None
        fresh = list(battle.events[self._told :])
        self._told += len(fresh)
        return {"moments": [self._stage.moment(event) for event in fresh], "over": battle.over}

    def _staged(self, battle: Battle, events: Sequence[Event] = ()) -> Answer:
        """The page of a battle as it stands, from which what follows is told; `events` are told already."""
        self._stage, self._told = (
            Stage(tr(battle.scenario.title), battle.world, events, PICTURED, language_in_use()),
            len(events),
        )
        return self._stage.content() | {"rules": battle.rules.name}

    def _begin(self, scenario: Scenario, battle: Battle, events: Sequence[Event] = ()) -> Answer:
        """Takes a battle in place of the last; returns its page at the start."""
        if self._battle is not None:
            self._battle.close()
        self._forget_past()
        self._scenario, self._battle, self._match, self._seat = scenario, battle, None, None
        return self._staged(battle, events)

    def _turn(self) -> Answer:
        battle = self._playing()
        if self._match is None:
            raise ScenarioError("the page", "", "a battle that a person plays", "a call of the seat")
        with battle.dice_told():
            self._match.play_turn()
        return self._fresh()

    def _playing(self) -> Battle:
        if self._battle is None or (self._match is None and self._seat is None):
            raise ScenarioError("the page", "", "no battle", "one that has been opened")
        return self._battle

    # --- requests ----------------------------------------------------------------------------------

    def _at(self, events: int) -> Battle:
        """The battle after a number of events."""
        battle = self._playing()
        if events >= len(battle.events):
            return battle
        if self._past is None or self._past[0] != events:
            self._forget_past()
            past = Battle(battle.scenario, seed=battle.world.dice.seed) if events <= 0 else battle.fork()
            if events > 0:
                past.undo(events - 1)
            self._past = (events, past)
        return self._past[1]

    def _forget_past(self) -> None:
        if self._past is not None:
            self._past[1].close()
            self._past = None

    def _range(self, battle: Battle, who: str) -> Answer:
        best: dict[tuple[int, int], tuple[int, bool]] = {}
        for (x, y, _z), arrival in battle.reach(_known(battle, who)).items():
            found = (arrival.cost, arrival.can_stop)
            held = best.get((x, y))
            if held is None or (not found[1], found[0]) < (not held[1], held[0]):
                best[x, y] = found
        return {"range": [[x, y, cost, stop] for (x, y), (cost, stop) in best.items()]}

    def _way(self, battle: Battle, who: str, to: tuple[int, int]) -> Answer:
        found = battle.foresee(_known(battle, who), {"do": "move", "to": list(to)})
        if isinstance(found, Refusal):
            return {"refused": found.told(language_in_use()), "rules": list(found.rules)}
        x, y, _ = battle.creature(who).cube
        cost, path = 0, [[x, y, 0]]
        for step in found.steps:
            cost += step.cost
            path.append([step.at[0], step.at[1], cost])
        return {
            "path": path,
            "cost": found.cost,
            "provokes": list(found.provokes),
            "checks": list(found.checks),
            "falls": any(step.falls for step in found.steps),
            "rules": list(dict.fromkeys(rule for step in found.steps for rule in step.rules)),
        }

    # --- records -----------------------------------------------------------------------------------

    def _log(self, text: str) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            path, ground = Path(folder, "the log"), None
            path.write_text(text, encoding="utf-8")
            if self._scenario is not None:
                ground = Path(folder, "scenario.json")
                ground.write_bytes(msgspec.json.encode(self._scenario.tree()))
            try:
                record = replay_file.read(path, ground)
            except ScenarioError as error:  # the file is one of ours, whose name the user does not know
                raise ScenarioError("the log", error.place, error.found, error.allowed) from None
        brains = brains_for(record.scenario)
        shown = self._begin(record.scenario, Battle(record.scenario, seed=record.seed), record.events)
        assert self._stage is not None
        moments = [self._stage.moment(event) for event in record.events]
        over = True
        if record.commands is not None:  # it can be queried, and goes on
            assert self._battle is not None
            self._battle.close()
            self._battle = record.battle()
            self._match = Match(self._battle, brains)
            over = self._battle.over
        return {"stage": shown, "moments": moments, "over": over, "notes": []}


def _known(battle: Battle, who: str) -> str:
    listed = [creature.name for creature in battle.creatures]
    if who not in listed:
        raise ScenarioError("who", "", spelled(who), ", ".join(listed) or "no creature")
    return who

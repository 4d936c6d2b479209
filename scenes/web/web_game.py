"""The battle of a web page: requests and answers as JSON."""

import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from ... import __version__
from ...components.events import Event
from ...engine.brains import BRAINS
from ...engine.brains.planner import Planner
from ...engine.decoding import convert, decode
from ...engine.error_text import error_text
from ...engine.errors import ScenarioError, names, spelled
from ...engine.files import DATA_FILES
from ...engine.geometry.boxes import Box
from ...engine.messages import ENGLISH, _, language_in_use, tr, translated, use_language
from ...engine.rules.catalogue import catalogue
from ...engine.rulesets import RULESETS
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import parse
from ...engine.state.verdict import Refusal
from ...play import campaign as campaigns
from ...play import daily
from ...play.battle import Battle
from ...play.campaign import Campaign, CampaignProgress, title_in_words
from ...play.loading import shipped_names, shipped_text
from ...play.match import Match, brains_for, sides_of
from ...play.replay.highlights import turning_point
from ...play.replay.palettes import WITH_ART
from ...play.replay.web_page import Stage
from ...play.table.card import card_of, goals_told
from ...play.table.dialect import Game, Seat
from ...play.table.lesson import Lesson
from ...play.table.session import LEVELS, PERSON, Session, foe_of, seats_again
from ..views import replay_file

Answer = dict[str, Any]
YOU = _("you")
"""The player's name of a side that a person plays."""
PICTURED = WITH_ART["dusk"]
"""The page's colours."""
SEAT_CALLS = ("actions", "point", "press", "act", "overlay", "answer", "end", "undo")


class Menu(msgspec.Struct, tag="menu", tag_field="ask", frozen=True):
    """A web page's request for the list of battles, in the page's language."""

    language: str = ENGLISH
    listed: bool = True


class Open(msgspec.Struct, tag="open", tag_field="ask", frozen=True):
    """A web page's request to start a battle from a shipped scenario or a text."""

    scenario: str = ""
    text: str = ""
    ruleset: str | None = None
    red: str | None = None
    blue: str | None = None
    seed: int | None = None
    daily: str = ""
    """The day of a daily fight, such as 2026-11-28."""
    campaign: dict[str, Any] | None = None
    """Campaign progress; its next battle opens."""


class WebCampaign(msgspec.Struct, tag="campaign", tag_field="ask", frozen=True):
    """A web page's request for the next page of a campaign. After a victory it brings progress."""

    progress: dict[str, Any] | None = None
    chosen: str | None = None
    won: bool = False
    """True if the present battle was won."""
    gift: int = -1
    """The chosen reward after a victory, and the member that gets it."""
    who: str = ""


class WebLesson(msgspec.Struct, tag="lesson", tag_field="ask", frozen=True):
    action: str


class WebResume(msgspec.Struct, tag="resume", tag_field="ask", frozen=True):
    """A web page's request to continue a saved battle."""

    text: str


class WebCall(msgspec.Struct, tag="seat", tag_field="ask", frozen=True):
    """A player's call from a web page, such as a click (see `fivefoot.table`)."""

    call: str
    args: dict[str, Any] = {}


class WebTurn(msgspec.Struct, tag="turn", tag_field="ask", frozen=True):
    """A web page's request to let AI players play the next turn."""


class Range(msgspec.Struct, tag="range", tag_field="ask", frozen=True):
    """A web page's request for the squares that a creature could reach at a past moment."""

    events: int
    who: str


class Way(msgspec.Struct, tag="way", tag_field="ask", frozen=True):
    """A web page's request for what a move would do at a past moment."""

    events: int
    who: str
    to: tuple[int, int]


class CreatureCard(msgspec.Struct, tag="card", tag_field="ask", frozen=True):
    """A web page's request for the facts about a creature."""

    who: str


class RuleText(msgspec.Struct, tag="rules", tag_field="ask", frozen=True):
    """A web page's request for the texts of rules."""

    ids: tuple[str, ...]


class WebLog(msgspec.Struct, tag="log", tag_field="ask", frozen=True):
    """A web page's request to show a save or an event log again."""

    text: str


class WebSave(msgspec.Struct, tag="save", tag_field="ask", frozen=True):
    """A web page's request for the battle as a file, to save it."""


Question = (
    Menu
    | Open
    | WebCampaign
    | WebLesson
    | WebResume
    | WebCall
    | WebTurn
    | Range
    | Way
    | CreatureCard
    | RuleText
    | WebLog
    | WebSave
)


PAGE_TURNS = 150
"""Simulated turns of the brain `planner` in a page, where Python is several times slower."""


def plan_lightly() -> None:
    """Makes the brain `planner` simulate fewer turns."""
    BRAINS["planner"] = Planner(PAGE_TURNS)


class WebGame:
    """The game behind a web page. It holds one battle at a time."""

    def __init__(self) -> None:
        self._scenario: Scenario | None = None
        self._battle: Battle | None = None
        self._match: Match | None = None
        """Brains of a watched battle."""
        self._seat: Seat | None = None
        self._stage: Stage | None = None
        self._lesson: Lesson | None = None
        self._told = 0
        self._past: tuple[int, Battle] | None = None

    def ask(self, text: str) -> str:
        try:
            answer = self._answer(decode(text, Question))
        except (ScenarioError, msgspec.DecodeError, KeyError, IndexError) as error:
            answer = {"error": error_text(error, language_in_use())}
        return msgspec.json.encode(answer).decode()

    def _answer(self, question: Question) -> Answer:
        match question:
            case Menu():
                use_language(question.language)
                return menu() if question.listed else {"version": __version__}
            case Open():
                return self._open(question)
            case WebCampaign():
                return self._campaign(question)
            case WebLesson():
                return self._learn(question.action)
            case WebResume():
                return self._resume(question.text)
            case WebCall():
                return self._call(question)
            case WebTurn():
                return self._turn()
            case Range():
                return self._range(self._at(question.events), question.who)
            case Way():
                return self._way(self._at(question.events), question.who, question.to)
            case CreatureCard():
                return self._card(question.who)
            case RuleText():
                return self._rules(question.ids)
            case WebLog():
                return self._log(question.text)
            case WebSave():
                players = self._seat.game.playing.players if self._seat is not None else {}
                return {"record": replay_file.record_of(self._playing(), dict(players)).decode()}

    # --- playing -----------------------------------------------------------------------------------

    def _open(self, question: Open) -> Answer:
        scenario, notes, seat = self._scenario_of(question)
        told = [translated(str(note), language_in_use()) for note in notes]
        chosen = dict(zip(sides_of(scenario), (question.red, question.blue), strict=True))
        if seat is not None:
            return self._sit(scenario, {seat: YOU}, question.seed, question.daily) | {"notes": told}
        if YOU in chosen.values():
            return self._sit(scenario, chosen, question.seed) | {"notes": told}
        brains = brains_for(scenario, question.red, question.blue)
        shown = self._begin(scenario, Battle(scenario, seed=question.seed))
        assert self._battle is not None
        self._match = Match(self._battle, brains)
        return {"stage": shown, "moments": [], "notes": told}

    @staticmethod
    def _scenario_of(question: Open) -> tuple[Scenario, Sequence[object], str | None]:
        if question.daily:
            try:
                return daily.scenario_of(date.fromisoformat(question.daily)), (), daily.SIDE
            except ValueError:
                raise ScenarioError("the page", "daily", spelled(question.daily), "a day such as 2026-11-28") from None
        if question.campaign is not None:
            led = campaign()
            progress = progress_of(question.campaign, led)
            battle = led.battle(progress)
            if battle is None:
                raise ScenarioError("the page", "campaign", "one that is over", "one with a battle to come")
            return led.scenario(progress), (), battle.side
        source, text = "the scenario", question.text
        if not text:
            source, known = f"{question.scenario}.toml", shipped_names()
            if question.scenario not in known:
                raise ScenarioError("scenario", "", spelled(question.scenario), names(known, question.scenario))
            text = shipped_text(question.scenario)
        return *unscripted(parse(text, source), question.ruleset), None

    def _campaign(self, question: WebCampaign) -> Answer:
        led = campaign()
        progress = led.begin() if question.progress is None else progress_of(question.progress, led)
        choices: Sequence[str] = ()
        if question.won:
            choices = led.battles[progress.at].next if progress.at in led.battles else ()
            progress = led.after(progress, self._playing(), question.chosen)
        if 0 <= question.gift < len(led.due(progress)):
            progress = led.give(progress, question.gift, question.who)
        battle = led.battle(progress)
        last = led.battles[progress.won[-1]].after if progress.won and (led.due(progress) or battle is None) else ()
        told = last or (battle.before if battle is not None else ())
        story = led.file.story if not progress.won else battle.story if battle is not None else ""
        return {
            "title": tr(led.title),
            "story": tr(story.strip()),
            "progress": msgspec.to_builtins(progress),
            "over": battle is None,
            "next": None if battle is None else tr(parse(shipped_text(battle.scenario), battle.scenario).title),
            "choices": [{"id": one, "title": _title_of(led.battles[one].scenario)} for one in choices],
            "party": [_member(one, progress) for one in led.members(progress)],
            "gifts": [{"label": tr(one.label), "text": tr(one.text), "all": one.all} for one in led.due(progress)],
            "talk": [{"who": one.who, "say": tr(one.say)} for one in told],
        }

    def _learn(self, action: str) -> Answer:
        if self._lesson is not None:
            self._lesson.act(action, self._playing().events)
        return {"lesson": self._lesson_now()}

    def _lesson_now(self) -> Answer | None:
        lesson = self._lesson
        step = None if lesson is None else lesson.step
        if lesson is None or step is None:
            return None
        return {"say": lesson.told(lesson.at), "squares": list(step.squares), "read": lesson.waits_for_reader}

    def _resume(self, text: str) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "the save")
            path.write_text(text, encoding="utf-8")
            try:
                record = replay_file.read(path)
                battle = record.battle()
            except ScenarioError as error:
                raise ScenarioError("the save", error.place, error.found, error.allowed) from None
        players = seats_again(record.players)
        own = next((side for side, player in players.items() if player == PERSON), None)
        if own is None:
            raise ScenarioError("the save", "players", "no person", "a battle that a person plays")
        with Battle(battle.scenario, seed=battle.world.dice.seed) as start:
            shown = self._begin(battle.scenario, battle, start=start)
        self._take_seat(Session(battle, players), own)
        return {"stage": shown, "seat": own, "notes": []} | self._news()

    def _sit(
        self, scenario: Scenario, chosen: Mapping[str | None, str | None], seed: int | None, day: str = ""
    ) -> Answer:
        own = next(side for side, player in chosen.items() if player == YOU)
        if own is None:
            raise ScenarioError("the page", "", "no side for a person", "a scenario with that side")
        battle = Battle(scenario, seed=seed)
        sides = dict.fromkeys(one.side for one in battle.creatures)
        others = {side: player for side, player in chosen.items() if player not in (None, YOU)}
        players = {side: others.get(side) or foe_of(scenario, side) for side in sides} | {own: PERSON}
        if day:
            players[daily.FOE] = daily.BRAIN
        for side, player in players.items():
            if player != PERSON and player not in BRAINS:
                raise ScenarioError("the page", str(side), spelled(str(player)), names(list(BRAINS), str(player)))
        shown = self._begin(scenario, battle) | {"intro": _intro(battle, own)}
        self._lesson = Lesson(scenario.lesson) if scenario.lesson else None
        self._take_seat(Session(battle, players, lookback="never" if day else "free"), own)
        return {"stage": shown, "seat": own} | self._news()

    def _take_seat(self, session: Session, own: str) -> None:
        self._seat = Game(session).seat(own)
        self._seat.call("open", {"seat": own, "language": language_in_use()})

    def _call(self, question: WebCall) -> Answer:
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
        found = self._fresh() | {"waits": self._seat.waits()}
        if self._lesson is not None:
            self._lesson.follow(self._playing().events)
            found["lesson"] = self._lesson_now()
        day = daily.day_of(self._playing().scenario) if found["over"] else None
        return found if day is None else found | {"score": str(daily.score(self._playing(), day))}

    def _fresh(self) -> Answer:
        battle = self._playing()
        assert self._stage is not None
        fresh = list(battle.events[self._told :])
        self._told += len(fresh)
        return {"moments": self._stage.moments(fresh), "over": battle.over}

    def _staged(self, battle: Battle, events: Sequence[Event] = ()) -> Answer:
        self._stage, self._told = (
            Stage(title_in_words(battle.scenario.title), battle.world, events, PICTURED, language_in_use()),
            len(events),
        )
        return self._stage.content() | {"rules": battle.rules.name}

    def _begin(
        self, scenario: Scenario, battle: Battle, events: Sequence[Event] = (), start: Battle | None = None
    ) -> Answer:
        if self._battle is not None:
            self._battle.close()
        self._forget_past()
        self._scenario, self._battle, self._match, self._seat = scenario, battle, None, None
        self._lesson = None
        return self._staged(start or battle, events)

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
        mover = battle.creature(who)
        cost, path = 0, [[*_middle(mover.box), 0]]
        for step in found.steps:
            cost += step.cost
            path.append([*_middle(step.shape or mover.at(step.at)), cost])
        return {
            "path": path,
            "cost": found.cost,
            "provokes": list(found.provokes),
            "checks": list(found.checks),
            "falls": any(step.falls for step in found.steps),
            "rules": list(dict.fromkeys(rule for step in found.steps for rule in step.rules)),
        }

    def _card(self, who: str) -> Answer:
        battle, side = self._playing(), None if self._seat is None else self._seat.side
        return {"card": card_of(battle, _known(battle, who), side)}

    def _rules(self, ids: Sequence[str]) -> Answer:
        known = {one.id: one for one in catalogue().get(self._playing().rules.name, ())}
        return {"rules": [{"id": one, "text": known[one].summary if one in known else ""} for one in ids]}

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
        moments = self._stage.moments(record.events)
        over = True
        if record.commands is not None:  # it can be queried, and goes on
            assert self._battle is not None
            self._battle.close()
            self._battle = record.battle()
            self._match = Match(self._battle, brains)
            over = self._battle.over
        shown["turning"] = turning_point(record.events)
        return {"stage": shown, "moments": moments, "over": over, "notes": []}


def menu() -> Answer:
    shipped = []
    for name in shipped_names():
        scenario = parse(shipped_text(name), f"{name}.toml")
        about = {"title": tr(scenario.title) or name, "ruleset": scenario.ruleset, "story": tr(scenario.story.strip())}
        about["difficulty"] = tr(scenario.difficulty)
        shipped.append({"name": name, "lesson": bool(scenario.lesson)} | about)
    return {
        "version": __version__,
        "scenarios": shipped,
        "rulesets": [{"name": rules.name, "title": rules.title} for rules in RULESETS.values()],
        "players": [YOU, *BRAINS],
        "levels": {name: tr(LEVELS[name]) for name in BRAINS if name in LEVELS},
        "campaign": tr(campaign().title),
    }


def campaign() -> Campaign:
    scenarios = [Path(str(one)) for one in (DATA_FILES / "scenarios").iterdir() if one.name.endswith(".toml")]
    found = sorted(one.name for one in (DATA_FILES / "campaigns").iterdir() if one.name.endswith(".toml"))
    return campaigns.read(Path(str(DATA_FILES / "campaigns" / found[0])), scenarios)


def progress_of(plain: dict[str, Any], led: Campaign) -> CampaignProgress:
    """Checks the campaign progress that a web page sends, and converts it."""
    try:
        found = convert(plain, CampaignProgress)
    except msgspec.ValidationError as error:
        raise ScenarioError("the page", "campaign", str(error), "what the page has been given") from None
    if found.campaign != led.title or any(
        one not in led.battles for one in (*found.won, found.at or led.file.battles[0].id)
    ):
        raise ScenarioError("the page", "campaign", spelled(found.campaign), led.title)
    return found


def _member(member: Mapping[str, Any], progress: CampaignProgress) -> Answer:
    name, full = str(member.get("name")), member.get("hp")
    left = progress.hit_points.get(name, full)
    return {"name": name, "hp": left, "full": full, "fallen": name in progress.fallen}


def _intro(battle: Battle, side: str) -> list[str]:
    language = language_in_use()
    story = translated(battle.scenario.story.strip(), language)
    return [line for line in (story, tr("You play {side}.", side=tr(side)), *goals_told(battle, side)) if line]


def _title_of(scenario: str) -> str:
    return tr(parse(shipped_text(scenario), scenario).title) or scenario


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _known(battle: Battle, who: str) -> str:
    listed = [creature.name for creature in battle.creatures]
    if who not in listed:
        raise ScenarioError("who", "", spelled(who), ", ".join(listed) or "no creature")
    return who

"""Plays a battle by its number and reduces it to a row of results."""

import hashlib
import time
import traceback
import zlib
from collections.abc import Mapping, Sequence

import msgspec

from ...components.events import (
    Damaged,
    Downed,
    Event,
    Fell,
    ForcedMoved,
    Moved,
    Opportunity,
    Refused,
    Struck,
    TurnStarted,
)
from ...engine.brains import Brain
from ...engine.decoding import decode
from ...engine.logs import logger
from ...engine.messages import _
from ...engine.plugins import load_parts
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import parse
from ..battle import Battle
from ..bots import BotRules, Fault
from ..match import ROUNDS, Match, sides_of
from ..players import arranged, contest, seat
from .ledger import Misstep, Played, Result, Timing
from .pairings import Fixture, Schedule

_LOG = logger(__name__)
ENGINE = "fivefoot"
LOOKED_AT = 3
"""Last rounds compared for a stalemate."""


def lines_of(events: Sequence[Event]) -> bytes:
    return msgspec.json.Encoder().encode_lines([event.to_dict() for event in events])


def digest_of(events: Sequence[Event]) -> str:
    """Returns a hash of the events' JSON lines, as `sha256sum` gives it."""
    return hashlib.sha256(lines_of(events)).hexdigest()


class TimedMatch(Match):
    def __init__(self, battle: Battle, brains: Mapping[str, Brain], *, rounds: int = ROUNDS) -> None:
        super().__init__(battle, brains, rounds=rounds)
        self.slowest = 0.0
        self.actor = ""
        self.round = 0

    def play_turn(self) -> list[Event]:
        begun = time.perf_counter()
        before = len(self.battle.events)
        try:
            return super().play_turn()
        finally:  # also if the turn forfeits the battle
            took = time.perf_counter() - begun
            if took > self.slowest:
                self.slowest = took
                for event in self.battle.events[before:]:
                    if isinstance(event, TurnStarted):
                        self.actor, self.round = event.actor, event.round
                        break


class ScenarioCache:
    def __init__(self, plan: Schedule) -> None:
        load_parts()
        self.plan = plan
        self.bots = decode(plan.bots, BotRules) if plan.bots else BotRules()
        self._scenarios: dict[tuple[int, str], Scenario] = {}

    def scenario(self, entry: int, ruleset: str) -> Scenario:
        """Returns the scenario of a tournament's entry under a ruleset, from a cache."""
        found = self._scenarios.get((entry, ruleset))
        if found is None:
            listed = self.plan.entries[entry]
            found, _ = arranged(parse(listed.text, listed.name), ruleset, dict(self.plan.rules))
            self._scenarios[entry, ruleset] = found
        return found

    def play(self, number: int) -> Played:
        """Plays the tournament's battle with this number. Errors become part of the result."""
        fixture = self.plan.fixture(number)
        begun = time.perf_counter()
        scenario = self.scenario(fixture.entry, fixture.ruleset)
        table = seat(scenario, fixture.red, fixture.blue, self.bots)
        rounds = ROUNDS if self.plan.rounds is None else self.plan.rounds
        with Battle(scenario, seed=fixture.seed) as battle:
            skirmish = TimedMatch(battle, table.brains, rounds=rounds)
            missteps: list[Misstep] = []
            try:
                contest(skirmish, table)
            except Exception as error:
                missteps.append(_fault(number, error))
                _LOG.exception("battle %d was ended by an exception", number)
            brains = dict(zip(contenders(scenario), (fixture.red, fixture.blue), strict=True))
            missteps[:0] = [_misstep(number, fault, brains) for fault in table.faults]
            faulty = any(misstep.bot == ENGINE for misstep in missteps)
            result = _result(fixture, self.plan.entries[fixture.entry].name, battle, scenario, faulty)
            kept = _interesting(result, battle.events, missteps)
            wanted = self.plan.keep == "all" or (self.plan.keep == "interesting" and kept)
            log = zlib.compress(lines_of(battle.events)) if wanted else b""
            timing = Timing(
                number=number,
                seconds=time.perf_counter() - begun,
                slowest=skirmish.slowest,
                actor=skirmish.actor,
                round=skirmish.round,
            )
        return Played(result=result, timing=timing, missteps=tuple(missteps), kept=kept, log=log)


def _misstep(number: int, fault: Fault, brains: Mapping[str, str]) -> Misstep:
    return Misstep(
        number=number,
        side=fault.side,
        bot=brains.get(fault.side, fault.bot),  # the owner's name for it, because a bot may give itself any
        actor=fault.actor,
        round=fault.round,
        kind=fault.kind,
        detail=fault.detail,
    )


def _fault(number: int, error: Exception) -> Misstep:
    where = traceback.extract_tb(error.__traceback__)
    last = where[-1] if where else None
    at = f" at {last.name}, line {last.lineno}" if last else ""
    return Misstep(
        number=number,
        side="",
        bot=ENGINE,
        actor="",
        round=0,
        kind="crash",
        detail=f"{type(error).__name__}: {error}{at}",
    )


def _result(fixture: Fixture, name: str, battle: Battle, scenario: Scenario, faulty: bool) -> Result:
    events = battle.events
    last = events[-1]
    opportunities = falls = pushes = refusals = 0
    before: Event | None = None
    for event in events:
        kind = type(event)
        if kind is ForcedMoved:
            assert isinstance(event, ForcedMoved)
            new = not isinstance(before, ForcedMoved) or before.who != event.who
            pushes += new and event.kind != "carry"
        elif kind is Opportunity:
            opportunities += 1
        elif kind is Fell:
            falls += 1
        elif kind is Refused:
            refusals += 1
        before = event
    winner = getattr(last, "winner", None)
    why = getattr(last, "why", _("a fault of the engine"))
    return Result(
        number=fixture.number,
        scenario=name,
        ruleset=fixture.ruleset,
        seed=fixture.seed,
        red=fixture.red,
        blue=fixture.blue,
        winner=winner,
        why=why,
        rounds=battle.world.round,
        turns=battle.world.turns,
        events=len(events),
        opportunities=opportunities,
        falls=falls,
        pushes=pushes,
        refusals=refusals,
        stall=_("an exception") if faulty else _stall(battle, winner),
        digest=digest_of(events),
    )


def _stall(battle: Battle, winner: str | None) -> str | None:
    left = list(dict.fromkeys(c.side for c in battle.creatures if not c.out and not c.has("object")))
    if winner is not None or len(left) < 2:
        return None
    since = battle.world.round - LOOKED_AT
    tail = [event for event in battle.events if event.round > since]
    if any(isinstance(event, Damaged) and event.amount for event in tail):
        return _("too little damage to win in time")
    if any(isinstance(event, Struck) for event in tail):
        return _("strikes without damage")
    if any(isinstance(event, Refused) for event in tail):
        return _("refused intents")
    if any(isinstance(event, (Moved, ForcedMoved, Fell)) for event in tail):
        return _("movement without strikes")
    return _("no creature acts")


def _interesting(result: Result, events: Sequence[Event], missteps: Sequence[Misstep]) -> str:
    if missteps:
        return _("missteps")
    if result.stall is not None:
        return _("stall")
    if result.refusals:
        return _("refusals")
    if result.falls and any(isinstance(event, Downed) and _by_fall(events, event) for event in events):
        return _("downed by a fall")
    if result.opportunities >= 8:
        return _("opportunity attacks")
    if result.pushes >= 4:
        return _("pushes")
    return ""


def _by_fall(events: Sequence[Event], downed: Downed) -> bool:
    before = events[downed.seq - 1] if downed.seq else None
    return isinstance(before, Damaged) and before.kind == "falling" and before.who == downed.who


def contenders(scenario: Scenario) -> tuple[str, str]:
    red, blue = sides_of(scenario)
    return red or "", blue or ""

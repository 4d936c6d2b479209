"""Users' Python brains, each in a process of its own."""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import Intent, IntentBase
from ...components.position import Cube
from ...engine.brains import BRAINS, Play, View
from ...engine.brains.decision_log import LoggedCandidate, LoggedDecision
from ...engine.decoding import convert, decode
from ...engine.errors import ScenarioError, spelled
from ...engine.logs import logger
from ..battle import Battle
from ..commands import Command
from ..input_checks import typed_of
from ..parts import REGISTERED
from ..save import command_spec
from . import BotFault, BotForfeit, BotProcess, BotRules, Fault, Limits
from . import brain_host as host
from .protocol import is_plain

_LOG = logger(__name__)
ALLOWED = "something with a method turn(view), a generator of intents, or a function of a view"
LAST_WORDS = 1.0
IN_STEP = 60.0
ENDLESS = 2**60
_LIMITS = Limits(start=30.0, battle=1e9, line=16 * 1024 * 1024, output=ENDLESS, memory=ENDLESS)
_IDLE: dict[tuple[str, str, tuple[str, ...]], BotProcess] = {}
"""Idle processes by brain and path."""
MOST_IDLE = 4
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from fivefoot.play.bots.brain_host import main; main()"
)


class _Told(NamedTuple):
    round: int
    actor: str
    cube: Cube
    brain: str
    chosen: dict[str, Any] | None
    why: str
    score: float | None
    over: tuple[dict[str, Any] | None, float | None, str] | None


_Answer = TypeVar("_Answer", bound=msgspec.Struct)


class PythonBrain:
    """An AI player written by a user, in a process of its own. Call `close` at the end.

    After an error the turn is lost. After a timeout the process is killed.
    """

    def __init__(self, name: str, rules: BotRules | None = None) -> None:
        self.name = name
        self.rules = rules or BotRules()
        self.faults: list[Fault] = []
        self._process: BotProcess | None = None
        self._chooses = False
        self._battle: Battle | None = None
        self._start = ""
        self._followed = False
        self._done: list[Command] = []
        self._key = (name, os.getcwd(), tuple(sys.path))

    def follow(self, battle: Battle) -> None:
        """Sends the AI player's process a copy of `battle`."""
        if battle is self._battle:
            return
        allowed = "an AI player as an object instead of its name"
        try:
            start = battle.saved_start()
        except ValueError as error:
            raise ScenarioError(self.name, "", str(error), allowed) from None
        needed = {name for names in json.loads(start).get("parts", {}).values() for name in names}
        if own := sorted(needed - REGISTERED.installed):
            found = f"a battle with parts of a game's own ({', '.join(own)})"
            raise ScenarioError(self.name, "", found, allowed)
        self._battle, self._start, self._followed = battle, start, False

    def choose(self, view: View, question: Decision) -> str | None:
        """Returns the AI player's answer to a decision; None if it gives none."""
        if self._given_up or not self._chooses:
            return None
        assert self._battle is not None
        try:
            stands = command_spec(self._battle.commands[-1])
            thought, _ = self._think(host.Choose(view.me.name, stands), self.rules.python)
            key = thought.wanted
            if key is not None:
                try:
                    question.check(key)
                except (ValueError, TypeError) as error:
                    raise BotFault("crash", f"{type(error).__name__}: {error}") from None
            return None if key is None else str(key)
        except BotFault as fault:
            self._punish(view, fault)
            return None

    def turn(self, view: View) -> Play:
        if self._given_up:
            return
        left = self.rules.python
        anew = open_ = True
        came_of_it: Sequence[Event] = ()
        try:
            while True:
                asked = host.Think(view.me.name, anew, journal=view.journal is not None)
                if self._battle is not None and len(self._battle.commands) == len(self._done):
                    asked.happened = list(came_of_it)
                thought, took = self._think(asked, left)
                left, anew = left - took, False
                intent = None if thought.wanted is None else _intent(view, thought.wanted)
                self._note(view, intent, thought)
                if intent is None:
                    open_ = False
                    return
                came_of_it = (yield intent) or ()
        except BotFault as fault:
            self._punish(view, fault)
        finally:
            if open_ and self._process is not None:
                with suppress(BotFault):
                    self._think(host.Stop(), LAST_WORDS)

    def close(self) -> None:
        """Gives the AI player's process back to the pool of processes, for another one."""
        process, self._process = self._process, None
        self._followed = False
        if process is None:
            return
        if self._key in _IDLE or len(_IDLE) >= MOST_IDLE:
            process.close()
        else:
            _IDLE[self._key] = process

    # --- the other process -------------------------------------------------------------------------

    def load(self, source: str, place: str) -> None:
        """Makes the process import the AI player. Errors name `source` and `place`."""
        try:
            loaded = self._begin()
        except BotFault as fault:
            self._kill()
            loaded = host.Loaded(missing=str(fault))
        if loaded.missing == "?":
            raise ScenarioError(source, place, spelled(self.name), ALLOWED)
        if loaded.missing:
            allowed = f"{', '.join(BRAINS)}, module:object, or cmd:PROGRAM"
            found = f"{spelled(self.name)} ({loaded.missing})"
            raise ScenarioError(source, place, found, allowed)

    def _begin(self) -> host.Loaded:
        process = self._process = _IDLE.pop(self._key, None)
        if process is None:
            where = list(self._key[2])
            if "" not in where:  # as for `python -m`: users' modules are in the current folder
                where.insert(0, "")
            process = self._process = BotProcess([sys.executable, "-c", _BOOT, json.dumps(where)], _LIMITS)
        process.tell(msgspec.json.encode(host.Load(self.name)))
        loaded = self._hear(process, time.monotonic() + _LIMITS.start, host.Loaded)
        self._chooses = loaded.chooses
        return loaded

    def _think(self, question: host.Think | host.Choose | host.Stop, left: float) -> tuple[host.Thought, float]:
        assert self._battle is not None
        if self._process is None and self._begin().missing:
            raise BotFault("crash", "it can no longer be loaded")
        process = self._process
        assert process is not None
        if not isinstance(question, host.Stop):
            self._keep_in_step(process, question)
        process.tell(msgspec.json.encode(question))
        try:
            self._hear(process, time.monotonic() + IN_STEP, host.Ready)
            begun = time.monotonic()
            thought = self._hear(process, begun + max(left, 0.001), host.Thought)
        except BotFault as fault:
            self._kill()
            if fault.kind == "hang":
                raise BotFault("hang", f"it took more than {self.rules.python:g} seconds") from None
            raise
        if thought.said:
            sys.stderr.write(thought.said)
        if thought.crash:
            raise BotFault("crash", thought.crash)
        if thought.garbage:
            raise BotFault("garbage", thought.garbage)
        return thought, time.monotonic() - begun

    def _keep_in_step(self, process: BotProcess, question: host.Think | host.Choose) -> None:
        battle = self._battle
        assert battle is not None
        if not self._followed:
            process.tell(msgspec.json.encode(host.Follow(self._start)))
            self._hear(process, time.monotonic() + IN_STEP, host.Ready)
            self._followed, self._done = True, []
        done = [command for command in battle.commands if not command.open]
        question.again = done[: len(self._done)] != self._done
        fresh = done if question.again else done[len(self._done) :]
        question.done = [command_spec(command) for command in fresh]
        self._done = done

    def _hear(self, process: BotProcess, until: float, kind: type[_Answer]) -> _Answer:
        line = process.hear(until)
        try:
            return decode(line, kind)
        except (msgspec.DecodeError, RecursionError) as error:
            self._kill()
            raise BotFault("garbage", f"no answer ({error})"[:120]) from None

    def _kill(self) -> None:
        process, self._process = self._process, None
        self._followed = False
        if process is not None:
            process.close()

    # --- its answers ----------------------------------------------------------------------------------

    def _note(self, view: View, intent: Intent | None, thought: host.Thought) -> None:
        journal = view.journal
        if journal is None:
            return
        noted = [_logged(view, plain) for plain in thought.decisions]
        journal.thoughts.extend(noted)
        if not noted:
            if intent is not None:
                journal.weigh(intent, "it gives no reason")
            journal.decided(view.world.round, view.me.name, view.me.cube, self.name, intent)

    @property
    def _given_up(self) -> bool:
        return len(self.faults) >= self.rules.faults

    def _punish(self, view: View, fault: BotFault) -> None:
        recorded = Fault(self.name, view.me.side, view.me.name, view.world.round, fault.kind, str(fault))
        self.faults.append(recorded)
        _LOG.warning("%s", recorded)
        if self.rules.forfeit == "battle":
            raise BotForfeit(recorded)


def _intent(view: View, wanted: object) -> Intent:
    try:
        intent = typed_of(wanted, view.world.rules.intents)
    except ScenarioError as error:
        at = f"{error.place} is " if error.place else ""
        raise BotFault("garbage", f"no intent ({at}{error.found})") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise BotFault("garbage", f"no intent ({error})"[:120]) from None
    if not is_plain(intent, view.world.rules) and intent not in view.legal(intent.do):
        raise BotFault("illegal", f"{intent.do} as it is not listed among the legal intents")
    return intent


def _logged(view: View, plain: object) -> LoggedDecision:
    kinds = view.world.rules.intents
    try:
        told = convert(plain, _Told)
        over = told.over and LoggedCandidate(_typed(told.over[0], kinds), *told.over[1:])
        return LoggedDecision(*told[:4], _typed(told.chosen, kinds), told.why, told.score, over)
    except (ScenarioError, ValueError, RecursionError) as error:
        raise BotFault("garbage", f"no decision ({error})"[:120]) from None


def _typed(plain: dict[str, Any] | None, kinds: Mapping[str, type[IntentBase]]) -> Intent | None:
    return None if plain is None else typed_of(plain, kinds)


def python_brain(name: str, source: str, place: str, rules: BotRules | None = None) -> PythonBrain:
    brain = PythonBrain(name, rules)
    brain.load(source, place)
    return brain


__all__ = ["PythonBrain", "python_brain"]

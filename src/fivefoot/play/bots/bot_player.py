"""A bot as a brain, with time limits and faults."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast

import msgspec

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import End, Intent
from ...engine.brains import Play, View
from ...engine.combat.sight import hidden_from
from ...engine.error_text import piece
from ...engine.legality.judge import judge, not_granted
from ...engine.logs import logger
from ...engine.messages import ENGLISH, Message, Value, _, counted
from ...engine.scenario.format import Scenario
from ...engine.state.verdict import Refusal
from . import protocol
from .bot_process import BotFault, BotProcess, FaultKind, Limits

_LOG = logger(__name__)
FAULTS = (_("no-start"), _("hang"), _("crash"), _("flood"), _("garbage"), _("illegal"), _("out-of-turn"))
_Heard = TypeVar("_Heard")
MOST_INTENTS = 64


@dataclass(frozen=True, slots=True)
class BotRules:
    limits: Limits = field(default_factory=Limits)
    forfeit: Literal["turn", "battle"] = "turn"
    """What a fault costs: the turn or the battle."""
    faults: int = 5
    python: float = 30.0
    """Seconds per turn for a named Python brain."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that a bot or another AI player made, such as a crash."""

    bot: str
    side: str
    actor: str
    round: int
    kind: FaultKind
    detail: str

    def __str__(self) -> str:
        return self.told()

    def told(self, language: str = ENGLISH) -> str:
        detail = self.detail if language == ENGLISH else piece(self.detail, language)
        values: dict[str, Value] = {
            "name": self.bot, "side": self.side, "round": self.round, "actor": self.actor, "kind": self.kind,
            "detail": Message(detail),
        }  # fmt: skip
        return Message(_("{name} ({side}), round {round}, {actor}: {kind}: {detail}"), values).told(language)


class BotForfeit(Exception):
    """Raised if a player has lost the battle by an error, such as a crash."""

    def __init__(self, recorded: Fault) -> None:
        super().__init__(str(recorded))
        self.fault = recorded


class BotPlayer:
    """An AI player that plays one side by a bot, a program. Call `close` at the end."""

    def __init__(self, command: Sequence[str], scenario: Scenario, rules: BotRules, engine: str = "") -> None:
        self.command: tuple[str, ...] = tuple(command)
        self.scenario = scenario
        self.rules = rules
        self.engine = engine
        self.name: str = " ".join(self.command)
        self.faults: list[Fault] = []
        self.waited: float = 0.0
        self._process: BotProcess | None = None
        self._faults = 0
        self._asked = 0
        self._asked_of = ("", "", 0)
        """The side, creature and round of the last question."""
        self._passed_over = 0
        """Number of late answers since the last report."""
        self._told = 0
        self._makes_choices = False

    def turn(self, view: View) -> Play:
        """Yields the intents of a turn, as the bot answers them.

        Raises:
            BotForfeit: the bot's fault loses the battle.
        """
        if self._faults >= self.rules.faults:
            return
        left = self.rules.limits.turn
        try:
            for _ in range(MOST_INTENTS):
                choices = list(view.legal())
                if choices[-1:] != [End()]:
                    choices.append(End())
                before = self.waited
                wanted = self._ask(view, choices, left)
                left -= self.waited - before
                if wanted == End():
                    return
                answer = not_granted(view.world, view.me, wanted) or judge(view.world, view.me, wanted)
                if isinstance(answer, Refusal):
                    raise BotFault("illegal", f"{wanted.do}: {answer.reason}")
                yield wanted
            raise BotFault("flood", f"more than {MOST_INTENTS} intents in one turn")
        except BotFault as fault:
            self._punish(view, fault)
        finally:
            self._tell_of_passed_over()

    def choose(self, view: View, question: Decision) -> str | None:
        """Returns the bot's answer to a decision; None if it does not answer decisions.

        Raises:
            BotForfeit: the bot's fault loses the battle.
        """
        process = self._process
        if process is None or not self._makes_choices or self._faults >= self.rules.faults:
            return None
        hidden = hidden_from(view.world, view.me.side)
        count = len(question.options)
        try:
            place = self._exchange(
                process,
                view,
                self.rules.limits.turn,
                lambda number, events, clock: protocol.midway(number, view, question, events, hidden, clock),
                lambda line, number: protocol.chosen(line, number, count),
            )
        except BotFault as fault:
            self._punish(view, fault)
            return None
        finally:
            self._tell_of_passed_over()
        return question.options[place].key

    def _punish(self, view: View, fault: BotFault) -> None:
        me = view.me
        recorded = Fault(self.name, me.side, me.name, view.world.round, fault.kind, str(fault))
        self.faults.append(recorded)
        _LOG.warning("%s", recorded)
        self._faults += 1
        self._passed_over = 0  # the fault itself is reported
        if fault.kind not in ("garbage", "illegal"):
            self.close()  # it starts anew for the next turn
        if self.rules.forfeit == "battle":
            raise BotForfeit(recorded)

    def _tell_of_passed_over(self) -> None:
        if self._passed_over:
            side, actor, number = self._asked_of
            late = self._passed_over
            detail = str(counted("{count} answer to no open question", "{count} answers to no open question", late))
            self.faults.append(Fault(self.name, side, actor, number, "out-of-turn", detail))
            self._passed_over = 0

    # --- the program -------------------------------------------------------------------------------

    def _ask(self, view: View, legal: Sequence[Intent], left: float) -> Intent:
        hidden = hidden_from(view.world, view.me.side)
        # hidden creatures must not be inferred from intents against them
        legal = [intent for intent in legal if getattr(intent, "target", None) not in hidden]
        process = self._process or self._start(view, hidden)

        found = self._exchange(
            process,
            view,
            left,
            lambda number, events, clock: protocol.question(number, view, legal, events, hidden, clock),
            lambda line, number: protocol.answered(line, number, legal, view.world.rules),
        )
        return cast(Intent, found)

    def _exchange(
        self,
        process: BotProcess,
        view: View,
        left: float,
        asking: Callable[[int, Sequence[Event], protocol.Message], protocol.Message],
        heard: Callable[[bytes, int], _Heard | None],
    ) -> _Heard:
        limits = self.rules.limits
        self._asked_of = (view.me.side, view.me.name, view.world.round)
        self._pass_over(process)
        self._asked += 1
        clock: protocol.Message = {
            "turn": round(left, 3),
            "battle": round(max(limits.battle - self.waited, 0.0), 3),
        }
        events = view.world.log[self._told :]
        self._told = len(view.world.log)
        process.tell(_line(asking(self._asked, events, clock)))
        begun = time.monotonic()
        until = begun + min(left, limits.battle - self.waited)
        try:
            while True:
                answer = heard(process.hear(until), self._asked)
                if answer is not None:
                    return answer
                self._passed_over += 1
        finally:
            self.waited += time.monotonic() - begun

    def _pass_over(self, process: BotProcess) -> None:
        for line in process.waiting():
            protocol.check_answer(line, self._asked)
            self._passed_over += 1

    def _start(self, view: View, hidden: frozenset[str]) -> BotProcess:
        limits = self.rules.limits
        process = BotProcess(self.command, limits)
        try:
            self._told = 0
            shown: protocol.Message = msgspec.to_builtins(limits)
            process.tell(_line(protocol.hello(shown, self.engine)))
            greeting = protocol.greeted(process.hear(time.monotonic() + limits.start))
        except BaseException:  # Ctrl-C included: no other code knows the process yet
            process.close()
            raise
        self._makes_choices = greeting.questions
        if greeting.name:
            self.name = "".join(c if c.isprintable() else " " for c in greeting.name)[:60]
        process.tell(_line(protocol.setting(view, self.scenario, hidden)))
        self._process = process
        return process

    def over(self, winner: str | None, why: str) -> None:
        """Tells the bot the result of the battle and ends its program."""
        if self._process is not None:
            with suppress(BotFault):  # its faults no longer matter
                self._pass_over(self._process)
            self._tell_of_passed_over()
            self._process.tell(_line({"type": "over", "winner": winner, "why": why}))
        self.close()

    def close(self) -> None:
        """Ends the bot's program. The next request starts it again."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()


def _line(message: protocol.Message) -> bytes:
    return msgspec.json.encode(message)

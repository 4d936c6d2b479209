"""Brains of somebody else's making in Python, `module:object`: found, bounded in time, and none the worse for us."""

import importlib
import inspect
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from ..components.decision import Decision
from ..components.intents import Intent
from ..engine.brains import BRAINS, Choosing, Play, View
from ..engine.errors import ScenarioError, spelled
from .bots import BotFault, BotForfeit, BotRules, Fault, FaultKind
from .bots.protocol import is_plain
from .queries import typed_of
from .time_limit import OutOfTime, at_most

ALLOWED = "something with a method turn(view), a generator of intents, or a function of a view"
LAST_WORDS = 1.0
"""Seconds a generator has to clean up when its turn is over."""


class Guarded:
    """A brain of somebody else's making: what it raises, answers wrongly or takes too long for costs it the turn.

    After as many faults as a bot may have it is not asked again.
    """

    def __init__(self, name: str, brain: Any, rules: BotRules | None = None) -> None:
        self.name = name
        self.brain = brain
        """Something with a method `turn(view)`, or a function of a view."""
        self.rules = rules or BotRules()
        self.misdeeds: list[Fault] = []

    def choose(self, view: View, question: Decision) -> str | None:
        """Make a choice, if the brain makes choices; one that fails is left to the policies.

        Raises:
            Forfeit: it has failed, and the rules make that cost the battle.
        """
        if not isinstance(self.brain, Choosing) or self._given_up:
            return None
        try:
            with self._kept_from_harm(self.rules.python):
                key = self.brain.choose(view, question)
                question.check(key)
        except BotFault as fault:
            self._punish(view, fault)
            return None
        return key

    def turn(self, view: View) -> Play:
        """Play one turn.

        Raises:
            Forfeit: the brain has failed, and the rules make that cost the battle.
        """
        if self._given_up:
            return
        ask: Callable[[View], Any] = getattr(self.brain, "turn", self.brain)
        answers: Generator[Any, Any, Any] | None = None
        left = self.rules.python
        thoughts = len(view.journal.thoughts) if view.journal is not None else 0
        came_of_it: Any = None
        try:
            while True:
                begun = time.monotonic()
                with self._kept_from_harm(max(left, 0.001)):
                    if answers is None:
                        wanted = ask(view)
                        if isinstance(wanted, Generator):
                            answers = wanted
                    if answers is not None:
                        wanted = _next(answers, came_of_it)
                    intent = None if wanted is None else _intent(view, wanted)
                left -= time.monotonic() - begun
                if view.journal is not None:
                    thoughts = self._note(view, intent, thoughts)
                if intent is None:
                    return
                came_of_it = yield intent
        except BotFault as fault:
            self._punish(view, fault)
        finally:
            if answers is not None:
                with suppress(BotFault), self._kept_from_harm(LAST_WORDS):
                    _close(answers)

    def _note(self, view: View, intent: Intent | None, thoughts: int) -> int:
        """See that a decision stands in the journal, for brains that keep none themselves."""
        journal = view.journal
        assert journal is not None
        if len(journal.thoughts) == thoughts:
            if not journal.candidates and intent is not None:
                journal.weigh(intent, "it gives no reason")
            journal.decided(view.world.round, view.me.name, view.me.cube, self.name, intent)
        return len(journal.thoughts)

    @property
    def _given_up(self) -> bool:
        return len(self.misdeeds) >= self.rules.faults

    @contextmanager
    def _kept_from_harm(self, seconds: float) -> Iterator[None]:
        """Somebody else's code is run within; whatever goes wrong with it is a fault of its own.

        Only Ctrl-C is not: it is meant for us.

        Raises:
            BotFault: it has raised something, answered wrongly or taken longer than that.
        """
        try:
            with at_most(seconds):
                yield
        except (BotFault, KeyboardInterrupt):
            raise
        except OutOfTime:
            raise BotFault("hang", f"it took more than {self.rules.python:g} seconds") from None
        except BaseException as error:
            raise BotFault("crash", f"{type(error).__name__}: {error}".rstrip(": ")) from None

    def _punish(self, view: View, fault: BotFault) -> None:
        kind: FaultKind = fault.kind
        misdeed = Fault(self.name, view.me.side, view.me.name, view.world.round, kind, str(fault))
        self.misdeeds.append(misdeed)
        if self.rules.forfeit == "battle":
            raise BotForfeit(misdeed)


def _next(answers: Generator[Any, Any, Any], came_of_it: Any) -> Any:
    try:
        return next(answers) if came_of_it is None else answers.send(came_of_it)
    except StopIteration:
        return None


def _close(answers: Generator[Any, Any, Any]) -> None:
    try:
        answers.close()
    except RuntimeError:  # it has yielded once more; left alone, it would complain when it is collected
        answers.throw(OutOfTime())


def _intent(view: View, wanted: object) -> Intent:
    """What a brain has answered, as an intent that a brain may have.

    Raises:
        BotFault: it is no intent, or one that only a referee may declare.
    """
    try:
        # Structs are checked like tables: Python lets anything stand in their fields.
        plain = msgspec.to_builtins(wanted) if isinstance(wanted, msgspec.Struct) else wanted
        intent = typed_of(plain)
    except ScenarioError as error:
        at = f"{error.place} is " if error.place else ""
        raise BotFault("garbage", f"no intent ({at}{error.found})") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise BotFault("garbage", f"no intent ({error})"[:120]) from None
    if not is_plain(intent) and intent not in view.legal(intent.do):
        raise BotFault("illegal", f"{intent.do} as it is not listed among the legal intents")
    return intent


def python_brain(name: str, source: str, place: str, rules: BotRules | None = None) -> Guarded:
    """The brain `module:object`: a brain, a class of them, a turn (a generator of intents) or a decision.

    Raises:
        ScenarioError: there is no such module or object, it cannot be loaded or made, or it is no brain.
    """
    module_name, _, path = name.partition(":")
    if "" not in sys.path:  # as for `python -m`: the owner's own modules are where the owner is
        sys.path.insert(0, "")
    found: Any = None
    try:
        found = importlib.import_module(module_name)
        for part in path.split("."):
            found = getattr(found, part)
        if inspect.isclass(found):
            found = found()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        what = str(error) if isinstance(error, (ImportError, AttributeError)) else f"{type(error).__name__}: {error}"
        allowed = f"{', '.join(BRAINS)}, module:object, or cmd:PROGRAM"
        found_there = f"{spelled(name)} ({' '.join(what.split()).rstrip(': ')})"
        raise ScenarioError(source=source, place=place, found=found_there, allowed=allowed) from None
    if callable(getattr(found, "turn", found)):
        return Guarded(name, found, rules)
    raise ScenarioError(source=source, place=place, found=spelled(name), allowed=ALLOWED)

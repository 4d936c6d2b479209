"""The process of a user's Python brain."""

import contextlib
import importlib
import inspect
import io
import os
import sys
from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from ...components.decision import Decision
from ...components.events import Event
from ...engine.brains import Choosing, DecisionLog
from ...engine.brains.decision_log import LoggedDecision
from ...engine.decoding import decode
from ...engine.state.decider import Unanswered
from ..battle import Battle
from ..save import CommandSpec, command_of
from ..trial import Eyes


class Load(msgspec.Struct, tag="load", tag_field="ask"):
    name: str


class Follow(msgspec.Struct, tag="follow", tag_field="ask"):
    """A request to load a saved battle."""

    battle: str


class Think(msgspec.Struct, tag="think", tag_field="ask"):
    """A request for the AI player's next intent; `anew` starts its turn from the beginning."""

    who: str
    anew: bool
    journal: bool = False
    again: bool = False
    """True: `done` holds all commands after an undo."""
    done: list[CommandSpec] = []
    happened: list[Event] = []
    """Events after the last intent, if it was refused."""


class Choose(msgspec.Struct, tag="choose", tag_field="ask"):
    """A request for the AI player's answer to a decision."""

    who: str
    stands: CommandSpec
    again: bool = False
    done: list[CommandSpec] = []


class Stop(msgspec.Struct, tag="stop", tag_field="ask"):
    """A message that the creature's turn has ended."""


Question = Load | Follow | Think | Choose | Stop


class Loaded(msgspec.Struct):
    missing: str = ""
    """The reason the import failed; `?`: the object is no brain."""
    chooses: bool = False


class Ready(msgspec.Struct):
    """A reply: the process has loaded the battle and brought it up to date."""

    ready: bool = True


class Thought(msgspec.Struct):
    """An AI player's reply: an intent, or an answer to a decision."""

    wanted: Any = None
    """The intent as a table, the key of an answer, or None."""
    crash: str = ""
    garbage: str = ""
    said: str = ""
    """The text that the brain printed."""
    decisions: list[Any] = []
    """Plain `LoggedDecision`s."""
    considered: int = 0
    """Number of candidates of an unfinished decision."""


class _Enough(BaseException):
    pass


class Host:
    def __init__(self) -> None:
        self._made: Any = None
        self._brain: Any = None
        self._new = False
        self._battle: Battle | None = None
        self._answers: Generator[Any, Any, Any] | None = None
        self._eyes: Eyes | None = None

    def load(self, name: str) -> Loaded:
        module_name, _, path = name.partition(":")
        try:
            found: Any = importlib.import_module(module_name)
            for part in path.split("."):
                found = getattr(found, part)
            self._made = found
            brain = self._brain = found() if inspect.isclass(found) else found
            self._new = True
        except BaseException as error:
            known = isinstance(error, (ImportError, AttributeError))
            what = str(error) if known else f"{type(error).__name__}: {error}"
            return Loaded(missing=" ".join(what.split()).rstrip(": ") or type(error).__name__)
        if not callable(getattr(brain, "turn", brain)):
            return Loaded(missing="?")
        return Loaded(chooses=isinstance(brain, Choosing))

    def follow(self, start: str) -> None:
        self._drop()
        if self._battle is not None:
            self._battle.close()
        if not self._new:
            self._brain = self._made() if inspect.isclass(self._made) else self._made
        self._new = False
        self._battle = Battle.restore(start)

    def catch_up(self, done: Sequence[CommandSpec], again: bool) -> list[Event]:
        """Carries out the main process's new commands on this process's copy of the battle.

        The events are returned.
        """
        battle = self._battle
        assert battle is not None
        commands = [command_of(spec, "done", "the battle") for spec in done]
        if again:
            self._drop()
            battle.replay(commands)
            return []
        before = len(battle.events)
        for command in commands:
            battle.do(command)
        return list(battle.events[before:])

    def think(self, question: Think, happened: list[Event]) -> Any:
        """Returns the AI player's next intent; None if it ends the turn."""
        battle = self._battle
        assert battle is not None
        if question.anew:
            self._drop()
            journal = DecisionLog() if question.journal else None
            follow = getattr(self._brain, "follow", None)
            if follow is not None:
                follow(battle)
            self._eyes = Eyes(battle, question.who, journal)
            wanted = getattr(self._brain, "turn", self._brain)(self._eyes.view)
            if not isinstance(wanted, Generator):
                return wanted
            self._answers = wanted
            return self._next(None)
        assert self._eyes is not None
        self._eyes.renew()
        if self._answers is None:  # a function of the view is called again
            return getattr(self._brain, "turn", self._brain)(self._eyes.view)
        return self._next(happened)

    def _next(self, happened: Any) -> Any:
        assert self._answers is not None
        try:
            return next(self._answers) if happened is None else self._answers.send(happened)
        except StopIteration:
            self._answers = None
            return None

    def choose(self, question: Choose) -> Any:
        """Returns the AI player's answer to a pending decision."""
        key: Any = None

        def put(asked: Decision) -> str | None:
            nonlocal key
            key = self._brain.choose(Eyes(twin, question.who).view, asked)
            raise Unanswered(asked)

        assert self._battle is not None
        with self._battle.fork() as twin:
            twin.chooser = put
            with contextlib.suppress(Unanswered):
                twin.do(command_of(question.stands, "stands", "the battle"))
        return key

    def stop(self) -> None:
        """Ends the AI player's turn, even if it has more intents to give."""
        answers, self._answers = self._answers, None
        if answers is not None:
            try:
                answers.close()
            except RuntimeError:  # it has yielded once more; left alone, it would complain when it is collected
                with contextlib.suppress(BaseException):
                    answers.throw(_Enough())

    def _drop(self) -> None:
        with contextlib.suppress(BaseException):
            self.stop()

    def thoughts(self) -> tuple[list[LoggedDecision], int]:
        """Returns (new entries of the AI player's log, number of candidates it still compares)."""
        journal = None if self._eyes is None else self._eyes.view.journal
        if journal is None:
            return [], 0
        noted, journal.thoughts = journal.thoughts, []
        return noted, len(journal.candidates)


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # output outside Python must not mix with the answers
    host = Host()
    encode = msgspec.json.Encoder().encode

    def tell(answer: msgspec.Struct) -> None:
        answers.write(encode(answer) + b"\n")

    for line in sys.stdin.buffer:
        question = decode(line, Question)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            match question:
                case Load():
                    tell(host.load(question.name))
                case Follow():
                    host.follow(question.battle)
                    tell(Ready())
                case Think() | Choose() | Stop():
                    tell(_thought(host, question, said, tell))


def _thought(host: Host, question: Think | Choose | Stop, said: io.StringIO, tell: Any) -> Thought:
    thought = Thought()
    happened: list[Event] = []
    if not isinstance(question, Stop):
        happened = host.catch_up(question.done, question.again)
    tell(Ready())
    try:
        match question:
            case Think():
                wanted = host.think(question, happened or question.happened)
            case Choose():
                wanted = host.choose(question)
            case Stop():
                wanted = None
                host.stop()
    except BaseException as error:
        wanted = None
        thought.crash = f"{type(error).__name__}: {error}".rstrip(": ")
    try:
        thought.wanted = msgspec.to_builtins(wanted)
        msgspec.json.encode(thought.wanted)
    except (TypeError, ValueError, RecursionError) as error:
        thought.wanted, thought.garbage = None, f"no intent ({error})"[:120]
    thought.decisions, thought.considered = host.thoughts()
    thought.said = said.getvalue()
    return thought


if __name__ == "__main__":
    main()

"""A battle that another engine holds, queried by the suite's protocol."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import msgspec

from ...components.events import Event, EventBase
from ...components.position import Cube
from ...engine.decoding import convert
from ...engine.scenario.format import Scenario, TurnSpec
from ...engine.state.objectives import Victory
from ..battle import Battle
from ..bots.bot_process import BotFault, BotProcess, Limits

LIMITS = Limits(start=20.0, turn=60.0, battle=7200.0, line=16 * 2**20, output=2**32)
"""An engine's limits: an answer within `turn` seconds."""


class NoAnswer(Exception):
    """An engine cannot answer, or gives something that is no answer."""


@dataclass(frozen=True, slots=True)
class EngineArrival:
    """A place in reach, by the engine's answer."""

    cost: float
    can_stop: bool


class EngineProcess:
    """A running engine.

    Raises:
        BotFault: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = BotProcess(command, LIMITS)

    def ask(self, ask: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message.

        Raises:
            NoAnswer: it is an error, or no JSON object.
            BotFault: there is no answer: the engine has ended or takes too long.
        """
        self._process.tell(json.dumps({"ask": ask, **fields}).encode())
        line = self._process.hear(time.monotonic() + LIMITS.turn)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise NoAnswer(f"{ask}: {line[:80]!r} is no JSON object")
        if "error" in answer:
            raise NoAnswer(f"{ask}: {answer['error']}")
        return answer

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()


class RemoteBattle:
    """A scenario that an engine plays, for comparison with expectations.

    fivefoot reads squares off the scenario, and sizes where the engine gives none; the engine decides the rest.
    """

    def __init__(self, engine: EngineProcess, scenario: Scenario) -> None:
        self._engine = engine
        self._board = Battle(scenario)
        self._creatures: dict[str, Any] = {}
        self.events: list[EventBase] = []
        tree = scenario.tree()
        for runners in ("turns", "expect", "proves", "tags"):
            tree.pop(runners, None)
        self._take("load", engine.ask("load", scenario=tree))

    def play(self, turn: TurnSpec) -> None:
        """Plays one turn of the script."""
        intents = msgspec.to_builtins(turn.intents)
        self._take("apply", self._engine.ask("apply", actor=turn.actor, intents=intents))

    def _take(self, ask: str, answer: Mapping[str, Any]) -> None:
        try:
            self.events += [convert(event, Event) for event in answer["events"]]
            self._creatures = dict(answer["creatures"])
        except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
            raise NoAnswer(f"{ask}: {error}") from None

    def why(self, actor: str, intent: Mapping[str, Any]) -> bool:
        """Whether the engine refuses an intent."""
        return self._engine.ask("why", actor=actor, intent=intent).get("refused") is not None

    def creature(self, name: str) -> Any:
        """A creature, as far as expectations need it."""
        try:
            told = self._creatures[name]
            cube = tuple(told["at"])
            space = told["space"] if "space" in told else self._board.creature(name).size.side
            return SimpleNamespace(
                position=SimpleNamespace(cube=cube),
                condition=SimpleNamespace(held=frozenset(told["conditions"])),
                health=SimpleNamespace(hp=told["hp"]),
                size=SimpleNamespace(side=space),
            )
        except (KeyError, TypeError) as error:
            raise NoAnswer(f"creatures: nothing is told of {name} ({error})") from None

    def reach(self, name: str, *, fresh: bool = True) -> Mapping[Cube, EngineArrival]:
        """The places in reach of one move, with a fresh action."""
        told = self._engine.ask("reach", creature=name)
        return {tuple(one["at"]): EngineArrival(one["cost"], one["can_stop"]) for one in told["reach"]}

    def threat(self, name: str) -> frozenset[Cube]:
        """The cubes that it threatens."""
        return frozenset(tuple(cube) for cube in self._engine.ask("threat", creature=name)["threat"])

    def flanked(self, target: str, by: str) -> bool:
        """Whether one creature flanks the other."""
        return bool(self._engine.ask("flanked", target=target, by=by)["flanked"])

    def distance(self, a: str, b: str) -> float:
        """The distance between two creatures."""
        return float(self._engine.ask("distance", **{"from": a, "to": b})["distance"])

    def floor_at(self, x: int, y: int) -> int:
        """The level of the floor, from the scenario."""
        return self._board.floor_at(x, y)

    def ending(self) -> Victory | None:
        """The end of the battle."""
        told = self._engine.ask("ending")["ending"]
        return None if told is None else Victory(told["winner"], told["why"])


__all__ = ["BotFault", "EngineProcess", "NoAnswer", "RemoteBattle"]

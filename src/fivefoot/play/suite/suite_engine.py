"""fivefoot as an engine of the suite: one JSON message a line."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO

import msgspec

from ... import __version__
from ...engine.errors import ScenarioError
from ...engine.rulesets import RULESETS
from ...engine.scenario.format import TurnSpec
from ...engine.scenario.read import scenario_of
from ...engine.scenario.validate import decode
from ...systems.drive import Drive
from ..battle import Battle

PROTOCOL = 1

Message = Mapping[str, Any]
Answer = dict[str, Any]


class SuiteEngine:
    def __init__(self) -> None:
        self._battle: Battle | None = None
        self._asked: dict[str, Callable[[Message], Answer]] = {
            "hello": self._hello,
            "load": self._load,
            "apply": self._apply,
            "reach": self._reach,
            "why": self._why,
            "threat": self._threat,
            "flanked": self._flanked,
            "distance": self._distance,
            "ending": self._ending,
            "perft": self._perft,
        }

    def answer(self, message: object) -> Answer:
        """Returns the answer to a question of the test suite. An error is a sentence under `error`."""
        if not isinstance(message, dict):
            return {"error": "a message is one JSON object"}
        ask = self._asked.get(str(message.get("ask")))
        if ask is None:
            return {"error": f"there is no such question; there are {', '.join(self._asked)}"}
        try:
            return ask(message)
        except ScenarioError as error:
            return {"error": str(error)}
        except KeyError as error:
            return {"error": f"nothing is called {error}, or the message lacks it"}
        except (ValueError, TypeError, RuntimeError) as error:
            return {"error": str(error)}

    @property
    def battle(self) -> Battle:
        if self._battle is None:
            raise RuntimeError("nothing has been loaded")
        return self._battle

    def _hello(self, message: Message) -> Answer:
        return {
            "protocol": PROTOCOL,
            "engine": "fivefoot",
            "version": __version__,
            "rulesets": list(RULESETS),
            "features": "all",
            "cites": True,
        }

    def _load(self, message: Message) -> Answer:
        if self._battle is not None:
            self._battle.close()
            self._battle = None
        scenario = scenario_of(message["scenario"], "scenario")
        self._battle = Battle(msgspec.structs.replace(scenario, turns=()))
        self._battle.process()
        return self._state(0)

    def _apply(self, message: Message) -> Answer:
        battle = self.battle
        turn = decode({"actor": message["actor"], "intents": message["intents"]}, TurnSpec, "apply")
        battle.creature(turn.actor)
        before = len(battle.events)
        with battle.dice_told():
            Drive(battle.world).run((turn,))
        return self._state(before)

    def _state(self, before: int) -> Answer:
        battle = self.battle
        creatures = {
            creature.name: {
                "at": creature.cube,
                "conditions": sorted(creature.condition.held),
                "hp": creature.health.hp,
                "space": creature.size.side,
            }
            for creature in battle.creatures
        }
        return {"events": [event.to_dict() for event in battle.events[before:]], "creatures": creatures}

    def _reach(self, message: Message) -> Answer:
        reach = self.battle.reach(message["creature"], fresh=True)
        return {
            "reach": [
                {"at": cube, "cost": arrival.cost, "can_stop": arrival.can_stop} for cube, arrival in reach.arrivals()
            ]
        }

    def _why(self, message: Message) -> Answer:
        refusal = self.battle.why(message["actor"], message["intent"])
        return {"refused": None if refusal is None else {"rules": refusal.rules, "reason": refusal.reason}}

    def _threat(self, message: Message) -> Answer:
        return {"threat": sorted(self.battle.threat(message["creature"]))}

    def _flanked(self, message: Message) -> Answer:
        return {"flanked": self.battle.flanked(message["target"], message["by"])}

    def _distance(self, message: Message) -> Answer:
        return {"distance": self.battle.distance(message["from"], message["to"])}

    def _ending(self, message: Message) -> Answer:
        ending = self.battle.ending()
        return {"ending": None if ending is None else {"winner": ending.winner, "why": ending.why}}

    def _perft(self, message: Message) -> Answer:
        return {"count": self.battle.turnperft(message["depth"], name=message["creature"])}


def serve(messages: Iterable[str], answers: TextIO) -> None:
    engine = SuiteEngine()
    for line in messages:
        if not line.strip():
            continue
        try:
            message: object = json.loads(line)
        except ValueError as error:
            message = error
        answers.write(json.dumps(engine.answer(message)) + "\n")
        answers.flush()

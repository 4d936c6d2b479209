"""A client of a seat that knows JSON and nothing of fivefoot: plays a battle by hand to its end."""

import hashlib
import json
from collections.abc import Callable
from typing import Any


class Client:
    """Sends lines, keeps what is pushed, and plays: press an enemy, else walk towards one, else end the turn."""

    def __init__(self, send: Callable[[str], list[str]]) -> None:
        self.send = send
        self.number = 0
        self.moments: list[dict[str, Any]] = []
        self.creatures: dict[str, dict[str, Any]] = {}
        self.decisions = 0
        self.undone = 0
        self.heard: list[str] = []

    def ask(self, call: str, **args: Any) -> Any:
        """The result of a call."""
        self.number += 1
        *pushed, answer = self.send(json.dumps({"id": self.number, "call": call, "args": args}))
        self.heard += [*pushed, answer]
        for line in pushed:
            self._take(json.loads(line))
        answered = json.loads(answer)
        assert answered["id"] == self.number
        assert "error" not in answered, (call, args, answered)
        return answered["result"]

    def _take(self, pushed: dict[str, Any]) -> None:
        if "state" in pushed:
            self._see(pushed["state"])
        for moment in pushed["moments"]:
            self.moments.append(moment)
            for one in moment.get("changed", ()):
                self.creatures[one["name"]] = one
            for name in moment.get("gone", ()):
                self.creatures.pop(name)

    def _see(self, state: dict[str, Any]) -> None:
        self.creatures = {one["name"]: one for one in state["creatures"]}

    def open(self, **args: Any) -> dict[str, Any]:
        """Takes a seat."""
        opened: dict[str, Any] = self.ask("open", **args)
        self._see(opened["stage"])
        self._see(self.ask("look")["state"])
        return opened

    def play(self, waits: dict[str, Any], turns: int) -> dict[str, Any]:
        """Plays until the end, or for a number of turns."""
        while turns and "over" not in waits:
            if "decision" in waits:
                self.decisions += 1
                waits = self.ask("answer", key=waits["decision"]["default"])["waits"]
                continue
            assert "turn" in waits, waits
            waits = self.turn(waits["turn"], waits)
            turns -= 1
        return waits

    def turn(self, name: str, waits: dict[str, Any]) -> dict[str, Any]:
        """One turn: at most three presses, then its end."""
        for _ in range(3):
            if waits.get("turn") != name:
                return waits
            pressed = self.press_best(name)
            if pressed is None:
                break
            waits = pressed
        return self.ask("end")["waits"] if waits.get("turn") == name else waits

    def press_best(self, name: str) -> dict[str, Any] | None:
        """Presses the nearest enemy, else the reachable square nearest to it; None if nothing is offered."""
        me = self.creatures[name]
        foes = [one for one in self.creatures.values() if one["side"] != me["side"] and not one.get("out")]
        foes.sort(key=lambda one: far(me["at"], one["at"]))
        for foe in foes[:2]:
            result = self.ask("press", square=foe["at"][:2], who=foe["name"], sure=True)
            if result["played"]:
                return dict(result["waits"])
        reach = self.ask("overlay", reach=name)["reach"]
        if not foes or not reach:
            return None
        best = min((one for one in reach if one[3]), key=lambda one: far(one, foes[0]["at"]), default=None)
        if best is None or far(best, foes[0]["at"]) >= far(me["at"], foes[0]["at"]):
            return None
        result = self.ask("press", square=best[:2], sure=True)
        return dict(result["waits"]) if result["played"] else None

    def press_and_undo(self, name: str) -> None:
        """Presses, undoes each intent of the press, and holds the state against the one before."""
        before = self.ask("look")["state"]
        self.press_best(name)
        state = self.ask("look")["state"]
        while state["seq"] > before["seq"]:
            assert self.ask("undo")["undone"]
            state = self.ask("look")["state"]
            self.undone += 1
        assert state == before


def to_the_end(client: Client, scenario: str) -> dict[str, Any]:
    """Plays a shipped scenario from the seat of its first side; every fourth turn begins with an undo."""
    side = client.ask("open", scenario=scenario, seat=None, seed=7)["sides"][0]
    waits = client.open(scenario=scenario, seat=side, seed=7, others="aggressive")["waits"]
    for turn in range(120):
        if turn % 4 == 0 and "turn" in waits:
            client.press_and_undo(waits["turn"])
        waits = client.play(waits, 1)
        if "over" in waits:
            break
    told = json.dumps(client.ask("look", since=0)["events"], sort_keys=True)
    return {
        "over": waits.get("over"),
        "undone": client.undone,
        "decisions": client.decisions,
        "log": hashlib.sha256(told.encode()).hexdigest(),
    }


def far(a: list[int], b: list[int]) -> int:
    """The squares between two places."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

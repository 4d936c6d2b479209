"""A seat over a pipe: starts `fivefoot serve FILE --stdio` and plays a battle to its end.

python seat.py bridge red
"""

import json
import subprocess
import sys
from typing import Any


class Seat:
    """Asks calls of a battle; `creatures` is what the seat perceives."""

    def __init__(self, file: str) -> None:
        command = [sys.executable, "-m", "fivefoot", "serve", file, "--stdio"]
        self.pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0
        self.creatures: dict[str, dict[str, Any]] = {}

    def ask(self, call: str, **args: Any) -> Any:
        """The result of a call; what is pushed before it changes the creatures."""
        assert self.pipe.stdin
        assert self.pipe.stdout
        self.number += 1
        self.pipe.stdin.write(json.dumps({"id": self.number, "call": call, "args": args}) + "\n")
        self.pipe.stdin.flush()
        for line in self.pipe.stdout:
            told = json.loads(line)
            if "error" in told:
                raise ValueError(told["error"])
            if "id" in told:
                return told["result"]
            for moment in told["moments"]:
                for one in moment.get("changed", ()):
                    self.creatures[one["name"]] = one
                for name in moment.get("gone", ()):
                    self.creatures.pop(name, None)
                if "line" in moment:
                    print(moment["line"])
        raise EOFError("the server has gone")

    def open(self, side: str) -> Any:
        """Sits down; returns what the game waits for."""
        waits = self.ask("open", seat=side)["waits"]
        self.creatures = {one["name"]: one for one in self.ask("look")["state"]["creatures"]}
        return waits

    def turn(self, name: str) -> Any:
        """Clicks on the nearest enemy as long as that does something, then ends the turn."""
        waits: Any = {"turn": name}
        for _ in range(4):
            me = self.creatures[name]
            foes = [one for one in self.creatures.values() if one["side"] != me["side"] and "out" not in one]
            foes.sort(key=lambda one: max(abs(one["at"][0] - me["at"][0]), abs(one["at"][1] - me["at"][1])))
            pressed = [self.ask("press", square=foe["at"][:2], who=foe["name"], sure=True) for foe in foes[:1]]
            if not pressed or not pressed[0]["played"]:
                break
            waits = pressed[0]["waits"]
            if waits.get("turn") != name:
                return waits
        return self.ask("end")["waits"]


if __name__ == "__main__":
    seat = Seat(sys.argv[1])
    waits = seat.open(sys.argv[2])
    while "over" not in waits:
        if "decision" in waits:
            waits = seat.ask("answer", key=waits["decision"]["default"])["waits"]
        else:
            waits = seat.turn(waits["turn"])
    print(waits["over"])

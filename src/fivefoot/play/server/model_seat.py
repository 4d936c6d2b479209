"""A seat for language models, with tools of the Model Context Protocol.

It uses standard input and output.
"""

import threading
from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer

from ...engine.errors import ScenarioError
from ..table.dialect import Game
from ..table.session import Session

RULES = """You play one side of a tactics battle on a square grid. Call `state` first; then `act` until you call `end`.
Brains play the other sides at once. An intent is a table such as {"do": "move", "to": [4, 3]} or
{"do": "attack", "target": "Ogre"}. `legal` lists some that are allowed; `preview` and `odds` say what comes of one.
A refused intent costs nothing, but is counted as illegal."""
MOST_LISTED = 60


class ModelSeat:
    """The side of a battle that a language model plays. Illegal intents are counted."""

    def __init__(self, session: Session, side: str) -> None:
        self._seat = Game(session).seat(side)
        self._lock = threading.Lock()
        self._seat.call("open", {"seat": side})
        self.acts = 0
        """Number of intents tried."""
        self.illegal = 0
        """Number of intents that were refused or invalid."""

    def state(self) -> dict[str, Any]:
        """The board, the creatures that you perceive, and whose turn it is. Also the events since the last call."""
        return self._answer("look")

    def legal(self, kinds: list[str] | None = None) -> dict[str, Any]:
        """Legal intents of the creature on turn, at most 60. `kinds` (words of `do`) chooses among them."""
        found = self._answer("legal", kinds=kinds or [])
        listed = found.get("result", [])
        return found if "error" in found else {"intents": listed[:MOST_LISTED], "more": len(listed) > MOST_LISTED}

    def preview(self, intent: dict[str, Any]) -> dict[str, Any]:
        """The preview of an intent: cost, steps, attacks and odds. For an illegal intent, the refusal."""
        return self._answer("preview", intent=intent)

    def odds(self, intent: dict[str, Any]) -> dict[str, Any]:
        """The chances and the damage of an intent, by creature. For an illegal intent, the refusal."""
        return self._answer("odds", intent=intent)

    def act(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Play an intent of the creature on turn. Returns the events or the refusal."""
        with self._lock:
            self.acts += 1
            answer = self._call("act", {"intent": intent})
            self.illegal += "error" in answer or answer.get("refused") is not None
            return answer | self._news()

    def end(self) -> dict[str, Any]:
        """End the turn of the creature on turn. Returns the events until your next turn."""
        return self._answer("end")

    def answer(self, key: str) -> dict[str, Any]:
        return self._answer("answer", key=key)

    def _answer(self, name: str, **args: Any) -> dict[str, Any]:
        with self._lock:
            return self._call(name, args) | self._news()

    def _call(self, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
        try:
            result = self._seat.call(name, args)
        except (ScenarioError, KeyError, ValueError) as error:
            return {"error": str(error.args[0] if isinstance(error, KeyError) and error.args else error)}
        return result if isinstance(result, dict) else {"result": result}

    def _news(self) -> dict[str, Any]:
        moments = [moment for line in self._seat.take_pushed() for moment in line["moments"]]
        lines = [moment["line"] for moment in moments if "line" in moment]
        return {"happened": lines, "illegal": self.illegal, "waits": self._seat.waits()}


def tools_of(seat: ModelSeat) -> MCPServer:
    server = MCPServer("fivefoot", instructions=RULES)
    for call in (seat.state, seat.legal, seat.preview, seat.odds, seat.act, seat.end, seat.answer):
        server.tool()(call)
    return server


def serve_model(session: Session, side: str) -> ModelSeat:
    """Serves a side on standard input and output until the client disconnects."""
    seat = ModelSeat(session, side)
    tools_of(seat).run("stdio")
    return seat

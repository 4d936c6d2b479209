"""A language model's seat, through the client of the protocol's own package."""

import asyncio
import json
import os
import sys
from typing import Any

import pytest
from tests.under_test import HOME

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from fivefoot.play.battle import Battle
from fivefoot.play.server.model_seat import ModelSeat, tools_of
from fivefoot.play.table.session import Session

DUEL: dict[str, Any] = {
    "ruleset": "ascension", "seed": 3, "board": {"map": "........\n"},
    "creatures": [
        {"name": "Ann", "side": "red", "at": [1, 0], "hp": 12, "attack": 6, "damage": "1d6+2"},
        {"name": "Bea", "side": "blue", "at": [6, 0], "hp": 12, "attack": 5, "damage": "1d6+2"},
    ],
}  # fmt: skip
TOOLS = {"state", "legal", "preview", "odds", "act", "end", "answer"}


async def ask(client: Client, tool: str, **args: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, args)
    text = answer.content[0]
    assert isinstance(text, TextContent)
    found: dict[str, Any] = json.loads(text.text)
    return found


def test_a_model_plays_a_battle_to_its_end_and_its_illegal_intents_are_counted() -> None:
    """Refused and senseless intents change nothing; legal ones are played, and the others answer at once."""

    async def run() -> None:
        seat = ModelSeat(Session(Battle.of(DUEL), {"red": "human", "blue": "aggressive"}), "red")
        async with Client(tools_of(seat)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            told = await ask(client, "state")
            assert told["waits"].get("turn") == "Ann"
            assert (await ask(client, "act", intent={"do": "move", "to": [99, 0]}))["illegal"] == 1
            assert "error" in await ask(client, "act", intent={"do": "dance"})
            assert (await ask(client, "preview", intent={"do": "move", "to": [0, 0]}))["cost"] > 0
            assert (await ask(client, "odds", intent={"do": "attack", "target": "Bea"}))["odds"]["Bea"]["most"] == 8
            for _ in range(100):
                told = await ask(client, "state")
                if "over" in told["waits"]:
                    break
                if "decision" in told["waits"]:
                    await ask(client, "answer", key=told["waits"]["decision"]["default"])
                    continue
                wanted = (await ask(client, "legal", kinds=["attack"]))["intents"]
                moves = (await ask(client, "legal", kinds=["move"]))["intents"]
                bea = next(one["at"][0] for one in told["state"]["creatures"] if one["name"] == "Bea")
                wanted = wanted or sorted(moves, key=lambda one: abs(one["to"][0] - bea))[:1]
                if not wanted or (await ask(client, "act", intent=wanted[0])).get("refused"):
                    await ask(client, "end")
                elif wanted[0]["do"] == "move":
                    blow = {"do": "attack", "target": "Bea"}
                    if "cost" in await ask(client, "preview", intent=blow):
                        await ask(client, "act", intent=blow)
                    await ask(client, "end")
            assert told["waits"]["over"]["winner"] in ("red", "blue")
            assert seat.illegal == 2

    asyncio.run(run())


def test_the_command_is_a_server_of_the_protocol() -> None:
    async def run() -> None:
        command = ["-m", "fivefoot", "serve", "bridge", "--mcp", "--seats", "red"]
        environment = {**os.environ, "PYTHONPATH": HOME}
        async with Client(StdioServerParameters(command=sys.executable, args=command, env=environment)) as client:
            told = await ask(client, "state")
            assert told["state"]["side"] == "red"
            assert told["illegal"] == 0

    asyncio.run(run())

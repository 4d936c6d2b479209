"""``fivefoot serve``: battles for players elsewhere, over a pipe or WebSockets."""

import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ...engine.brains import BRAINS
from ...engine.errors import ScenarioError, names, spelled
from ...engine.extras import require
from ...engine.messages import tr
from ...engine.scenario import read as files
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ...play.server.room import Room, serve_pipe
from ...play.table.session import PERSON, Session, foe_of, seats, seats_again
from ..views import replay_file
from .shared import options
from .shared.options import ScenarioPath

KEY = "FIVEFOOT_SERVE_KEY"
"""Environment variable with the secret for tokens."""


def serve(
    file: ScenarioPath,
    stdio: Annotated[
        bool,
        typer.Option("--stdio", help="Read calls from standard input, write answers to standard output, one a line."),
    ] = False,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="A side as tools for a language model, on standard input and output.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(help="The port for WebSockets; 0: any free port.", min=0, max=65_535)
    ] = None,
    host: Annotated[str, typer.Option(help="With --port: the address to listen on.")] = "127.0.0.1",
    taken: Annotated[
        str | None,
        typer.Option("--seats", metavar="SIDE,...", help="The sides that people play; AI players play the others."),
    ] = None,
    others: Annotated[
        str | None,
        typer.Option(
            metavar=options.BRAIN_CHOICES, help="The AI player of the other sides.", autocompletion=lambda: list(BRAINS)
        ),
    ] = None,
    ruleset: options.PlayedBy = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the dice, instead of the file's.")] = None,
    battles: Annotated[
        int, typer.Option(help="With --port: the number of battles to host at once.", min=1, max=100)
    ] = 1,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--save", help="With --port: the folder where each battle is saved at every turn.", file_okay=False
        ),
    ] = None,
    turn_seconds: Annotated[
        float | None, typer.Option(help="With --port: the most seconds for a person's turn.", min=1, max=1e6)
    ] = None,
) -> None:
    """Let programs and people elsewhere play a battle, over standard input and output or WebSockets.

    FILE is a scenario, or a saved battle to continue. docs/server.md describes the calls.
    """
    if stdio + mcp + (port is not None) != 1:
        raise typer.BadParameter(tr("give one of --stdio, --mcp and --port"))
    options.check_ruleset(ruleset)
    if others is not None and others not in BRAINS:
        raise ScenarioError("--others", "", spelled(others), names(list(BRAINS), others))
    if stdio:
        serve_stdio(taken, _session(file, ruleset, seed, others))
        return
    if mcp:
        require("mcp")
        serve_mcp(taken, _session(file, ruleset, seed, others))
        return
    require("websockets")
    folder = folder if folder is None else folder.resolve()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    rooms = []
    for number in range(battles):
        session = _session(file, ruleset, secrets.randbelow(1 << 31) if seed is None else seed + number, others)
        name = file.stem if not number else f"{file.stem}-{number + 1}"
        kept = None if folder is None else folder / f"{name}.json"
        rooms.append(Room(name, session, _sides(session, taken), os.environ.get(KEY, ""), kept))
    assert port is not None
    listen(rooms, host, port, turn_seconds)


def _session(file: Path, ruleset: str | None, seed: int | None, others: str | None) -> Session:
    if replay_file.is_record(file):
        told = replay_file.read(file)
        session = Session(told.battle(), seats_again(told.players))
    else:
        session = Session(Battle(unscripted(files.read(file), ruleset).scenario, seed=seed))
    for side in session.sides:
        if session.played(side) == PERSON or others is not None:
            session.players[side] = others or foe_of(session.battle.scenario, side)
    return session


def _sides(session: Session, taken: str | None) -> list[str]:
    return chosen_sides(session.battle.scenario, session.sides, taken)


def chosen_sides(scenario: Scenario, sides: Sequence[str], taken: str | None) -> list[str]:
    """Returns the sides that people play, as `--seats` says, or else the scenario's default."""
    if taken is None:
        return [side for side, player in seats(scenario, sides).items() if player == PERSON]
    asked = list(dict.fromkeys(side.strip() for side in taken.split(",") if side.strip()))
    for side in asked:
        if side not in sides:
            raise ScenarioError("--seats", "", spelled(side), names(sides, side))
    return asked


def serve_stdio(taken: str | None, session: Session) -> None:
    sides = _sides(session, taken)
    if taken is not None:
        session.players |= dict.fromkeys(sides, PERSON)

    def send(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    serve_pipe(session, sides[0] if sides else None, sys.stdin.buffer, send)


def serve_mcp(taken: str | None, session: Session) -> None:
    """Serves a battle to a language model; at the end prints how many intents were illegal."""
    from ...play.server.model_seat import serve_model

    sides = _sides(session, taken)
    if len(sides) != 1:
        raise ScenarioError("--seats", "", ", ".join(sides) or "no side", "one side with --mcp")
    seat = serve_model(session, sides[0])
    typer.echo(msgspec.json.encode({"acts": seat.acts, "illegal": seat.illegal}).decode(), err=True)


def listen(rooms: list[Room], host: str, port: int, turn_seconds: float | None) -> None:
    """Prints each player's access token, then serves the battles until the process ends."""
    import asyncio
    import logging

    from ...play.server.wire import TableServer

    async def run() -> None:
        async with TableServer(rooms, turn_seconds=turn_seconds).listening(host, port) as found:
            address = f"ws://{host}:{found}"
            for room in rooms:
                for token, seat in room.tokens.items():
                    _tell({"address": address, "battle": room.name, "seat": seat.side, "token": token})
                if not room.tokens:
                    _tell({"address": address, "battle": room.name, "seat": None})
            await asyncio.Event().wait()

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    asyncio.run(run())


def _tell(line: dict[str, object]) -> None:
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    sys.stdout.flush()

"""``fivefoot mail``: battles whose turns are sent as files."""

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ...engine.errors import ScenarioError
from ...engine.files import write_file
from ...engine.messages import tr, tr_counted
from ...engine.scenario import read as files
from ...engine.scenario.convert import unscripted
from ...play.battle import Battle
from ...play.mail import proved_turn, waits_for
from ...play.match import Match
from ...play.table.session import PERSON, foe_of
from ..views import replay_file
from .serve import chosen_sides
from .shared import options
from .shared.options import ScenarioPath


def mail(
    file: ScenarioPath,
    before: Annotated[
        Path | None, typer.Option("--after", metavar="FILE", help="The previous turn; the new one must continue it.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="Begin a battle by mail: the file of its first turn.")
    ] = None,
    taken: Annotated[
        str | None,
        typer.Option("--seats", metavar="SIDE,...", help="The sides that people play; AI players play the others."),
    ] = None,
    ruleset: options.PlayedBy = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Begin a battle by mail, or check that a turn continues the previous one."""
    if out is not None:
        _begin(file, out, taken, ruleset)
        return
    record = replay_file.read(file)
    if record.saved is None:
        raise ScenarioError(str(file), "", "a bare log", "a battle saved by fivefoot play")
    if before is None:
        with record.battle() as battle:
            waits = waits_for(battle, record.players)
            told: dict[str, object] = {"events": len(battle.events), "waits": waits, "proved": battle.proved}
    else:
        old = replay_file.read(before)
        if old.saved is None:
            raise ScenarioError(str(before), "", "a bare log", "a battle saved by fivefoot play")
        turn = proved_turn(old.saved, record.saved, (str(before), str(file)))
        told, waits = turn._asdict(), turn.waits
        acted = ", ".join(turn.sides) or tr("nobody")
        if not json:
            typer.echo(
                tr_counted(
                    "proved: {sides} acted, {count} event in all",
                    "proved: {sides} acted, {count} events in all",
                    turn.events,
                    sides=acted,
                )
            )
    if json:
        typer.echo(msgspec.json.encode(told).decode())
        return
    typer.echo(tr("side {side} has the turn", side=waits) if waits is not None else tr("no person has the turn"))


def _begin(file: Path, out: Path, taken: str | None, ruleset: str | None) -> None:
    scenario = unscripted(files.read(file), ruleset).scenario
    with Battle(scenario, seed=secrets.randbelow(1 << 31)) as battle:
        sides = list(dict.fromkeys(one.side for one in battle.creatures if not one.has("object")))
        people = chosen_sides(scenario, sides, taken)
        players = {side: PERSON if side in people else foe_of(scenario, side) for side in sides}
        battle.roll_initiative()
        Match(battle, {}).begin_next()
        write_file(out, replay_file.record_of(battle, players))

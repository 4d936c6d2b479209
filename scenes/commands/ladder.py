"""``fivefoot ladder``: all rungs against all, and any brain or bot among them, with ratings."""

import sys
from contextlib import redirect_stdout
from typing import Annotated

import msgspec
import typer

from ...engine.brains.shipped import RUNGS
from ...engine.errors import ScenarioError, spelled
from ...engine.messages import tr, tr_counted
from ...engine.rulesets import RULESETS
from ...engine.scenario.read import parse
from ...play.players import player_of
from ...play.tournament.ladder import Ladder, climbed, ladder_plan
from .shared import options
from .shared.progress import progress
from .shared.sheet import sheet, table


def ladder(
    brains: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BRAIN...", help="The AI players to rate: names, module:object, cmd:PROGRAM.", show_default=False
        ),
    ] = None,
    rungs: Annotated[
        list[str] | None, typer.Option("--rung", help="The rungs to play against; by default all.", show_default=False)
    ] = None,
    scenes: Annotated[
        int,
        typer.Option(
            help="How many scenes; each is played under every ruleset, with sides swapped.", min=1, max=10_000
        ),
    ] = 4,
    first: Annotated[int, typer.Option(help="The number of the first scene.", min=0, max=10**6)] = 0,
    rulesets: Annotated[
        list[str] | None, typer.Option(help="Only these rulesets.", autocompletion=lambda: list(RULESETS))
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="Number of processes; by default one for each core.", min=1, max=1024),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the ladder as one JSON object.")] = False,
) -> None:
    """Rate AI players by battles against all rungs of a fixed ladder. The scenes are mirrored."""
    for name in rulesets or ():
        if name not in RULESETS:
            raise ScenarioError("--rulesets", "", spelled(name), ", ".join(RULESETS))
    plan = ladder_plan([*(brains or ()), *(rungs or RUNGS)], scenes, rulesets or tuple(RULESETS), first)
    with redirect_stdout(sys.stderr):
        scenario = parse(plan.entries[0].text, plan.entries[0].name)
        for name in dict.fromkeys(pairing.red for pairing in plan.pairings):
            player_of(name, scenario, source="BRAIN")
    with progress("battles", plan.battles, quiet=as_json) as played:
        found = climbed(plan, jobs or options.cores(), lambda battles: played())
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        show(found)


def show(found: Ladder) -> None:
    console = sheet()
    rated = table(tr("AI player"), figures=("Elo", "±", tr("Points"), tr("Battles"), tr("Refused")))
    for rung in found.rungs:
        rated.add_row(
            rung.brain,
            f"{rung.elo:+.0f}",
            f"{rung.margin:.0f}",
            f"{rung.points:g}",
            str(rung.battles),
            str(rung.refused),
        )
    console.print(rated)
    console.print(
        tr_counted(
            "{count} battle, digest {digest}",
            "{count} battles, digest {digest}",
            found.battles,
            digest=found.digest[:16],
        )
    )

"""``fivefoot battle``: a scenario whose creatures are all played by brains."""

import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer
from rich.console import Console

from ...engine.brains import DecisionLog
from ...engine.errors import ScenarioError, names, printable, spelled
from ...engine.messages import language_in_use, tr
from ...engine.scenario import read as files
from ...play.battle import Battle
from ...play.match import ROUNDS, Match
from ...play.players import arranged, contest, seat
from ..views.terminal import Watched, tell
from .shared import json_lines, options
from .shared.options import ScenarioPath
from .shared.progress import course


def battle(
    file: ScenarioPath,
    ruleset: options.PlayedBy = None,
    red: options.Red = None,
    blue: options.Blue = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the dice, instead of the file's.")] = None,
    rules: options.HouseRules = None,
    rounds: Annotated[int, typer.Option(help="Rounds after which the battle is a draw.", min=1, max=10_000)] = ROUNDS,
    as_json: Annotated[bool, typer.Option("--json", help="The log as JSON, one event a line.")] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Say why each intent was chosen over the next best (on standard error)."),
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Draw the board in the terminal during the battle.")] = False,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="With --watch: draw only what this side perceives."),
    ] = None,
    pause: Annotated[
        float, typer.Option(help="With --watch: how many seconds each moment is shown.", min=0, max=10)
    ] = 0.15,
    bot_turn: options.BotTurn = None,
    bot_battle: options.BotBattle = None,
    bot_memory: options.BotMemory = None,
    bot_forfeit: options.BotForfeit = "turn",
) -> None:
    """Let AI players play a scenario to its end; its script and scripted dice are ignored.

    A BRAIN is an AI player: a shipped one by name, your Python object (module:object), or a program (cmd:PROGRAM).
    """
    options.check_ruleset(ruleset)
    scenario, notes = arranged(files.read(file), ruleset, options.switches(rules))
    bots = options.bot_rules(bot_turn, bot_battle, bot_memory, bot_forfeit)
    with redirect_stdout(sys.stderr):  # output of a brain's module is not the log
        seats = seat(scenario, red, blue, bots)
    with seats as table, Battle(scenario, seed=seed) as fought:
        sides = list(dict.fromkeys(one.side for one in fought.creatures))
        if side is not None and side not in sides:
            raise ScenarioError("--side", "", spelled(side), names(sides, side))
        journal = DecisionLog() if explain else None
        if watch and not as_json:
            with Watched(
                Console(highlight=False), fought, table.brains, seconds=pause, rounds=rounds, journal=journal, side=side
            ) as watched:
                events = contest(watched, table)
        else:
            with course(fought, quiet=explain), redirect_stdout(sys.stderr):
                events = contest(Match(fought, table.brains, rounds=rounds, journal=journal), table)
        if journal is not None:
            tell_thoughts(journal)
        for fault in table.faults:
            typer.echo(tr("fivefoot battle: {printable}", printable=printable(fault.told(language_in_use()))), err=True)
        if as_json:
            json_lines.write_events(events)
            return
        if watch:
            return
        console = Console(highlight=False)
        for note in notes:
            console.print(tr("note: {note}", note=note), style="dim", markup=False, soft_wrap=True)
        tell(console, fought, events)


def tell_thoughts(journal: DecisionLog) -> None:
    rounds = 0
    for thought in journal.thoughts:
        if thought.round != rounds:
            rounds = thought.round
            print(tr("round {rounds}", rounds=rounds), file=sys.stderr)
        print(f"  {printable(thought.told(language_in_use()))}", file=sys.stderr)

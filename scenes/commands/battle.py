"""``fivefoot battle``: a scenario whose creatures are all played by brains."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ...engine import scenario as files
from ...engine.brains import BRAINS
from ...engine.converting import unscripted
from ...engine.rulesets import RULESETS
from ...systems.battle import Battle
from ...systems.skirmish import brains_for, play_on
from ..chronicle import tell
from . import lines


def battle(
    file: Annotated[Path, typer.Argument(help="A scenario, TOML or JSON.", show_default=False)],
    ruleset: Annotated[
        str | None,
        typer.Option(help="Play it by this ruleset instead of its own.", autocompletion=lambda: list(RULESETS)),
    ] = None,
    red: Annotated[
        str | None,
        typer.Option(
            help="The brain of side red, or of the first side where none is called red.",
            autocompletion=lambda: list(BRAINS),
        ),
    ] = None,
    blue: Annotated[
        str | None,
        typer.Option(
            help="The brain of side blue, or of the second side where none is called blue.",
            autocompletion=lambda: list(BRAINS),
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of all chance, instead of the file's.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The log as JSON, one event a line.")] = False,
) -> None:
    """Let brains play a scenario from its start to its end; its script and scripted dice are left out."""
    scenario, notes = unscripted(files.read(file), ruleset)
    brains = brains_for(scenario, red, blue)
    with Battle(scenario, seed=seed) as fought:
        events = play_on(fought, brains)
        if as_json:
            lines.write_events(events)
            return
        console = Console(highlight=False)
        for note in notes:
            console.print(f"note: {note}", style="dim", markup=False, soft_wrap=True)
        tell(console, fought, events)

"""``fivefoot perft``: the number of different ends of a creature's turn after a number of intents."""

from typing import Annotated

import typer

from ...play.loading import load
from .shared import json_lines, options
from .shared.progress import waiting
from .shared.shipped_scenarios import ScenarioPath


def perft(
    file: ScenarioPath,
    creature: Annotated[str, typer.Option("--creature", "-c", help="Whose turn.", show_default=False)],
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=6, help="How many intents.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="The count under each first intent as well.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Count the different ends of a creature's turn after so many intents, every die showing its average."""
    with load(file) as battle:
        options.check_creature(creature, [one.name for one in battle.creatures], file)
        with waiting("counting"):
            parts = battle.turnperft_divide(depth, name=creature) if divide and depth else {}
            count = battle.turnperft(depth, name=creature)
        if as_json:
            divided = {"divide": {str(intent): part for intent, part in parts.items()}} if divide else {}
            json_lines.write([{"creature": creature, "depth": depth, "count": count, **divided}])
            return
        for intent, part in parts.items():
            typer.echo(f"{intent}: {part}")
        typer.echo(count)

"""``fivefoot perft``: counts the different ends of a creature's turn after some intents."""

from typing import Annotated

import typer

from ...engine.messages import tr
from ...play.loading import load
from .shared import json_lines, options
from .shared.options import ScenarioPath
from .shared.progress import waiting


def perft(
    file: ScenarioPath,
    creature: Annotated[
        str, typer.Option("--creature", "-c", help="The creature whose turn is counted.", show_default=False)
    ],
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=6, help="The number of intents.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Also show the count for each first intent.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count the different results of a creature's turn after some intents. Each die shows its average."""
    with load(file) as battle:
        creature = options.creature_called(creature, [one.name for one in battle.creatures], file)
        with waiting(tr("counting")):
            parts = battle.turnperft_divide(depth, name=creature) if divide and depth else {}
            count = battle.turnperft(depth, name=creature)
        if as_json:
            divided = {"divide": {str(intent): part for intent, part in parts.items()}} if divide else {}
            json_lines.write([{"creature": creature, "depth": depth, "count": count, **divided}])
            return
        for intent, part in parts.items():
            typer.echo(f"{intent}: {part}")
        typer.echo(count)

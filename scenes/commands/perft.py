"""``fivefoot perft``: the number of different ends of a creature's turn after a number of intents."""

from typing import Annotated

import typer

from ...play.loading import load
from .shared import options
from .shared.shipped_scenarios import ScenarioPath


def perft(
    file: ScenarioPath,
    creature: Annotated[str, typer.Option("--creature", "-c", help="Whose turn.", show_default=False)],
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=6, help="How many intents.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="The count under each first intent as well.")] = False,
) -> None:
    """Count the different ends of a creature's turn after so many intents, every die showing its average."""
    with load(file) as battle:
        options.check_creature(creature, [one.name for one in battle.creatures], file)
        if divide and depth:
            for intent, count in battle.turnperft_divide(depth, name=creature).items():
                typer.echo(f"{intent}: {count}")
        typer.echo(battle.turnperft(depth, name=creature))

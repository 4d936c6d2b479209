"""``fivefoot schema``: the JSON Schema of scenario files, for checks while typing."""

from pathlib import Path
from typing import Annotated

import typer

from ...engine.files import write_file
from ...engine.rules.own_intents import known_intents
from ...engine.scenario import json_schema as scenario_schema
from .shared import options


def schema(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead of standard output.")
    ] = None,
) -> None:
    """Print the JSON Schema of scenario files."""
    text = scenario_schema.text(known_intents())
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_file(output, text)
        options.written(output)

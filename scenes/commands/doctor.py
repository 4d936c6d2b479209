"""``fivefoot doctor``: what fivefoot finds where it runs."""

from typing import Annotated

import typer

from ...engine.errors import printable
from .diagnosis import diagnosis, told
from .shared import json_lines


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each finding.")] = False,
) -> None:
    """Show what fivefoot finds on this machine: versions, compiled search, extras, display, sound, fonts.

    Add the lines to a bug report; a line with ! says what to do.
    """
    found = diagnosis()
    if as_json:
        json_lines.write(finding._asdict() for finding in found)
    else:
        for line in told(found).splitlines():
            typer.echo(printable(line))

"""The ``fivefoot`` command."""

from typing import Annotated

import typer

from .. import __version__
from .commands.schema import schema
from .commands.travel import travel

app = typer.Typer(name="fivefoot", no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fivefoot {__version__}")
        raise typer.Exit


@app.callback()
def fivefoot(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Tactical movement on square grids: run, check, play and compare battles."""


app.command()(schema)
app.command()(travel)


def main() -> None:
    """Run the command line; exits with its status."""
    app(prog_name="fivefoot")

"""``fivefoot schema``: the JSON Schema of scenario files, for an editor to check them by."""

import typer

from ...engine.schema import text


def schema() -> None:
    """Print the JSON Schema of scenario files."""
    typer.echo(text(), nl=False)

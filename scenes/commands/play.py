"""``fivefoot play``: a battle in a window."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError, spelled
from ...systems.battle import load


def play(
    file: Annotated[
        Path | None, typer.Argument(help="A scenario; without one a menu opens.", show_default=False)
    ] = None,
    ruleset: Annotated[str | None, typer.Option(help="Play by another ruleset than the file names.")] = None,
    red: Annotated[str, typer.Option(help="Who plays the first side: human, or a brain.")] = "human",
    blue: Annotated[str, typer.Option(help="Who plays the other sides: human, or a brain.")] = "aggressive",
    seed: Annotated[int | None, typer.Option(help="The seed of the dice, instead of the file's.")] = None,
    ui_scale: Annotated[float | None, typer.Option(help="The size of text and buttons, 1 being ordinary.")] = None,
) -> None:
    """Play a battle in a window."""
    from ..table import PERSON, Table

    battle = load(file, ruleset=ruleset, seed=seed) if file is not None else None
    table = None
    if battle is not None:
        table = Table(battle)
        for name, option in ((red, "--red"), (blue, "--blue")):
            if name != PERSON and name not in table.brains:
                allowed = ", ".join([PERSON, *table.brains])
                raise ScenarioError(source=option, place="", found=spelled(name), allowed=allowed)
        for index, side in enumerate(table.sides):
            table.players[side] = red if index == 0 else blue
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ..window import NoDisplay, open_and_run

    try:
        open_and_run(table, scale=ui_scale)
    except NoDisplay:
        shown = str(file) if file is not None else "FILE"
        typer.echo(
            "fivefoot play: there is no display to open a window on; "
            f"`fivefoot battle {shown} --watch` plays a battle in the terminal",
            err=True,
        )
        raise typer.Exit(1) from None

"""``fivefoot edit``: the editor."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ....engine.extras import require
from ....engine.rulesets import RULESETS
from ..shared.shipped_scenarios import or_shipped


def edit(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A scenario, a map of another program (see import), or the name of a new file; left out, a new board.",
            show_default=False,
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(help="The ruleset of a new board or of a map.", autocompletion=lambda: list(RULESETS)),
    ] = None,
    ui_scale: Annotated[
        float | None, typer.Option(min=0.6, max=2.5, help="The size of text and buttons, 1 being ordinary.")
    ] = None,
) -> None:
    """Draw and describe a scenario in a window."""
    require("pygame", "pygame_gui", "tomlkit", purpose="the editor")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ...editor.document import Document
    from ...editor.open_editor import document_of, open_editor
    from ...window.scene_stack import NoDisplay

    document = Document.new(ruleset) if file is None else document_of(or_shipped(file), ruleset)
    try:
        open_editor(document, scale=ui_scale)
    except NoDisplay:
        typer.echo("fivefoot edit: there is no display to open a window on", err=True)
        raise typer.Exit(1) from None

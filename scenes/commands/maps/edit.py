"""``fivefoot edit``: the editor."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ....engine.extras import require
from ....engine.messages import tr
from ..overview import BAD_INPUT
from ..shared import options
from ..shared.options import or_shipped


def edit(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A scenario, a map of another program (see import), or a new file; by default a new board.",
            show_default=False,
        ),
    ] = None,
    ruleset: options.MadeFor = None,
    ui_scale: options.UiScale = None,
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
        typer.echo(tr("fivefoot edit: there is no display to open a window on"), err=True)
        raise typer.Exit(BAD_INPUT) from None

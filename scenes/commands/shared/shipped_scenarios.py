"""Finds the shipped scenario that a command's FILE names, and suggests a name for a wrong one."""

from pathlib import Path
from typing import Annotated

import typer

from ....engine.files import DATA_FILES
from ....play.loading import no_scenario, shipped_names


def or_shipped(file: Path) -> Path:
    """The file itself, or the shipped scenario of that name, in upper or lower case, if there is no such file.

    Raises:
        ScenarioError: it can only be a name, and no shipped scenario has it.
    """
    word = str(file)
    if file.exists() or not isinstance(DATA_FILES, Path):
        return file
    found = next((name for name in shipped_names() if name == word.casefold().removesuffix(".toml")), None)
    if found is not None and file.parent == Path():
        return DATA_FILES / "scenarios" / f"{found}.toml"
    if file.parent == Path() and not file.suffix:
        raise no_scenario(word)
    return file


ScenarioPath = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A scenario, TOML or JSON, or the name of one that comes with fivefoot (such as bridge).",
        show_default=False,
        callback=or_shipped,
        autocompletion=shipped_names,
    ),
]
"""A command's argument that names a scenario."""

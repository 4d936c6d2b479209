"""The scenarios that come with fivefoot, by name where a command asks for a file."""

from pathlib import Path
from typing import Annotated

import typer

from ....engine.rules.catalogue import ASSETS


def names() -> list[str]:
    """The names of the shipped scenarios."""
    folder = ASSETS / "scenarios"
    if not folder.is_dir():
        return []
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def or_shipped(file: Path) -> Path:
    """The file itself, or the shipped scenario of that name where there is no such file."""
    word = str(file)
    if not file.exists() and isinstance(ASSETS, Path) and word in names():
        return ASSETS / "scenarios" / f"{word}.toml"
    return file


ScenarioPath = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A scenario, TOML or JSON, or the name of one that comes with fivefoot (such as bridge).",
        show_default=False,
        callback=or_shipped,
        autocompletion=names,
    ),
]
"""A command's argument that names a scenario."""

"""Finds the package's data files, in a checkout, an installed package or an archive."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _data_files() -> "Traversable":
    folder = Path(__file__).parents[1] / "assets"
    if folder.is_dir():
        return folder
    from importlib.resources import files  # the package lies in an archive: slow to import, and seldom needed

    return files(f"{__name__.partition('.')[0]}.assets")


DATA_FILES: "Traversable" = _data_files()
"""The folder `assets`."""

"""The printed tables of the rulesets, read from the package's data files."""

from typing import TypeVar

import msgspec

from .catalogue import ASSETS

Table = TypeVar("Table")


def read_table(name: str, shape: type[Table]) -> Table:
    """Reads the table file `name` (no ending) from the assets as a `shape`.

    Raises FileNotFoundError if there is no such table, msgspec.ValidationError (with the place in
    the file) if it does not have that shape.
    """
    text = (ASSETS / "tables" / f"{name}.toml").read_bytes()
    return msgspec.toml.decode(text, type=shape)

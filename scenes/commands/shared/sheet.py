"""The width for printed tables: the terminal's, or enough for all their columns."""

import os

from rich import box
from rich.console import Console
from rich.table import Table

WIDE = 120
"""Columns for output to a file or a pipe, which has no width of its own."""


def sheet() -> Console:
    """A console on standard output, as wide as the terminal, `COLUMNS`, or `WIDE`."""
    plain = Console(highlight=False)
    if plain.is_terminal or "COLUMNS" in os.environ:
        return plain
    return Console(highlight=False, width=WIDE)


def table(*words: str, figures: tuple[str, ...]) -> Table:
    """A table of some columns of words, which may wrap, and some of figures, which are right-aligned and do not."""
    made = Table(*words, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in figures:
        made.add_column(heading, justify="right", no_wrap=True)
    return made

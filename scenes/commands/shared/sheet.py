"""Printed tables: as wide as the terminal, else row by row."""

import os
from typing import Any

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

WIDE = 120
"""Columns without a terminal."""

UNLIMITED = 10_000
"""Enough columns for any table."""


class Sheet(Console):
    """A terminal that prints a table row by row if it is too wide."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(self.fitted(one) if isinstance(one, Table) else one for one in objects), **options)

    def fitted(self, made: Table) -> Table:
        """Returns the table; one too wide for the terminal becomes lines with labels."""
        unlimited = self.options.update(width=UNLIMITED)
        if Measurement.get(self, unlimited, made).minimum <= self.width:
            return made
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(no_wrap=True)
        rows.add_column(overflow="fold")
        for cells in zip(*(column.cells for column in made.columns), strict=True):
            for column, cell in zip(made.columns, cells, strict=True):
                rows.add_row(column.header, cell)
            rows.add_row("", "")
        return rows


def sheet() -> Sheet:
    plain = Sheet(highlight=False)
    if plain.is_terminal or "COLUMNS" in os.environ:
        return plain
    return Sheet(highlight=False, width=WIDE)


def table(*words: str, figures: tuple[str, ...]) -> Table:
    """Returns an empty table with text columns `words` and right-aligned number columns `figures`."""
    made = Table(*words, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in figures:
        made.add_column(heading, justify="right", no_wrap=True)
    return made

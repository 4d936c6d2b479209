"""Printed tables: as wide as the terminal, or row by row where one does not fit."""

import os
from typing import Any

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

WIDE = 120
"""Columns for output to a file or a pipe, which has no width of its own."""

UNLIMITED = 10_000
"""Columns enough for any table; with fewer, what a table needs at least is measured as what there is."""


class Sheet(Console):
    """A console that never cuts a name: a table too wide for it is printed row by row."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print objects as `Console.print` does; `options` are its own."""
        super().print(*(self.fitted(one) if isinstance(one, Table) else one for one in objects), **options)

    def fitted(self, made: Table) -> Table:
        """A table, or the same row by row if its longest words do not fit side by side."""
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
    """A console on standard output, as wide as the terminal, `COLUMNS`, or `WIDE`."""
    plain = Sheet(highlight=False)
    if plain.is_terminal or "COLUMNS" in os.environ:
        return plain
    return Sheet(highlight=False, width=WIDE)


def table(*words: str, figures: tuple[str, ...]) -> Table:
    """A table of some columns of words, which may wrap, and some of figures, which are right-aligned and do not."""
    made = Table(*words, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in figures:
        made.add_column(heading, justify="right", no_wrap=True)
    return made

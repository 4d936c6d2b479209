"""A bar on standard error for the progress of a long command."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ....play.battle import Battle

PATIENCE = 1.0
"""Seconds without a bar: most battles are over by then."""


@contextmanager
def progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Shows a bar, if there is a terminal; the function yielded advances it by one."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


class Course(ProgressColumn):
    """The progress of a battle."""

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self.battle = battle
        self.begun = time.monotonic()

    def render(self, task: Task) -> Text:
        """Round and events, after the first seconds."""
        seconds = time.monotonic() - self.begun
        if seconds < PATIENCE:
            return Text("")
        events = len(self.battle.world.log)
        return Text(f"round {self.battle.world.round}, {events} events, {seconds:.0f} s; Ctrl-C ends it")


@contextmanager
def course(battle: Battle, *, quiet: bool = False) -> Iterator[None]:
    """Shows the progress of a long battle on standard error, if that is a terminal."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield
        return
    with Progress(Course(battle), console=console, transient=True, refresh_per_second=4) as bar:
        bar.add_task("battle", total=None)
        yield

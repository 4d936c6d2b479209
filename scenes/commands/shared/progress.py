"""A bar on standard error that shows how far a long command has come."""

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
"""Seconds for which nothing is shown: most battles are over by then."""


@contextmanager
def progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Show a bar for the time being, where there is a terminal; what is yielded moves it on by one."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


class Course(ProgressColumn):
    """How far a battle has come."""

    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self.battle = battle
        self.begun = time.monotonic()

    def render(self, task: Task) -> Text:
        """Round and events, once it has gone on for a while."""
        seconds = time.monotonic() - self.begun
        if seconds < PATIENCE:
            return Text("")
        events = len(self.battle.world.log)
        return Text(f"round {self.battle.world.round}, {events} events, {seconds:.0f} s; Ctrl-C ends it")


@contextmanager
def course(battle: Battle, *, quiet: bool = False) -> Iterator[None]:
    """Show on standard error, where that is a terminal, how far a battle has come that goes on for a while."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield
        return
    with Progress(Course(battle), console=console, transient=True, refresh_per_second=4) as bar:
        bar.add_task("battle", total=None)
        yield

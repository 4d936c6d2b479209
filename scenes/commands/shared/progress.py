"""Progress of long commands on a terminal's standard error."""

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

from ....engine.messages import tr, tr_counted
from ....play.battle import Battle

PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if quiet or not console.is_terminal:
        yield lambda: None
        return
    begun = time.monotonic()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=total)

    def advance() -> None:
        if not bar.live.is_started and time.monotonic() - begun > PATIENCE:
            bar.start()
        bar.advance(task)

    try:
        yield advance
    finally:
        bar.stop()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with Progress(Elapsed(what), console=console, transient=True, refresh_per_second=4) as bar:
        bar.add_task(what, total=None)
        yield


class Elapsed(ProgressColumn):
    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
        self.begun = time.monotonic()

    def render(self, task: Task) -> Text:
        seconds = time.monotonic() - self.begun
        return Text(
            "" if seconds < PATIENCE else tr("{what}, {seconds} s; Ctrl-C stops", what=self.what, seconds=int(seconds))
        )


class Course(ProgressColumn):
    def __init__(self, battle: Battle) -> None:
        super().__init__()
        self.battle = battle
        self.begun = time.monotonic()

    def render(self, task: Task) -> Text:
        seconds = time.monotonic() - self.begun
        if seconds < PATIENCE:
            return Text("")
        events = len(self.battle.world.log)
        number, spent = self.battle.world.round, int(seconds)
        return Text(
            tr_counted(
                "round {round}, {count} event, {seconds} s; Ctrl-C stops",
                "round {round}, {count} events, {seconds} s; Ctrl-C stops",
                events,
                round=number,
                seconds=spent,
            )
        )


@contextmanager
def course(battle: Battle, *, quiet: bool = False) -> Iterator[None]:
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield
        return
    with Progress(Course(battle), console=console, transient=True, refresh_per_second=4) as bar:
        bar.add_task("battle", total=None)
        yield

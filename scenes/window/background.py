"""Background work on a battle, one piece at a time. During it the window must not touch the battle."""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
SWITCH = 0.001
"""The thread switch interval during work."""

Outcome: TypeAlias = tuple[Any, BaseException | None]
Jobs: TypeAlias = "SimpleQueue[Callable[[], Any] | None]"


class BackgroundWork:
    """Runs one function at a time in the background: in a thread, or at once."""

    def __init__(self, *, beside: bool = False, on_done: Callable[[], None] = lambda: None) -> None:
        self.beside = beside
        self.on_done = on_done
        """Called on the window's thread before the result is used."""
        self.what = ""
        self._since = 0.0
        self.thread: threading.Thread | None = None
        """The thread, after the first job. It stays: a thread takes longer to start than many a job."""
        self._jobs: Jobs = SimpleQueue()
        self._outcomes: SimpleQueue[Outcome] = SimpleQueue()
        self._then: Callable[[Any], None] | None = None

    def __del__(self) -> None:
        self.close()

    @property
    def out(self) -> bool:
        return self._then is not None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since if self.out else 0.0

    def send(self, what: str, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Runs `work` in the background; `then` receives its result on the window's thread."""
        if self.out:
            raise RuntimeError("an errand is out")
        if not self.beside:
            result = work()
            self.on_done()
            then(result)
            return
        self.what, self._since, self._then = what, time.monotonic(), then
        if self.thread is None:
            told = (self._jobs, self._outcomes)
            self.thread = threading.Thread(target=_serve, args=told, name="fivefoot: background work", daemon=True)
            self.thread.start()
        self._jobs.put(work)

    def take_in(self) -> None:
        """Passes the result of finished work on, or raises the work's exception."""
        if self.out and not self._outcomes.empty():
            self._pass_on()

    def wait(self) -> None:
        while self.beside and self.out:
            self._pass_on()

    def close(self) -> None:
        """Ends the thread after its present job."""
        if self.thread is not None:
            self.thread = None
            self._jobs.put(None)

    def _pass_on(self) -> None:
        (brought, error), then = self._outcomes.get(), self._then
        self._then = None
        self.on_done()
        if error is not None:
            raise error
        if then is not None:
            then(brought)


def _serve(jobs: Jobs, outcomes: "SimpleQueue[Outcome]") -> None:
    while _done(jobs, outcomes):
        pass


def _done(jobs: Jobs, outcomes: "SimpleQueue[Outcome]") -> bool:
    """Does the next job. Returns False if there is none. Keeps no job while it waits."""
    work = jobs.get()
    if work is None:
        return False
    try:
        outcome: Outcome = (work(), None)
    except BaseException as error:
        outcome = (None, error)
    outcomes.put(outcome)
    return True

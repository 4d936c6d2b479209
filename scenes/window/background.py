"""Background work on a battle, one piece at a time. During it the window must not touch the battle."""

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
SWITCH = 0.001
"""The thread switch interval during work."""


class BackgroundWork:
    """Runs one job at a time, in a thread or without one."""

    def __init__(self, *, beside: bool = False, on_done: Callable[[], None] = lambda: None) -> None:
        self.beside = beside
        self.on_done = on_done
        """Called on the window's thread before the result is used."""
        self.what = ""
        self._since = 0.0
        self._thread: threading.Thread | None = None
        self._outcome: tuple[Any, BaseException | None] = (None, None)
        self._then: Callable[[Any], None] | None = None

    @property
    def out(self) -> bool:
        return self._then is not None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since if self.out else 0.0

    def send(self, what: str, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Runs `work` in the background; `then` gets the result in the main thread."""
        if self.out:
            raise RuntimeError("an errand is out")
        if not self.beside:
            result = work()
            self.on_done()
            then(result)
            return
        self.what, self._since, self._then = what, time.monotonic(), then
        self._thread = threading.Thread(target=self._run, args=(work,), name=f"fivefoot: {what}", daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._outcome = (work(), None)
        except BaseException as error:
            self._outcome = (None, error)

    def take_in(self) -> None:
        """Passes the result of finished work on, or raises the work's exception."""
        if self._thread is None or self._thread.is_alive():
            return
        then, (brought, error) = self._then, self._outcome
        self._thread, self._then, self._outcome = None, None, (None, None)
        self.on_done()
        if error is not None:
            raise error
        if then is not None:
            then(brought)

    def wait(self) -> None:
        while self._thread is not None:
            self._thread.join()
            self.take_in()

"""Work on a battle that takes longer than a frame: done beside the window, one piece at a time.

While an errand is out the battle is its alone: the window draws what it knows and asks nothing, so that
what comes of it is the same as if everything had been done in turn.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
SWITCH = 0.001
"""Seconds after which Python lets the window have its turn while an errand is out."""


class BackgroundWork:
    """Runs one piece of work at a time: beside the window, in a thread, or on the spot."""

    def __init__(self, *, beside: bool = False) -> None:
        self.beside = beside
        self.what = ""
        """What is being done, in words for a person."""
        self._since = 0.0
        self._thread: threading.Thread | None = None
        self._outcome: tuple[Any, BaseException | None] = (None, None)
        self._then: Callable[[Any], None] | None = None

    @property
    def out(self) -> bool:
        """Whether an errand is out, or back and not yet taken in: the battle is not to be touched."""
        return self._then is not None

    @property
    def seconds(self) -> float:
        """For how long it has been out."""
        return time.monotonic() - self._since if self.out else 0.0

    def send(self, what: str, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Have `work` done; `then` takes what came of it, on the window's own thread.

        Raises:
            RuntimeError: another errand is out.
        """
        if self.out:
            raise RuntimeError("an errand is out")
        if not self.beside:
            then(work())
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
        """Take in what an errand that has come back has brought; raises what it raised."""
        if self._thread is None or self._thread.is_alive():
            return
        then, (brought, error) = self._then, self._outcome
        self._thread, self._then, self._outcome = None, None, (None, None)
        if error is not None:
            raise error
        if then is not None:
            then(brought)

    def wait(self) -> None:
        """Wait until nothing is out; raises what an errand raised."""
        while self._thread is not None:
            self._thread.join()
            self.take_in()

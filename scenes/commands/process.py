"""Process endings: one status, clean signals, quiet broken pipes."""

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

AGAIN = 0.05
"""Seconds until a discarded signal is sent again."""
REPEATED = 2.0
"""Seconds for ignoring a second signal: shells and `timeout` send it twice."""


class _ToldToEnd(KeyboardInterrupt):
    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class _Handler:
    """A signal handler that raises an exception and stores the exit status."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self._heard = -math.inf

    def __call__(self, number: int, _: FrameType | None) -> None:
        self.told.append(128 + number)
        if time.monotonic() - self._heard > REPEATED:
            self._heard = time.monotonic()
            raise _ToldToEnd(number)

    def discarded(self, found: "sys.UnraisableHookArgs") -> bool:
        """Sends a signal again if Python has dropped the exception that the signal raised."""
        if not isinstance(found.exc_value, _ToldToEnd):
            return False
        self._heard = -math.inf
        again = threading.Timer(AGAIN, _send, (found.exc_value.number,))
        again.daemon = True
        again.start()
        return True


@contextmanager
def ending_politely() -> Iterator[list[int]]:
    """Returns a context where a termination signal ends bots and leaves no incomplete file.

    The yielded list receives the exit status of each signal.
    """
    for number in _signals():
        outer = signal.getsignal(number)
        if isinstance(outer, _Handler):
            yield outer.told
            return
    handler = _Handler()
    taken: dict[int, Any] = {}
    hook = sys.unraisablehook
    sys.unraisablehook = lambda found: handler.discarded(found) or hook(found)
    for number in _signals():
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            with suppress(ValueError):  # not the main thread
                taken[number] = signal.signal(number, handler)
    try:
        yield handler.told
    finally:
        for number, before in taken.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, before)
        sys.unraisablehook = hook


def _send(number: int) -> None:
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, number)  # also wakes it
    else:
        signal.raise_signal(number)


def end_at_once_from_now() -> None:
    """Makes termination signals end the process at once, without clean-up."""
    for number in _signals():
        if isinstance(signal.getsignal(number), _Handler):
            signal.signal(number, lambda number, _: os._exit(128 + number))


def _signals() -> list[int]:
    return [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def open_closed_streams() -> None:
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def steady_streams() -> None:
    """Opens missing standard streams, and escapes characters that the terminal cannot show."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def nobody_reads() -> None:
    """Makes the process ignore its further output, because nobody reads it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

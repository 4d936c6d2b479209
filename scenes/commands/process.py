"""Process endings: one status, clean signals, quiet broken pipes."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class _ToldToEnd(KeyboardInterrupt):
    """A signal asks the program to end.

    A bare KeyboardInterrupt that leaves `exec`, used by dataclasses, makes CPython end by SIGINT later.
    """


def interrupted(error: BaseException) -> bool:
    """True if Ctrl-C is behind an error: Python 3.11 wraps it while a class is made."""
    return isinstance(error, RuntimeError) and isinstance(error.__cause__, KeyboardInterrupt)


@contextmanager
def ending_politely() -> Iterator[list[int]]:
    """Handles termination signals: ends bots, leaves no half file.

    Appends the signal's status to the list.
    """
    told: list[int] = []

    def end(number: int, _: object) -> None:
        told.append(128 + number)
        raise _ToldToEnd

    taken: dict[int, object] = {}
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            with suppress(ValueError):  # not the main thread
                taken[number] = signal.signal(number, end)
    try:
        yield told
    finally:
        for number, before in taken.items():
            signal.signal(number, before)  # type: ignore[arg-type]


def open_closed_streams() -> None:
    """Replaces missing standard streams by null devices."""
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
    """Opens missing streams; escapes characters unknown to the terminal."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def nobody_reads() -> None:
    """Discards buffered output after a broken pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

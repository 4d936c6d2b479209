"""How the command ends: by one status, politely on a signal, and without a word where nobody reads any more."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class _ToldToEnd(KeyboardInterrupt):
    """A signal asks the program to end.

    A bare KeyboardInterrupt that leaves a text given to `exec`, as dataclasses do while they are imported, makes
    CPython end itself by SIGINT later on, whatever the handling of the exception and the requested status.
    """


@contextmanager
def ending_politely() -> Iterator[list[int]]:
    """Makes the signals that end a program end it in one way: bots are ended, no file is half written.

    The status for such a signal is appended to the list.
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
    """Replaces missing standard streams by null devices, so that no file takes their numbers."""
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
    """Opens closed standard streams, and lets a terminal with few characters show the others escaped."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def nobody_reads() -> None:
    """Sends what is still buffered nowhere: the reader of the output is gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

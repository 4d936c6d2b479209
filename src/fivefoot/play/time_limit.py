"""A bound on how long somebody else's Python may take, in a process that it shares with us."""

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

AGAIN = 0.25
"""Seconds after which somebody who has caught `OutOfTime` is interrupted once more."""


class OutOfTime(BaseException):
    """Raised in code that has taken too long. No `Exception`, so that code which catches those does not catch it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt what is done within once it has taken so long.

    In the main thread of a Unix process anything that Python can interrupt is interrupted, sleeping and
    waiting included; elsewhere only what runs as Python bytecode. Whoever catches that is interrupted again
    (in the main thread). A call into C that gives neither a chance is beyond it, and so is code that catches
    everything for ever.

    Raises:
        OutOfTime: it has taken too long.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _alarm(seconds):
            yield
    else:
        with _exception(seconds):
            yield


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    rung = False

    def ring(*_: object) -> None:
        nonlocal rung
        rung = True
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
        if rung:  # and caught on the way
            raise OutOfTime
    finally:
        while True:
            with suppress(OutOfTime):  # it may ring while it is being put away
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                break


@contextmanager
def _exception(seconds: float) -> Iterator[None]:
    """Python's own way to raise something in another thread, done by a thread that waits."""
    thread = threading.get_ident()
    lock = threading.Lock()
    state: dict[str, Any] = {"within": True, "raised": False}

    def ring() -> None:
        with lock:
            if state["within"]:
                state["raised"] = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            state["within"] = False
        timer.cancel()
        if state["raised"]:
            for _ in range(1000):  # what has been raised arrives between two steps: let it arrive here
                pass


__all__ = ["OutOfTime", "at_most"]

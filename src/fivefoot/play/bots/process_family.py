"""Ends all processes of a program; imports nothing of fivefoot."""

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psutil import Process

MARK = "FIVEFOOT_BOT"
"""Environment variable that marks children."""
ROUNDS = 20
"""Most readings of the process list."""
PATIENCE = 0.5
"""Most seconds until signalled processes stop or end."""


def marked() -> tuple[str, dict[str, str]]:
    mark = f"{os.getpid()}-{secrets.token_hex(8)}"
    return mark, {**os.environ, MARK: mark}


def end_family(pid: int, mark: str = "") -> None:
    """Kills a process with its descendants, and all processes marked with `mark`."""
    stopped: set[Process] = set()
    try:
        for _ in range(ROUNDS):
            found = [process for process in family(pid, mark) if process not in stopped]
            if found:
                stopped.update(found)
                for process in found:
                    _tell(process.suspend)
                _wait_while(found, _moves)  # a fork that has begun goes on after the signal
                continue
            if not stopped:
                return
            # Children come last: they may be guards. A guard adopts orphans, and here the next round finds them.
            killed = {process for process in stopped if _parent(process) != pid} or stopped
            for process in killed:
                _tell(process.kill)
            _wait_while(killed, _lives)
            stopped = stopped - killed
    except BaseException:  # another signal: guards must run to end the rest
        for process in stopped:
            _tell(process.resume)
        raise
    for process in stopped:
        _tell(process.kill)


def family(pid: int, mark: str = "") -> "list[Process]":
    import psutil

    found: set[Process] = set()
    with contextlib.suppress(psutil.Error):  # if it is gone, only its mark is left
        found.update(psutil.Process(pid).children(recursive=True))
    if mark:
        for process in psutil.process_iter():
            try:
                if process.environ().get(MARK) == mark:
                    found.add(process)
            except (psutil.Error, OSError):
                continue  # another user's, or gone
    return sorted((one for one in found if one.pid not in (pid, os.getpid()) and _lives(one)), key=lambda one: one.pid)


def _lives(process: "Process") -> bool:
    import psutil

    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _moves(process: "Process") -> bool:
    import psutil

    try:
        return process.status() not in (psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _parent(process: "Process") -> int:
    import psutil

    try:
        return process.ppid()
    except psutil.Error:
        return 0


def _wait_while(processes: "Iterable[Process]", holds: "Callable[[Process], bool]") -> None:
    until = time.monotonic() + PATIENCE
    while any(holds(process) for process in processes) and time.monotonic() < until:
        time.sleep(0.001)


def _tell(ask: Callable[[], object]) -> None:
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        ask()


__all__ = ["MARK", "end_family", "family", "marked"]

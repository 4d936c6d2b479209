"""Ends all processes of a program; imports nothing of fivefoot."""

import contextlib
import os
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psutil import Process

MARK = "FIVEFOOT_BOT"
"""Environment variable that marks children."""
ROUNDS = 20
"""Most readings of the process list."""


def marked() -> tuple[str, dict[str, str]]:
    mark = f"{os.getpid()}-{secrets.token_hex(8)}"
    return mark, {**os.environ, MARK: mark}


def end_family(pid: int, mark: str = "") -> None:
    """Kills a process with its descendants, and all processes marked with `mark`."""
    import psutil

    stopped: set[Process] = set()
    try:
        for _ in range(ROUNDS):
            found = [process for process in family(pid, mark) if process not in stopped]
            if not found:
                if not stopped:
                    return
                for process in stopped:
                    _tell(process.kill)
                with contextlib.suppress(psutil.Error, OSError):  # EINVAL for a session without its leader
                    psutil.wait_procs(list(stopped), timeout=0.2)
                stopped = set()
                continue
            stopped.update(found)
            for process in found:
                _tell(process.suspend)
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


def _tell(ask: Callable[[], object]) -> None:
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        ask()


__all__ = ["MARK", "end_family", "family", "marked"]

"""The processes that a program has started, found and ended with it (psutil).

Also imported by the guard, which is no part of the package where it runs: nothing of fivefoot is imported here.
"""

import contextlib
import os
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psutil import Process

MARK = "FIVEFOOT_BOT"
"""The variable in a program's environment that its children inherit, by which they are known as its own."""
ROUNDS = 20
"""How often the list of processes is gone through: those that start others while they are ended are found again."""


def marked() -> tuple[str, dict[str, str]]:
    """A new mark, and an environment that bears it."""
    mark = f"{os.getpid()}-{secrets.token_hex(8)}"
    return mark, {**os.environ, MARK: mark}


def end_family(pid: int, mark: str = "") -> None:
    """Kill everything that descends from a process or bears the mark; the process itself is left alone.

    All of it is stopped before any of it is killed: a process that runs on may start others, and one whose parent
    is dead is harder to find.
    """
    import psutil

    stopped: set[Process] = set()
    for _ in range(ROUNDS):
        found = [process for process in family(pid, mark) if process not in stopped]
        if not found:
            if not stopped:
                return
            for process in stopped:
                _tell(process.kill)
            psutil.wait_procs(list(stopped), timeout=0.2)
            stopped = set()
            continue
        for process in found:
            _tell(process.suspend)
        stopped.update(found)
    for process in stopped:
        _tell(process.kill)


def family(pid: int, mark: str = "") -> "list[Process]":
    """The living processes that descend from a process or bear its mark, itself and the caller left out."""
    import psutil

    found: set[Process] = set()
    with contextlib.suppress(psutil.Error):  # where it is gone, its mark is what is left of it
        found.update(psutil.Process(pid).children(recursive=True))
    if mark:
        for process in psutil.process_iter():
            try:
                if process.environ().get(MARK) == mark:
                    found.add(process)
            except (psutil.Error, OSError):
                continue  # somebody else's, or gone
    return sorted((one for one in found if one.pid not in (pid, os.getpid()) and _lives(one)), key=lambda one: one.pid)


def _lives(process: "Process") -> bool:
    import psutil

    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _tell(ask: Callable[[], object]) -> None:
    """Ask a process something that it may be past hearing."""
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        ask()


__all__ = ["MARK", "end_family", "family", "marked"]

"""The processes that a program has started, found so that they can be put down with it (Linux)."""

import os
import secrets
import signal
import sys
from contextlib import suppress
from pathlib import Path

MARK = "FIVEFOOT_BOT"
"""The variable in a bot's environment that its children inherit, by which they are known as its own."""
ROUNDS = 20
"""How often the list of processes is gone through: whoever starts new ones while it dies is caught again."""


def marked() -> tuple[str, dict[str, str]]:
    """A new mark, and an environment that bears it."""
    mark = f"{os.getpid()}-{secrets.token_hex(8)}"
    return mark, {**os.environ, MARK: mark}


def kill_family(pid: int, mark: str) -> None:
    """Kill whatever descends from a process or bears its mark, sessions of their own notwithstanding.

    A process group ends where a program calls `setsid`; parents and environments go further. The program
    itself must not have been reaped yet. Where there is no /proc, nothing is done.
    """
    if sys.platform != "linux":
        return
    for _ in range(ROUNDS):
        found = family(pid, mark)
        if not found:
            return
        for one in found:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)


def family(pid: int, mark: str) -> list[int]:
    """The living processes that descend from a process or bear its mark, itself left out."""
    parents: dict[int, int] = {}
    bearers: set[int] = set()
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        one = int(folder.name)
        with suppress(OSError, ValueError, IndexError):
            # the name in brackets may hold anything: what counts stands behind it
            state, parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:2]
            if state in (b"Z", b"X"):
                continue
            parents[one] = int(parent)
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                bearers.add(one)
    found = set(bearers)
    for one in parents:
        line = one
        while line in parents and line != pid:
            line = parents[line]
        if line == pid:
            found.add(one)
    return sorted(found - {pid, os.getpid()})


__all__ = ["MARK", "family", "kill_family", "marked"]

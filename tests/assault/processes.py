"""Finds processes that are left behind: bots record their numbers; those that live on are ended and reported."""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

BOT = Path(__file__).with_name("hostile_bot.py")


def command_of(notes: Path, behaviour: str | int) -> list[str]:
    """The command line of a hostile bot."""
    return [sys.executable, "-S", str(BOT), str(notes), str(behaviour)]


def left_alive(notes: Path, seconds: float = 10) -> list[int]:
    """Those of the processes noted in a folder that live on after so many seconds, ended here."""
    patience = time.monotonic() + seconds
    while True:
        alive = [pid for pid in (int(file.name) for file in notes.iterdir()) if _lives(pid)]
        if not alive or time.monotonic() > patience:
            break
        time.sleep(0.05)
    for pid in alive:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return alive


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"

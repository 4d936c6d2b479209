"""A guard process: it starts a program and ends all its descendants.

Run as `python -I -S guard.py SETTINGS PROGRAM ARGUMENT...`. It ends with the program's status, or when its leash is
cut: a pipe that the system closes however fivefoot ends. On Linux it adopts orphans, and the program dies with it.
"""

import json
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any

DEATH_SIGNAL, SUBREAPER = 1, 36
"""Linux's prctl numbers PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER."""
NOT_STARTED = 127
"""The exit status of a program that cannot start."""


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.argv[1])
    command = sys.argv[2:]
    sys.path[:0] = settings["path"]
    if os.name == "posix":
        _watch(command, settings)
    else:
        _watch_by_looking(command, settings)


def _watch(command: list[str], settings: dict[str, Any]) -> None:
    import select

    on_linux = sys.platform == "linux"
    leash: int = settings["leash"]
    os.set_inheritable(leash, False)
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    if on_linux:
        _prctl(SUBREAPER, 1)
    guard = os.getpid()
    program = os.fork()
    if program == 0:
        _become(command, settings, guard)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # they belong to the program: its closing them must be noticed
        os.dup2(nothing, stream)
    while True:
        ready, _, _ = select.select([leash, woken], [], [])
        told = os.read(woken, 512) if woken in ready else b""
        if leash in ready or any(number != signal.SIGCHLD for number in told):
            _end_all(settings)
            os._exit(1)
        status, childless = _reap(program)
        if status is not None:
            if not (childless and on_linux):  # elsewhere orphans are not children of the guard, but carry the mark
                _end_all(settings)
            _end_like(status)


def _become(command: list[str], settings: dict[str, Any], guard: int) -> None:
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        if sys.platform == "linux":
            _prctl(DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != guard:
                os._exit(1)  # the guard is gone already
        _limit(settings)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot start {command[0]}: {(error.strerror or str(error)).lower()}\n".encode())
    finally:
        os._exit(NOT_STARTED)


def _limit(settings: dict[str, Any]) -> None:
    import resource

    seconds: int = settings["seconds"]
    bounds = {
        resource.RLIMIT_CPU: (seconds, seconds + 5),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_DATA: (settings["memory"], settings["memory"]),
    }
    for what, bound in bounds.items():
        with suppress(OSError, ValueError):  # it has a lower limit already, or the system has none
            resource.setrlimit(what, bound)


def _reap(program: int) -> tuple[int | None, bool]:
    ended: int | None = None
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return ended, False
            if pid == program:
                ended = status
    except ChildProcessError:
        return ended, True


def _end_like(status: int) -> None:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        time.sleep(1)  # the signal is on its way
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _watch_by_looking(command: list[str], settings: dict[str, Any]) -> None:
    import subprocess

    import psutil

    try:
        keeper = psutil.Process(settings["keeper"])
        program = subprocess.Popen(command, stdin=0, stdout=1, stderr=2)
    except (OSError, ValueError, psutil.Error) as error:
        number = getattr(error, "errno", None)  # Windows words its own errors in the user's language
        why = os.strerror(number).lower() if number else str(error)
        os.write(2, f"cannot start {command[0]}: {why}\n".encode())
        os._exit(NOT_STARTED)
    while keeper.is_running():
        try:
            status = program.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        _end_all(settings)
        os._exit(status & 0xFFFFFFFF)
    _end_all(settings)
    os._exit(1)


def _end_all(settings: dict[str, Any]) -> None:
    from importlib import import_module

    # not as a part of the package, which would be imported with it
    import_module("process_family").end_family(os.getpid(), settings["mark"])


def _prctl(what: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


if __name__ == "__main__":
    main()

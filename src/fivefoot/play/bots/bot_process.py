"""A bot's process: start, questions, end."""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Literal, TypeAlias

from ...engine.extras import require
from .process_family import end_family, marked

GUARD = Path(__file__).with_name("guard.py")
"""The guard program that starts and watches the bot."""

FaultKind: TypeAlias = Literal["no-start", "hang", "crash", "flood", "garbage", "illegal", "out-of-turn"]
"""No start, timeout, exit, too much output, nonsense, a forbidden intent, a stale answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of time and memory for a bot, in seconds and bytes."""

    start: float = 10.0
    """Seconds until the handshake."""
    turn: float = 2.0
    """Seconds per turn."""
    battle: float = 120.0
    """Seconds per battle."""
    line: int = 64 * 1024
    """Bytes per output line."""
    output: int = 8 * 1024 * 1024
    """Bytes of output per battle."""
    memory: int = 4 * 1024**3
    """Bytes of data memory, where supported (Linux)."""


class BotFault(Exception):
    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: FaultKind = kind


_ENDED = object()
_PENDING = 64
"""Most unread lines; a bot owes one."""


class BotProcess:
    """The running program of a bot. It ends with `close` or with this process.

    A second process ends the program if this process dies.

    Raises:
        BotFault: the program cannot be started.
        MissingExtra: psutil is not installed.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        require("psutil", purpose="a program that plays")
        self.limits = limits
        self.output: int = 0
        """Bytes of output so far."""
        self._lines: queue.Queue[bytes | object] = queue.Queue(_PENDING)
        self._outbox: queue.Queue[bytes | None] = queue.Queue()
        self._errors: deque[bytes] = deque(maxlen=16)
        self._flooded: str | None = None
        _check(command)
        self._mark, environment = marked()
        held, self._leash = os.pipe() if os.name == "posix" else (-1, -1)
        settings = {
            "leash": held,
            "keeper": os.getpid(),
            "mark": self._mark,
            "path": [str(GUARD.parent), *_home_of("psutil")],
            "seconds": int(limits.start + limits.battle) + 5,
            "memory": limits.memory,
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(GUARD), json.dumps(settings), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
                pass_fds=[held] if os.name == "posix" else [],
                env=environment,
            )
        except (OSError, ValueError) as error:
            self._let_go()
            why = getattr(error, "strerror", None) or str(error)
            raise BotFault("no-start", f"cannot start {command[0]}: {why.lower()}") from None
        finally:
            if os.name == "posix":
                os.close(held)
        self._ended = False
        works = (self._read, self._read_errors, self._write)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    # --- threads -----------------------------------------------------------------------------------

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        rest = b""
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), 65536):
                self.output += len(chunk)
                *whole, rest = (rest + chunk).split(b"\n")
                longest = max([len(rest), *map(len, whole)])
                if longest > self.limits.line:
                    self._flooded = f"a line of more than {self.limits.line} bytes"
                elif self.output > self.limits.output:
                    self._flooded = f"more than {self.limits.output} bytes of output"
                try:
                    for line in whole:
                        if not self._flooded and line.strip():
                            self._lines.put_nowait(line)
                except queue.Full:
                    self._flooded = f"more than {_PENDING} unrequested lines"
                if self._flooded:
                    break
        while True:  # make room if need be: the end must get through
            try:
                self._lines.put_nowait(_ENDED)
                return
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._lines.get_nowait()

    def _read_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), 4096):
                self._errors.append(chunk[-1024:])

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                _write_all(stream, line)

    # --- talking -----------------------------------------------------------------------------------

    def tell(self, line: bytes) -> None:
        """Sends a line to the bot and does not wait for an answer."""
        self._outbox.put(line + b"\n")

    def hear(self, until: float) -> bytes:
        """Returns the bot's next line; waits until the time `until` (of `time.monotonic`).

        Raises:
            BotFault: the program hangs, crashes or sends too much.
        """
        try:
            # the time may be up already; a line written in time still counts
            line = self._lines.get(timeout=max(until - time.monotonic(), 0.001))
        except queue.Empty:
            raise BotFault("hang", "no answer in time") from None
        if isinstance(line, bytes):
            return line
        if self._flooded:
            raise BotFault("flood", self._flooded)
        raise BotFault("crash", self._epitaph())

    def waiting(self) -> list[bytes]:
        found: list[bytes] = []
        with contextlib.suppress(queue.Empty):
            while isinstance(line := self._lines.get_nowait(), bytes):
                found.append(line)
            self._lines.put(line)  # its end is for the next reader
        return found

    def _epitaph(self) -> str:
        code: int | None = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.3)
        self._end()
        said = b"".join(self._errors).decode("utf-8", "replace").strip().splitlines()
        last = "".join(c if c.isprintable() else " " for c in said[-1])[:200] if said else ""
        ended = "the program closed its output" if code is None else f"the program ended with status {code}"
        return f"{ended}: {last}" if last else ended

    def close(self) -> None:
        """Ends the bot's program and all its child processes. A second call does nothing."""
        self._outbox.put(None)
        self._end()
        for thread in self._threads:
            thread.join(0.5)
        for stream in (self._process.stdout, self._process.stderr, self._process.stdin):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        end_family(self._process.pid, self._mark)
        with contextlib.suppress(OSError):
            self._process.kill()
        self._let_go()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)

    def _let_go(self) -> None:
        if self._leash >= 0:
            os.close(self._leash)
            self._leash = -1

    def __del__(self) -> None:
        if getattr(self, "_leash", -1) >= 0:
            self._let_go()  # the guard does the rest


def _check(command: Sequence[str]) -> None:
    name = command[0] if command else ""
    if not name:
        raise BotFault("no-start", "cannot start it: no program is named")
    if "\0" in "".join(command):
        raise BotFault("no-start", "cannot start it: a null character in its command line")
    if shutil.which(name) is None:
        why = "permission denied" if os.path.dirname(name) and os.path.exists(name) else "no such file or directory"
        raise BotFault("no-start", f"cannot start {name}: {why}")
    if getattr(sys, "frozen", False) or not sys.executable:
        raise BotFault("no-start", f"cannot start {name}: this program has no Python beside it to guard bots")


def _home_of(library: str) -> list[str]:
    found = find_spec(library)
    return [] if found is None or found.origin is None else [str(Path(found.origin).parents[1])]


def _write_all(stream: IO[bytes], line: bytes) -> None:
    left = memoryview(line)
    while left:
        written = stream.write(left)
        left = left[written or 0 :]

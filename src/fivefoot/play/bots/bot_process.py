"""A program that answers in lines: started, asked, bounded in time and output, and put down with its children."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Literal, TypeAlias

from .process_family import kill_family, marked

FaultKind: TypeAlias = Literal["no-start", "hang", "crash", "flood", "garbage", "illegal"]
"""What a bot can do wrong: not start, not answer in time, end, say too much, say nonsense, ask for
what the rules or the protocol forbid."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot is given. Times are in seconds of the wall clock, sizes in bytes."""

    start: float = 10.0
    """From its start to its answer to the handshake."""
    turn: float = 2.0
    """For all its answers of one turn."""
    battle: float = 120.0
    """For all its answers of a battle."""
    line: int = 64 * 1024
    """One line of its output."""
    output: int = 8 * 1024 * 1024
    """All its output of a battle."""
    memory: int = 4 * 1024**3
    """Data it may hold, where the system can bound that (Linux)."""


class BotFault(Exception):
    """A bot did what it must not; `kind` says what, the text says it to a person."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: FaultKind = kind


_ENDED = object()
_PENDING = 64
"""Lines that may wait unread; a bot only ever owes one."""
_LIVE: "weakref.WeakSet[BotProcess]" = weakref.WeakSet()


class BotProcess:
    """One running program. It and all that it has started die with `close`, whatever state they are in."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self.output = 0
        """Bytes it has said so far."""
        self._lines: queue.Queue[bytes | object] = queue.Queue(_PENDING)
        self._outbox: queue.Queue[bytes | None] = queue.Queue()
        self._errors: deque[bytes] = deque(maxlen=16)
        self._flooded: str | None = None
        self._mark, environment = marked()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
                env=environment,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BotFault("no-start", f"cannot start {command[0] if command else 'it'}: {why.lower()}") from None
        self._bound()
        _LIVE.add(self)
        self._killed = False
        works = (self._read, self._read_errors, self._write)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def _bound(self) -> None:
        """Give the program limits of the system's own, where there are such."""
        if sys.platform != "linux":
            return
        import resource

        seconds = int(self.limits.start + self.limits.battle) + 5
        bounds = {
            resource.RLIMIT_CPU: (seconds, seconds + 5),
            resource.RLIMIT_CORE: (0, 0),
            resource.RLIMIT_DATA: (self.limits.memory, self.limits.memory),
        }
        for what, bound in bounds.items():
            with contextlib.suppress(OSError, ValueError):  # it is gone already, or has a lower limit
                resource.prlimit(self._process.pid, what, bound)

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
                    self._flooded = f"more than {_PENDING} lines that nobody asked for"
                if self._flooded:
                    break
        while True:  # make room if need be: the end must be heard
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
        """Send a line; never waits, even if the program does not read."""
        self._outbox.put(line + b"\n")

    def hear(self, until: float) -> bytes:
        """The next line that is not empty, waiting until that moment of `time.monotonic` at the latest.

        Raises:
            BotFault: none came (`hang`), the program ended (`crash`) or said too much (`flood`).
        """
        try:
            # the clock may be at its end already; what has been said in time still counts
            line = self._lines.get(timeout=max(until - time.monotonic(), 0.001))
        except queue.Empty:
            raise BotFault("hang", "no answer in time") from None
        if isinstance(line, bytes):
            return line
        if self._flooded:
            raise BotFault("flood", self._flooded)
        raise BotFault("crash", self._epitaph())

    def _epitaph(self) -> str:
        """That the program has ended and how, or that it lives on with its output closed; and its last words."""
        lives = False
        if os.name == "posix":
            # It is looked at without being reaped: until then its number, and its group's, are its own.
            patience = time.monotonic() + 0.3
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            with contextlib.suppress(ChildProcessError):
                while os.waitid(os.P_PID, self._process.pid, how) is None and time.monotonic() < patience:
                    time.sleep(0.005)
                lives = os.waitid(os.P_PID, self._process.pid, how) is None
        self._kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        said = b"".join(self._errors).decode("utf-8", "replace").strip().splitlines()
        last = "".join(c if c.isprintable() else " " for c in said[-1])[:200] if said else ""
        ended = "the program ended" + ("" if code is None else f" with status {code}")
        return ("the program closed its output" if lives else ended) + (f": {last}" if last else "")

    def close(self) -> None:
        """End the program and everything that it has started. May be called again."""
        _LIVE.discard(self)
        self._outbox.put(None)
        self._kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for thread in self._threads:
            thread.join(0.5)
        for stream in (self._process.stdout, self._process.stderr, self._process.stdin):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        # Once, and before the program is reaped: later its number may be somebody else's. The group
        # outlives its leader, so it is killed even where the program itself has ended.
        if self._killed:
            return
        self._killed = True
        if os.name == "posix":
            # Stopped first: who is dead leaves children to strangers, and cannot be found as their parent.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGSTOP)
            kill_family(self._process.pid, self._mark)
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()

    def __del__(self) -> None:
        if hasattr(self, "_killed"):
            self._kill()


def _write_all(stream: IO[bytes], line: bytes) -> None:
    left = memoryview(line)
    while left:
        written = stream.write(left)
        left = left[written or 0 :]


def kill_all() -> None:
    """Put down every bot of this process: for an end that leaves no time to close them one by one."""
    for process in list(_LIVE):
        process._kill()

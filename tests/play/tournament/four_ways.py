"""One tournament four ways: straight through, killed twice and resumed, and on two clusters that each lose a worker.

    python -m tests.play.tournament.four_ways 1000   plays so many battles each way; fails unless tables agree

The fourth way starts `dask scheduler` and two `dask worker` on this machine. What each way has printed and
written (report, --csv, --json) is compared as well, and some battles are played alone from their rows.
"""

import hashlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from tests.under_test import HOME

ENVIRONMENT = {**os.environ, "PYTHONPATH": HOME, "COLUMNS": "200"}
TABLES = ("battles", "missteps", "logs")
"""What must be the same; `timings` is of the machine that played."""

Watch: TypeAlias = Callable[[subprocess.Popen[str], Path], None]
"""Does something to a running tournament."""


def fivefoot(*words: str | Path) -> list[str]:
    """A command line."""
    return [sys.executable, "-m", "fivefoot", *map(str, words)]


def rows(path: Path, table: str = "battles") -> list[tuple[Any, ...]]:
    """A table of a ledger."""
    with sqlite3.connect(path, timeout=30) as file:
        return list(file.execute(f"SELECT * FROM {table} ORDER BY number"))


def count(path: Path) -> int:
    """The battles that a ledger holds by now."""
    try:
        return len(rows(path)) if path.exists() else 0
    except sqlite3.OperationalError:
        return 0


def wait_for(done: Callable[[], bool], what: str, seconds: float = 600) -> None:
    """Wait until something is so."""
    patience = time.monotonic() + seconds
    while not done():
        if time.monotonic() > patience:
            raise TimeoutError(f"still waiting for {what}")
        time.sleep(0.05)


def workers_of(pid: int) -> list[int]:
    """The worker processes of a process (Linux)."""
    started = [int(word) for task in Path(f"/proc/{pid}/task").glob("*/children") for word in task.read_text().split()]
    return [child for child in started if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


class Ways:
    """The same tournament in several ways, each in a folder of its own."""

    def __init__(self, folder: Path, words: list[str | Path], battles: int) -> None:
        self.folder = folder
        self.words = words
        self.battles = battles
        self.times: dict[str, float] = {}

    def command(self, name: str) -> list[str]:
        """The command of one way."""
        place = self.folder / name
        return fivefoot("tournament", *self.words, "--db", place / "t.db", "--csv", place / "t.csv")

    def play(self, name: str, *extra: str, watch: Watch | None = None) -> Path:
        """Play one way; `watch` may kill it. Returns the ledger."""
        place = self.folder / name
        place.mkdir(exist_ok=True)
        begun = time.monotonic()
        with subprocess.Popen(
            [*self.command(name), *extra], env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            if watch is not None:
                watch(process, place / "t.db")
            said, complained = process.communicate()
        self.times[name] = self.times.get(name, 0.0) + time.monotonic() - begun
        if process.returncode == 0:
            before, slowest, _ = said.partition("Slowest turns")
            (place / "t.txt").write_text(before[: before.rindex("┏")] if slowest else said)
            shown = subprocess.run(
                [*self.command(name), "--json"], env=ENVIRONMENT, text=True, capture_output=True, check=True
            )
            report = json.loads(shown.stdout)
            del report["slowest"]
            (place / "t.json").write_text(json.dumps(report, indent=1))
        elif process.returncode != -signal.SIGKILL:
            raise RuntimeError(f"{name}: status {process.returncode}: {complained}")
        return place / "t.db"

    def killed(self, name: str, shares: tuple[float, ...]) -> Path:
        """Killed outright at these shares of the battles, then played to the end."""
        for share in shares:

            def kill(process: subprocess.Popen[str], ledger: Path, least: int = int(share * self.battles)) -> None:
                wait_for(lambda: count(ledger) >= max(least, 1) or process.poll() is not None, f"{least} battles")
                process.kill()

            held = count(self.play(name, watch=kill))
            assert int(share * self.battles) <= held < self.battles, f"it was to be killed in the middle, not at {held}"
            print(f"{name}: killed with {held} battles in the table", flush=True)
        return self.play(name)

    def locally(self, name: str) -> Path:
        """On a cluster started for the purpose, one of whose workers is killed in the middle."""

        def kill(process: subprocess.Popen[str], ledger: Path) -> None:
            wait_for(lambda: count(ledger) >= self.battles // 4 or process.poll() is not None, "a quarter")
            workers = workers_of(process.pid)
            os.kill(workers[0], signal.SIGKILL)
            print(f"{name}: worker {workers[0]} of {workers} killed with {count(ledger)} battles", flush=True)

        return self.play(name, "--cluster", "local", "--jobs", "2", watch=kill)

    def remotely(self, name: str) -> Path:
        """On a scheduler and two workers of their own, one of which is killed in the middle and stays away."""
        with cluster() as (address, workers):

            def kill(process: subprocess.Popen[str], ledger: Path) -> None:
                wait_for(lambda: count(ledger) >= self.battles // 4 or process.poll() is not None, "a quarter")
                workers[0].kill()
                print(f"{name}: worker {workers[0].pid} killed with {count(ledger)} battles", flush=True)

            return self.play(name, "--cluster", address, watch=kill)

    def differences(self, one: str, other: str) -> list[str]:
        """The differences between the results of two ways."""
        found = [
            f"table {table}"
            for table in TABLES
            if rows(self.folder / one / "t.db", table) != rows(self.folder / other / "t.db", table)
        ]
        written = ("t.csv", "t.txt", "t.json")
        here, there = self.folder / one, self.folder / other
        return found + [name for name in written if (here / name).read_bytes() != (there / name).read_bytes()]


@contextmanager
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers on this machine: the address and the workers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    quiet: dict[str, Any] = {"env": ENVIRONMENT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as scratch:
        try:
            words = ["scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
            started.append(subprocess.Popen([*dask, *words], cwd=scratch, **quiet))
            wait_for(lambda: listens(port), "the scheduler", 60)
            words = ["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            started += [subprocess.Popen([*dask, *words], cwd=scratch, **quiet) for _ in range(2)]
            yield address, started[1:]
        finally:
            for process in reversed(started):
                process.kill()
                process.wait()


def listens(port: int) -> bool:
    """Whether a program answers at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def alone(ledger: Path, numbers: list[int]) -> list[int]:
    """The battles among `numbers` that, played alone from their rows, have another digest."""
    wrong = []
    with sqlite3.connect(ledger) as file:
        for number in numbers:
            row = file.execute(
                "SELECT scenario, ruleset, seed, red, blue, digest FROM battles WHERE number = ?", (number,)
            ).fetchone()
            scenario, ruleset, seed, red, blue, digest = row
            words = ("--ruleset", ruleset, "--seed", str(seed), "--red", red, "--blue", blue, "--json")
            log = subprocess.run(
                fivefoot("battle", scenario, *words), env=ENVIRONMENT, capture_output=True, check=True
            ).stdout
            if hashlib.sha256(log).hexdigest() != digest:
                wrong.append(number)
    return wrong


def main(battles: int) -> int:
    """All four ways; the exit status is 0 only if their results are the same."""
    files = ["forge", "ford"]
    games = battles // len(files)
    words: list[str | Path] = [
        *files, "--games", str(games), "--seed", "7", "--rulesets", "all",
        "--brains", "aggressive", "cunning", "random", "--keep-logs", "interesting", "--jobs", "2",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(Path(folder), words, games * len(files))
        straight = ways.play("straight")
        ways.killed("killed", (0.25, 0.6))
        ways.locally("local")
        ways.remotely("remote")
        wrong = 0
        for name in ("killed", "local", "remote"):
            found = ways.differences("straight", name)
            print(f"{name}: {'the same' if not found else 'not the same: ' + ', '.join(found)}")
            wrong += bool(found)
        numbers = list(range(0, ways.battles, max(ways.battles // 12, 1)))
        other = alone(straight, numbers)
        print(f"{len(numbers)} battles played alone: {len(other)} with another digest {other or ''}")
        print(", ".join(f"{name} {seconds:.0f} s" for name, seconds in ways.times.items()))
        table = hashlib.sha256(repr(rows(straight)).encode()).hexdigest()
        ledger = straight.stat().st_size
        print(f"{len(rows(straight))} rows, table {table[:16]}, {ledger} bytes of SQLite")
        print(re.sub(r"\n+", "\n", (straight.parent / "t.txt").read_text()))
        return wrong + bool(other)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000) > 0)

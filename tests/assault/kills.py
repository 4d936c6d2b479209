"""Tournaments killed by random signals, mostly between two rows, and resumed: the same table, and no bot left.

`python -m tests.assault.kills 100 --seed 1` tells also how many came between the first row and the last.
"""

import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from tests.assault.processes import command_of, left_alive
from tests.assault.results import DUEL
from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, count, fivefoot, rows, wait_for

SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGKILL")
STATUS = {"SIGTERM": 143, "SIGINT": 130, "SIGHUP": 129, "SIGKILL": -9}
GAMES = 24
MOMENTS: Counter[str] = Counter()
"""When the kills came."""
LONGEST = 300
"""Seconds that a tournament may take, on however busy a machine."""


def words_of(folder: Path, name: str) -> list[str]:
    """A tournament of brains and a well-behaved bot, to be run in a folder: nothing in its results names a place."""
    (folder / "duel.toml").write_text(DUEL)
    (folder / "notes").mkdir(exist_ok=True)
    # It always answers with the last choice, which is to end its turn.
    bot = "cmd:" + shlex.join(command_of(Path("notes"), "polite@when-asked"))
    options = ["--games", str(GAMES), "--brains", "aggressive", "--brains", bot, "-j", "2", "--rounds", "3", "--json"]
    return fivefoot("tournament", "duel.toml", *options, "--db", f"{name}.db")


@cache
def straight() -> list[tuple[Any, ...]]:
    """The table of a tournament without disturbance."""
    with tempfile.TemporaryDirectory() as folder:
        run(words_of(Path(folder), "whole"), Path(folder))
        return rows(Path(folder) / "whole.db")


def run(words: list[str], folder: Path) -> None:
    """A command that is left alone."""
    found = subprocess.run(
        words, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, check=False
    )
    assert found.returncode == 0, found.stderr.decode()[-300:]


def attempt(dice: random.Random) -> None:
    """One tournament, ended once or twice on the way."""
    expected = straight()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        words = words_of(folder, "broken")
        for _ in range(dice.choice((1, 1, 2))):
            name = dice.choice(SIGNALS)
            process = subprocess.Popen(
                words,
                cwd=folder,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            least: int = dice.randrange(1, GAMES - 4) if dice.random() < 0.8 else 0
            if least:
                wait_for(lambda: count(folder / "broken.db") >= least or process.poll() is not None, "rows", LONGEST)  # noqa: B023
            time.sleep(dice.random() * (0.05 if least else 3))
            process.send_signal(getattr(signal, name))
            _, said = process.communicate(timeout=LONGEST)
            MOMENTS["between" if 0 < count(folder / "broken.db") < GAMES else "outside"] += 1
            # Before the command has begun the interpreter itself ends by the signal.
            early = -getattr(signal, name)
            assert process.returncode in (0, STATUS[name], early, 1), (
                f"{name}: status {process.returncode}: {said.decode()[-300:]}"
            )
            assert b"Traceback" not in said or process.returncode in (early, 1), said.decode()[-300:]
            left = left_alive(folder / "notes")
            assert not left, f"{name}: processes left: {left}"
        run(words, folder)
        assert rows(folder / "broken.db") == expected, "the table is another one"
        left = left_alive(folder / "notes")
        assert not left, f"processes left: {left}"


if __name__ == "__main__":
    status = main(attempt, __doc__)
    print(f"{MOMENTS.total()} kills, {MOMENTS['between']} of them between the first row and the last")
    sys.exit(status)

"""Commands under a clock that jumps by years at any look, and saves dated by such a clock: the results are the same.

`python -m tests.assault.clocks 50 --seed 1`
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.assault.disks import mounted
from tests.assault.kills import LONGEST, words_of
from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot, rows

JUMPING = """
import random, time

class Clock:
    def __init__(self, now):
        self.now, self.off, self.dice = now, 0, random.Random({seed})

    def __call__(self):
        if self.dice.random() < 0.3:
            self.off = self.dice.choice((0, -3600, 3600, -10**9, 10**9, 10**10)) * self.unit
        return self.now() + self.off

class Seconds(Clock):
    unit = 1

class Nanoseconds(Clock):
    unit = 10**9

time.time, time.time_ns = Seconds(time.time), Nanoseconds(time.time_ns)
"""
"""What Python imports at its start: the clock of the wall jumps. The steady clock, by its promise, does not."""
LISTED = """
from fivefoot.scenes.play import saves
for save in saves.listed():
    print(save.path.name, save.label)
"""
COMMANDS = {
    "battle": ("battle", "bridge", "--rounds", "3", "--json"),
    "run": ("run", "bridge", "--json"),
    "generate": ("generate", "--seed", "4"),
}
MOMENTS = (0, -1, 1, -(2**31), 2**31, 2**32, 2**33, -(2**40), 2**40, 2**55, 2**62)
"""Seconds since 1970 at which a save may have been written."""


def attempt(dice: random.Random) -> None:
    """One command, or the list of saves."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        what = dice.choice((*COMMANDS, "tournament", "saves"))
        if what == "saves":
            with mounted(folder, "size=4m") as disk:
                check_saves(dice, disk or folder)
            return
        (folder / "sitecustomize.py").write_text(JUMPING.replace("{seed}", str(dice.randrange(1000))))
        environment = ENVIRONMENT | {"PYTHONPATH": os.pathsep.join((place, ENVIRONMENT["PYTHONPATH"]))}
        assert results(what, folder, environment) == undisturbed(what), f"{what} ends otherwise"


def results(what: str, folder: Path, environment: dict[str, str]) -> object:
    """What a command prints, or the table of a tournament."""
    words = words_of(folder, "jumps") if what == "tournament" else fivefoot(*COMMANDS[what])
    found = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert found.returncode == 0, f"{what}: status {found.returncode}: {found.stderr[-400:]}"
    assert "Traceback" not in found.stderr, found.stderr[-400:]
    return rows(folder / "jumps.db") if what == "tournament" else found.stdout


@cache
def undisturbed(what: str) -> object:
    """The same under an ordinary clock."""
    with tempfile.TemporaryDirectory() as folder:
        return results(what, Path(folder), ENVIRONMENT)


def check_saves(dice: random.Random, folder: Path) -> None:
    """Every save is listed, whenever it says that it was written."""
    held = folder / "saves"
    held.mkdir()
    head = {"save": 1, "scenario": {"title": "A bridge", "ruleset": "epic-path"}, "round": 2}
    names = [f"{number}.fivefoot" for number in range(4)]
    for name in names:
        (held / name).write_text(json.dumps(head))
        moment = dice.choice(MOMENTS)
        os.utime(held / name, (moment, moment))
    found = subprocess.run(
        [sys.executable, "-c", LISTED],
        env=ENVIRONMENT | {"FIVEFOOT_HOME": str(folder), "TZ": dice.choice(("UTC", "Asia/Tokyo", "America/New_York"))},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-400:]
    listed = sorted(line.split()[0] for line in found.stdout.splitlines() if ".fivefoot" in line)
    assert listed == names, f"listed are {listed}: {found.stderr[-300:]}"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

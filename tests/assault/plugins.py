"""Installed programs whose entry points are broken: what they break is named, and the good ones beside them work.

`python -m tests.assault.plugins 50 --seed 1`
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot
from tests.under_test import HOME

GOOD = """
import dataclasses, fivefoot

def brain(view):
    return None

rules = dataclasses.replace(fivefoot.RULESETS["epic-path"], name="good-rules")
if __name__ == "good_parts":
    fivefoot.register(dataclasses.replace(rules, name="good-parts"))
"""
POINTS = """
[fivefoot.brains]
good = good_points:brain
[fivefoot.rulesets]
good-rules = good_points:rules
[fivefoot.parts]
good = good_parts
"""
MODULES = (
    "1 / 0",
    "raise SystemExit(3)",
    "import no_such_module",
    "def broken(:",
    "\0",
    "class Odd(BaseException): ...\nraise Odd('odd')",
    "def deeper(): deeper()\ndeeper()",
    "raise ValueError('\\x1b[2J' + 'x' * 10_000)",
    "class Mute(Exception):\n    def __str__(self): raise RuntimeError('mute')\nraise Mute",
    "import fivefoot\nfivefoot.register(3)",
    "import fivefoot\nfivefoot.register(fivefoot.RULESETS['epic-path'])",
    "import asyncio\nraise asyncio.CancelledError",
    "part = 3",
    "part = lambda view: 1 / 0",
    "",
)
"""What the module of a broken program holds; one that can be imported has no good `part`."""
NAMES = ("evil", "random", "epic-path", "a b", "x" * 200, "good-rules", "böse")
TARGETS = ("{module}:part", "{module}:part.deeper", "{module}", "no_such_module:part", "{module}:", ":part", "a b:c")
FILES = (b"\xff\xfe", b"[fivefoot.parts\nx", b"x = y\n", b"[fivefoot.brains]\nno equals sign\n", b"")
"""Files of entry points that say nothing sensible."""


def attempt(dice: random.Random) -> None:
    """Some broken programs beside a good one: the good one plays, and a brain that cannot be had is one sentence."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        install(folder, "good", POINTS.encode())
        for module in ("good_points", "good_parts"):
            (folder / f"{module}.py").write_text(GOOD)
        for number in range(dice.choice((1, 1, 2, 3))):
            broken(dice, folder, f"broken{number}")
        rules = dice.choice(("good-rules", "good-parts"))
        status, told = run(folder, "battle", "bridge", "--red", "good", "--ruleset", rules, "--rounds", "1", "--json")
        assert status == 0, f"status {status}: {told[-600:]}"
        status, told = run(folder, "battle", "bridge", "--red", dice.choice(("evil", "a b", "böse")), "--rounds", "1")
        assert status in (0, 2), f"status {status}: {told[-600:]}"


def install(folder: Path, name: str, points: bytes) -> None:
    """Puts a program's entry points where pip would."""
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_bytes(points)


def broken(dice: random.Random, folder: Path, module: str) -> None:
    """Installs a broken program."""
    (folder / f"{module}.py").write_text(dice.choice(MODULES))
    lines = []
    for group in dice.sample(("fivefoot.brains", "fivefoot.rulesets", "fivefoot.parts"), dice.choice((1, 2, 3))):
        lines += [f"[{group}]", f"{dice.choice(NAMES)} = {dice.choice(TARGETS).format(module=module)}"]
    points = dice.choice(FILES) if dice.random() < 0.15 else "\n".join(lines).encode()
    install(folder, module, points)


def run(folder: Path, *words: str) -> tuple[int, str]:
    """A command's status, and what it says of errors: sentences, none of them ours."""
    paths = os.pathsep.join([HOME, str(folder)])
    done = subprocess.run(
        fivefoot(*words),
        env=ENVIRONMENT | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    told = done.stderr
    assert "Traceback" not in told, told[-600:]
    assert "fault of fivefoot's own" not in told, told[-600:]
    assert all(line.isprintable() for line in told.splitlines()), f"characters that cannot be printed: {told!a}"
    return done.returncode, told


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

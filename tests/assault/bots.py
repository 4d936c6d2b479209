"""Bots that misbehave, by behaviour and moment, played by the command: each is reported, and no process is left.

`python -m tests.assault.bots 100`
"""

import json
import random
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.assault.hostile_bot import CASES
from tests.assault.processes import command_of, left_alive
from tests.assault.results import DUEL
from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot

LONGEST = 120
"""Seconds in which a short battle is over, on however busy a machine."""
QUICK = ["--rounds", "4", "--bot-turn", "0.4", "--bot-battle", "3", "--bot-memory", str(512)]


def attempt(dice: random.Random) -> None:
    """The behaviour whose turn it is by the seed."""
    seed = dice.randrange(10**6)
    case = CASES[seed % len(CASES)]
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        notes.mkdir()
        scenario = Path(folder) / "duel.toml"
        scenario.write_text(DUEL)
        bot = "cmd:" + shlex.join(command_of(notes, case))
        found = subprocess.run(
            fivefoot("battle", scenario, "--red", bot, "--blue", "aggressive", "--json", *QUICK),
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
        said = found.stderr.decode()
        assert found.returncode == 0, f"{case}: status {found.returncode}: {said[-300:]}"
        assert "Traceback" not in said, f"{case}: {said[-300:]}"
        assert "own" not in said, f"{case}: {said[-300:]}"
        assert all(line.isprintable() for line in said.splitlines()), f"{case}: {said!a}"
        assert said.count("fivefoot battle:") >= 1, f"{case}: nothing was told of it"
        events = [json.loads(line) for line in found.stdout.splitlines()]
        assert events[-1]["event"] == "battle-ended", case
        left = left_alive(notes)
        assert not left, f"{case}: processes left: {left}"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

"""Workers of a tournament killed at any moment, of this machine's own and of Dask: no row lost, and no traceback.

`python -m tests.assault.workers 50 --seed 1`
"""

import importlib.util
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.assault.kills import LONGEST, run, straight, words_of
from tests.assault.processes import left_alive
from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, rows, workers_of

CLUSTERS = ((), ("--cluster", "local")) if importlib.util.find_spec("distributed") else ((),)


def attempt(dice: random.Random) -> None:
    """One tournament that loses one worker or two."""
    expected = straight()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        words = words_of(folder, "broken")
        process = subprocess.Popen(
            [*words, *dice.choice(CLUSTERS)],
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(dice.choice((1, 2))):
            time.sleep(dice.random() * 6)
            with suppress(OSError, IndexError):  # it has ended, or has none yet
                os.kill(dice.choice(workers_of(process.pid)), signal.SIGKILL)
        said = process.communicate(timeout=LONGEST)[1].decode()
        assert process.returncode in (0, 2), f"status {process.returncode}: {said[-400:]}"
        assert "Traceback" not in said, said[-400:]
        assert "fault of fivefoot's own" not in said, said[-400:]
        if process.returncode:
            assert said.strip(), "no word about it"
            run(words, folder)
        assert rows(folder / "broken.db") == expected, "the table is another one"
        left = left_alive(folder / "notes")
        assert not left, f"processes left: {left}"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

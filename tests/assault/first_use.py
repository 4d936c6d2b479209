"""Fresh processes that use fivefoot first in eight threads at once: none crashes, and all threads agree.

`python -m tests.assault.first_use 200 --seed 1`
"""

import random
import subprocess
import sys

from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT

USES = ("play", "intent", "effect", "restore", "schema")
SCENARIOS = ("bridge", "breach", "burrow", "ascension-loading-dock", "d20-srd-ogre-at-the-narrows")
SWITCHES = (1e-6, 1e-5, 0.005)
THREADS = 8
PROGRAM = """
import hashlib, sys, threading
from concurrent.futures import ThreadPoolExecutor
import fivefoot

name, interval, *uses = sys.argv[1:]
sys.setswitchinterval(float(interval))
begin = threading.Barrier(len(uses))

def use(what):
    begin.wait()
    with fivefoot.load(name, seed=7) as battle:
        if what == "intent":
            battle.why(battle.creatures[0].name, {"do": "move", "to": [1, 1]})
        elif what == "effect":
            battle.fork().effect([{"do": "damage", "target": battle.creatures[0].name, "amount": 1}], by="a trap")
        elif what == "restore":
            fivefoot.Battle.restore(battle.save()).close()
        elif what == "schema":
            fivefoot.loads(battle.scenario.tree()).close()
        fivefoot.play_on(battle, rounds=1)
        return hashlib.sha256(repr([event.to_dict() for event in battle.events]).encode()).hexdigest()

with ThreadPoolExecutor(len(uses)) as threads:
    print(*{one.result() for one in [threads.submit(use, what) for what in uses]}, sep="\\n")
"""


def attempt(dice: random.Random) -> None:
    """One process: its threads do what is drawn, and print the digests of their logs."""
    uses = dice.choices(USES, k=THREADS)
    words = [sys.executable, "-c", PROGRAM, dice.choice(SCENARIOS), str(dice.choice(SWITCHES)), *uses]
    found = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, timeout=900, check=False)
    assert found.returncode == 0, f"status {found.returncode}: {found.stderr[-600:]}"
    digests = found.stdout.split()
    assert len(digests) == 1, f"{len(digests)} logs: {found.stdout}"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

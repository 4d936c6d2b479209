"""Plays a shipped battle on the installed fivefoot and on the sources of a checkout: `one_battle.py CHECKOUT`.

Built wheels are tried with it: both logs must be the same.
"""

import os
import subprocess
import sys
from pathlib import Path

PLAY = """
import hashlib, msgspec, fivefoot
with fivefoot.load("bridge") as battle:
    lines = msgspec.json.Encoder().encode_lines([event.to_dict() for event in fivefoot.play_on(battle)])
print(hashlib.sha256(lines).hexdigest(), fivefoot.__file__)
"""


def main(checkout: Path) -> None:
    """Play both; ends with a sentence where the logs differ."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = [
        subprocess.run([sys.executable, "-c", PLAY], env={**plain, **more}, cwd="/", capture_output=True, text=True)
        for more in ({}, {"PYTHONPATH": str(checkout / "src"), "FIVEFOOT_PURE": "1"})
    ]
    (here, home), (there, other) = (done.stdout.split() or ["", done.stderr] for done in found)
    print(f"{here[:12]} {home}\n{there[:12]} {other}")
    if here != there or not here or home == other:
        sys.exit("the battle has another log, or nothing is installed")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

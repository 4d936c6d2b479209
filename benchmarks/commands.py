"""Processor time until a command has said its help: `python benchmarks/commands.py [RUNS]`.

The least of some runs (5), Python's own start included. tests/scenes/commands/test_overview.py has the limits.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from fivefoot.scenes.commands.overview import COMMANDS


def seconds(*words: str) -> float:
    """Processor seconds of a Python with those arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], env={**os.environ, "PYTHONPATH": sys.path[0]}, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int) -> None:
    """Print the milliseconds of each."""
    rows = [("Python alone", ("-c", "pass"))]
    rows += [(f"fivefoot {word}", ("-m", "fivefoot", word)) for word in ("--version", "--help", "doctor")]
    rows += [(f"fivefoot {name} --help", ("-m", "fivefoot", name, "--help")) for name in COMMANDS]
    for what, words in rows:
        print(f"{1000 * min(seconds(*words) for _ in range(runs)):6.0f} ms  {what}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5)

"""Holds the types of public names to be complete: what `pyright --verifytypes` says of them and of their members.

Private modules are looked at as far as public names come from them. The score of the whole package is told as well.
"""

import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.public_api import modules  # noqa: E402

UNTYPED = {"fivefoot.arena"}
"""Public modules that build on classes of others (PettingZoo) that have no types."""


def homes() -> set[str]:
    """Where public functions and classes, and the classes they build on, are defined."""
    found: set[str] = set()
    for module in modules():
        if module in UNTYPED:
            continue
        there = import_module(module)
        for name in there.__all__:
            value = getattr(there, name)
            for kind in value.__mro__ if inspect.isclass(value) else [value]:
                home = getattr(kind, "__module__", None)
                if isinstance(home, str) and home.startswith("fivefoot") and hasattr(kind, "__qualname__"):
                    found.add(f"{home}.{kind.__qualname__}")
    return found


def main() -> None:
    """Run pyright and print what is not complete; ends with status 1 if anything is not."""
    bin_ = Path(sys.executable).parent
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--verifytypes", "fivefoot", "--ignoreexternal", "--outputjson"],
        cwd=bin_,  # not the checkout: its configuration is for the checkout's own files
        env={**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    try:
        report = json.loads(done.stdout)["typeCompleteness"]
    except (ValueError, KeyError):
        sys.exit(f"public types: pyright says {done.stdout[-500:]}{done.stderr[-500:]}")
    public = homes()
    wrong = []
    for symbol in report["symbols"]:
        name = symbol["name"]
        if any(name == home or name.startswith(f"{home}.") for home in public) and not symbol["isTypeKnown"]:
            told = [found["message"].splitlines()[0] for found in symbol["diagnostics"] if found["severity"] == "error"]
            wrong.append(f"{name}: {'; '.join(told) or 'not known'}")
    for line in wrong:
        print(line)
    score = report["completenessScore"]
    print(f"public types: {len(public)} names, {len(wrong)} members incomplete; all of the package {score:.1%}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

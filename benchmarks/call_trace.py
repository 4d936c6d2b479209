"""Traces one intent: the functions, files and changes of file between `submit` and the last event.

Calls into the package are counted, in a fresh process for each row, so that nothing is cached (cold).

Run: python benchmarks/call_trace.py
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

BOARD = """
ruleset = "{ruleset}"
dice = [10, 10, 10, 10]
[board]
map = '''
..........
..........
..........
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
[[creatures]]
name = "orc"
side = "blue"
at = [5, 1]
"""

ROWS: dict[str, tuple[str, dict[str, Any], bool]] = {
    "epic-path move of 2 squares": ("epic-path", {"do": "move", "to": [3, 1]}, False),
    "the same after one why": ("epic-path", {"do": "move", "to": [3, 1]}, True),
    "epic-path push of 2 squares": ("epic-path", {"do": "push", "target": "orc", "distance": 10}, False),
    "draw-steel move of 2 squares": ("draw-steel", {"do": "move", "to": [3, 1]}, False),
}


def measure(ruleset: str, intent: dict[str, Any], asked: bool) -> str:
    """Calls, functions, files and changes of file of one intent."""
    import fivefoot

    home = str(Path(fivefoot.__file__).resolve().parents[2])
    battle = fivefoot.loads(BOARD.format(ruleset=ruleset))
    if asked:
        battle.why("ann", intent)
    calls: Counter[tuple[str, str]] = Counter()
    files: set[str] = set()
    changes = 0
    last = ""

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal changes, last
        if event != "call":
            return
        code = frame.f_code
        if code.co_filename.startswith("<"):
            return  # the import machinery, and what dataclasses make
        file = str(Path(code.co_filename).resolve())
        if not file.startswith(home) or code.co_name in ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>"):
            return
        calls[file, code.co_qualname] += 1
        files.add(file)
        if file != last:
            changes += 1
            last = file

    sys.setprofile(profile)
    battle.submit("ann", intent)
    battle.process()
    sys.setprofile(None)
    return f"{sum(calls.values())} calls, {len(calls)} functions, {len(files)} files, {changes} changes of file"


def main() -> None:
    """A row for each intent, each in a process of its own."""
    if len(sys.argv) > 1:
        print(measure(*ROWS[sys.argv[1]]))
        return
    for name in ROWS:
        found = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=True)
        print(f"{name}: {found.stdout.strip()}")


if __name__ == "__main__":
    main()

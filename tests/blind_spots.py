"""Takes out the drawing calls of scenes, one after the other, and says which of them no test misses.

`python -m tests.blind_spots [FILE...]` works on a copy of the sources. A call that may be left out is a blind spot.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DRAWING = ("blit", "blits", "fill", "line", "lines", "aalines", "rect", "circle", "ellipse", "polygon")
"""Calls of pygame that leave pixels."""
PREFIXES = ("draw", "_draw", "paint", "_paint", "panel")
"""The beginnings of our own names for drawing."""
FILES = (
    "scenes/board/draw/board_view.py", "scenes/board/draw/mark_painter.py", "scenes/board/draw/tokens.py",
    "scenes/board/panels.py",
)  # fmt: skip
TESTS = ("tests/scenes/test_whole_scenes.py", "tests/scenes/views/test_pictures.py")


def calls(text: str) -> Iterator[ast.Expr]:
    """The statements that draw."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            name = ast.unparse(node.value.func).rpartition(".")[2]
            if name in DRAWING or name.startswith(PREFIXES):
                yield node


def without(text: str, node: ast.Expr) -> str:
    """The source without a statement."""
    lines = text.splitlines()
    assert node.end_lineno is not None
    lines[node.lineno - 1 : node.end_lineno] = [" " * node.col_offset + "pass"]
    return "\n".join(lines) + "\n"


def blind(copy: Path, file: str) -> Iterator[tuple[int, str, bool]]:
    """(line, call, True if no test misses it) of each drawing call of a file."""
    path = copy / file
    text = path.read_text(encoding="utf-8")
    for node in calls(text):
        path.write_text(without(text, node), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
        environment = {**os.environ, "PYTHONPATH": "src:.", "PYTHONDONTWRITEBYTECODE": "1"}
        outcome = subprocess.run(command, cwd=copy, env=environment, capture_output=True)
        yield node.lineno, ast.unparse(node)[:90], outcome.returncode == 0
    path.write_text(text, encoding="utf-8")


def main(files: list[str]) -> int:
    """Prints a line for each drawing call; returns the number of blind spots."""
    spots = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
        for file in files or FILES:
            for line, call, unseen in blind(copy, file):
                spots += unseen
                print(f"{'BLIND' if unseen else 'seen '} {file}:{line} {call}", flush=True)
    print(f"{spots} blind spots")
    return spots


if __name__ == "__main__":
    raise SystemExit(min(main(sys.argv[1:]), 1))

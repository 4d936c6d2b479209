"""Cuts: each drawing call of the board is taken out, one after the other, and some test must fail.

    python -m tests.cut_drawing [FILE[:LINE]...]     tries all of them, or those of some files and lines
    python -m tests.cut_drawing --every 12           tries one of twelve

A drawing call is a statement that paints on a surface or hands one on, or that adds to a list of marks. It is replaced
by `pass` in the running functions, in a process of its own; the tests that pass its line are run until one fails.
"""

import ast
import gc
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
MODULES = {
    **{
        f"scenes/board/{name}.py": f"fivefoot.scenes.board.{name.replace('/', '.')}"
        for name in (
            "draw/art", "draw/board_view", "draw/ground", "draw/mark_painter", "draw/overlays", "draw/tile_patterns",
            "draw/tokens", "panels", "playback", "input/prompt", "input/action_bar",
        )
    },
    "src/fivefoot/play/table/marks.py": "fivefoot.play.table.marks",
}  # fmt: skip
"""The files whose drawing calls are cut, with their modules."""
TESTS = (
    "tests/scenes/views/test_pictures.py", "tests/scenes/test_whole_scenes.py",
    "tests/scenes/board/test_ground.py", "tests/scenes/views/test_underlay.py",
    "tests/scenes/board/test_sight_in_the_window.py", "tests/scenes/board/test_panels.py",
    "tests/play/table/test_marks.py",
)  # fmt: skip
"""The tests that look: each goes by in a second or two."""
PAINTS = frozenset({"fill", "blit", "blits", "set_alpha", "draw_ui", "draw"})
SURFACES = frozenset({"surface", "picture", "frame", "veil", "tint", "ground"})
BROKEN = 70
"""The exit code of a cut that could not be made."""
LISTS = frozenset({"marks", "labels", "counts", "lines", "signs", "attackers"})


class Cut(NamedTuple):
    """A drawing call that is taken out."""

    file: str
    line: int
    text: str


def _name(call: ast.expr) -> str:
    return call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""


def draws(statement: ast.stmt) -> bool:
    """True if a statement paints on a surface, or adds to a list of marks."""
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.target, ast.Name) and statement.target.id in LISTS
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    call = statement.value
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    if ast.unparse(call.func).startswith("pygame.draw.") or _name(call.func) in PAINTS:
        return True
    if isinstance(of, ast.Name) and of.id in LISTS:
        return True
    return any(isinstance(arg, ast.Name) and arg.id in SURFACES for arg in call.args)


def cuts(files: Sequence[str] = ()) -> Iterator[Cut]:
    """Every drawing call of the files."""
    for file in files or MODULES:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        for statement in ast.walk(tree):
            if isinstance(statement, ast.stmt) and draws(statement):
                yield Cut(file, statement.lineno, ast.unparse(statement))


class _Cutter(ast.NodeTransformer):
    def __init__(self, line: int) -> None:
        self.line = line

    def generic_visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.stmt) and node.lineno == self.line and draws(node):
            return ast.copy_location(ast.Pass(), node)
        return super().generic_visit(node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def make(cut: Cut) -> None:
    """Takes the call out of the functions of this process, and drops what has been drawn with it."""
    path = Path(str(import_module(MODULES[cut.file]).__file__))
    tree = _Cutter(cut.line).visit(ast.parse(path.read_text(encoding="utf-8")))
    fresh = {(one.co_qualname, one.co_firstlineno): one for one in _codes(compile(tree, str(path), "exec"))}
    found = False
    gc.unfreeze()  # what is frozen is not listed
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            code = function.__code__
            other = fresh.get((code.co_qualname, code.co_firstlineno))
            if other is not None:
                function.__code__, found = other, found or code != other
    if not found:
        raise LookupError(f"nothing runs {cut.file}:{cut.line}")


class _Watch:
    """A plugin that notes which tests pass a line of the files."""

    def __init__(self) -> None:
        self.passed: dict[tuple[str, int], dict[str, float]] = defaultdict(dict)
        self._files = {str(Path(str(import_module(name).__file__))): file for file, name in MODULES.items()}
        self._lines: set[tuple[str, int]] = set()

    def _trace(self, frame: FrameType, what: str, _: Any) -> Any:
        file = self._files.get(frame.f_code.co_filename)
        if file is None:
            return None

        def line(frame: FrameType, what: str, _: Any) -> Any:
            self._lines.add((file, frame.f_lineno))
            return line

        return line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._lines, begun = set(), time.process_time()
        sys.settrace(self._trace)
        try:
            result = yield
        finally:
            sys.settrace(None)
            for at in self._lines:
                self.passed[at][item.nodeid] = time.process_time() - begun
        return result


def _run(arguments: Sequence[str], plugins: Sequence[object] = ()) -> int:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments], list(plugins)))


def seen(cut: Cut, tests: Sequence[str]) -> bool:
    """True if one of the tests fails without the call."""
    child = os.fork()
    if not child:
        code = BROKEN
        try:
            make(cut)
            code = _run(tests)
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == BROKEN:
        raise SystemExit(f"cannot cut {cut.file}:{cut.line}")
    return code != 0


def unseen(every: int = 1, only: Sequence[str] = (), *, tell: bool = False, tests: Sequence[str] = TESTS) -> list[Cut]:
    """The calls that no test misses."""
    watch = _Watch()
    if _run(tests, [watch]):
        raise SystemExit("a test fails before anything is cut")
    wanted = [cut for cut in cuts() if not only or any(f"{cut.file}:{cut.line}:".startswith(f"{o}:") for o in only)]
    missed: list[Cut] = []
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for cut in wanted[::every]:
        passed = watch.passed.get((cut.file, cut.line), {})
        found = bool(passed) and seen(cut, sorted(passed, key=lambda test: passed[test]))
        counts[cut.file][0] += 1
        counts[cut.file][1] += int(found)
        if not found:
            missed.append(cut)
            if tell:
                why = "the tests that pass it stay green" if passed else "no test passes it"
                print(f"{cut.file}:{cut.line}: {why}: {cut.text[:90]}", flush=True)
    if tell:
        for file, (made, misses) in counts.items():
            print(f"{file:<42} {made:>4} calls, {misses:>4} missed by a test when cut")
        print(f"{'all':<42} {len(wanted[::every]):>4} calls, {len(wanted[::every]) - len(missed):>4}")
    return missed


if __name__ == "__main__":
    args = sys.argv[1:]
    step = int(args.pop(args.index("--every") + 1)) if "--every" in args else 1
    sys.exit(bool(unseen(step, [one for one in args if one != "--every"], tell=True)))

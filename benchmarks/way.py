"""Measures how far one thing travels through the code, and what a turn costs, free of the machine's noise.

python benchmarks/way.py trace RULESET walk|push|attack|turn    functions, files, changes of file and calls, cold
python benchmarks/way.py turn RULESET [BATTLES]                 calls a turn of `aggressive` (4 against 4), by room
python benchmarks/way.py bytecodes RULESET [BATTLES]            executed bytecodes a turn, by room and by function
python benchmarks/way.py lines                                  lines of the product by room

Needs the interpreted package. With FIVEFOOT_PURE=1 the search is the pure one. Bytecodes repeat to a few per mille.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROWS = ["................"] * 16
ROWS[5], ROWS[10] = "....##....::....", "....::....##...."
FIGURES = 'hp = 20\nac = 14\nattack = 5\ndamage = "1d8+3"\nai = "aggressive"\n'
UNNAMED = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>"})


def melee(ruleset: str, seed: int) -> str:
    """A 4 against 4 on 16x16."""
    from fivefoot import RULESETS

    speed = 6 * RULESETS[ruleset].unit
    text = f'ruleset = "{ruleset}"\nseed = {seed}\n[board]\nmap = """\n' + "\n".join(ROWS) + '\n"""\n'
    for number in range(8):
        side, x = ("red", 1) if number < 4 else ("blue", 14)
        text += f'[[creatures]]\nname = "c{number}"\nside = "{side}"\nat = [{x}, {3 + 3 * (number % 4)}]\n'
        text += f"speed = {speed}\n" + FIGURES
    return text


def duel(ruleset: str, x: int) -> str:
    """Two creatures on a row, the second at x."""
    text = f'ruleset = "{ruleset}"\nseed = 1\ndice = [6, 5, 4, 6, 4, 5, 6, 7, 8, 6, 5, 4]\n'
    text += '[board]\nmap = """\n' + "..........\n" * 3 + '"""\n'
    for name, side, at in (("ann", "red", 1), ("orc", "blue", x)):
        text += f'[[creatures]]\nname = "{name}"\nside = "{side}"\nat = [{at}, 1]\n' + FIGURES
    return text


def room(path: str) -> str:
    """The room of a file of the package; other files are libraries."""
    if "/fivefoot/" not in path:
        return "libraries"
    parts = path.split("/fivefoot/")[-1].split("/")
    return "/".join(parts[:2]) if parts[0] == "engine" and len(parts) > 2 else parts[0]


class Calls:
    """A profile function that counts calls into the package."""

    def __init__(self) -> None:
        self.by_function: Counter[tuple[str, str]] = Counter()
        self.changes = 0
        """Calls into another file than the one before."""
        self._last = ""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or "/fivefoot/" not in code.co_filename or code.co_name in UNNAMED:
            return
        self.by_function[code.co_filename, code.co_qualname] += 1
        if code.co_filename != self._last:
            self.changes += 1
            self._last = code.co_filename


def play(ruleset: str, seed: int, loaded: Callable[[], object] = bool) -> int:
    """Plays one battle; returns its turns. Calls `loaded` once its file is read."""
    import fivefoot

    with fivefoot.loads(melee(ruleset, seed)) as battle:
        loaded()
        fivefoot.play_on(battle)
        return battle.world.turns


def trace(ruleset: str, what: str) -> None:
    """The way of one intent, or of a brain's turn, in a fresh process."""
    import fivefoot
    from fivefoot.brains import BRAINS, Match

    distance = 2 * fivefoot.RULESETS[ruleset].unit
    intents: dict[str, dict[str, Any]] = {
        "walk": {"do": "move", "to": [3, 1]},
        "push": {"do": "push", "target": "orc", "distance": distance},
        "attack": {"do": "attack", "target": "orc"},
    }
    battle = fivefoot.loads(duel(ruleset, {"attack": 2, "turn": 7}.get(what, 5)))
    act: Callable[[], object]
    if what == "turn":
        act = Match(battle, {one.name: BRAINS["aggressive"] for one in battle.creatures}).play_turn
        battle.roll_initiative()
    else:

        def act() -> object:
            battle.submit("ann", intents[what])
            return battle.process()

    calls = Calls()
    sys.setprofile(calls)
    act()
    sys.setprofile(None)
    files = {path for path, _ in calls.by_function}
    print(
        f"{ruleset} {what}: {len(calls.by_function)} functions in {len(files)} files, "
        f"{calls.changes} changes of file, {calls.by_function.total()} calls"
    )


def turn(ruleset: str, battles: int) -> None:
    """The calls of a turn, warm, by room."""
    play(ruleset, 0)
    calls, turns = Calls(), 0
    sys.setprofile(calls)
    for seed in range(1, battles + 1):
        turns += play(ruleset, seed)
    sys.setprofile(None)
    by_room: Counter[str] = Counter()
    for (path, _), count in calls.by_function.items():
        by_room[room(path)] += count
    print(", ".join(f"{name} {count / turns:.0f}" for name, count in by_room.most_common()))
    total, changes = calls.by_function.total() / turns, calls.changes / turns
    print(f"{ruleset}: {total:.0f} calls a turn, {changes:.0f} changes of file, {turns} turns")


def counting(seen: Counter[CodeType]) -> Callable[[FrameType, str, Any], Any]:
    """A trace function that counts the bytecodes of each function."""

    def tracer(frame: FrameType, _: str, __: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        code = frame.f_code

        def local(_: FrameType, event: str, __: Any) -> Any:
            if event == "opcode":
                seen[code] += 1
            return local

        return local

    return tracer


def bytecodes(ruleset: str, battles: int) -> None:
    """The bytecodes that a turn executes, warm, by room, and the functions with most of them."""
    for seed in range(1, battles + 1):
        play(ruleset, seed)
    seen: Counter[CodeType] = Counter()

    tracer, loading, turns = counting(seen), 0, 0
    for seed in range(1, battles + 1):
        before, begun = seen.total(), list[int]()
        sys.settrace(tracer)
        turns += play(ruleset, seed, lambda begun=begun: begun.append(seen.total()))  # type: ignore[misc]
        sys.settrace(None)
        loading += begun[0] - before
    by_room: Counter[str] = Counter()
    for code, count in seen.items():
        by_room[room(code.co_filename)] += count
    print(", ".join(f"{name} {count / turns:.0f}" for name, count in by_room.most_common()))
    for code, count in seen.most_common(30):
        print(f"  {count / turns:6.0f} {code.co_filename.split('/fivefoot/')[-1]}:{code.co_qualname}")
    print(
        f"{ruleset}: {seen.total() / turns:.0f} bytecodes a turn, {loading / turns:.0f} of them to load the battle, "
        f"{turns} turns"
    )


def lines() -> None:
    """The lines and files of the product, by room."""
    sizes: Counter[str] = Counter()
    files: Counter[str] = Counter()
    top = Path(__file__).resolve().parents[1]
    for name in ("components", "engine", "systems", "scenes", "src"):
        for path in (top / name).rglob("*"):
            if path.suffix not in (".py", ".c", ".h") or any(one.is_symlink() for one in path.parents):
                continue
            parts = path.relative_to(top).parts
            key = "/".join(parts[:2]) if name in ("engine", "scenes") and len(parts) > 2 else name
            sizes[key] += len(path.read_text().splitlines())
            files[key] += 1
    for key, count in sizes.most_common():
        print(f"{key:24} {files[key]:4} files {count:6} lines")
    print(f"product: {sizes.total()} lines in {files.total()} files")


def main(what: str = "lines", ruleset: str = "epic-path", more: str = "") -> None:
    """Measures what the command line names."""
    if what == "trace":
        trace(ruleset, more or "walk")
    elif what == "turn":
        turn(ruleset, int(more or 3))
    elif what == "bytecodes":
        bytecodes(ruleset, int(more or 2))
    else:
        lines()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Golden battles: logs a person can read, replayed from their own first line and compared line by line.

To write them anew after a change that is meant: python tests/test_golden.py
"""

import difflib
import json
import sys
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "golden"
SHOWN = 12
"""Lines of difference that a failure shows."""


def play(header: dict[str, object]) -> list[str]:
    """The log of the battle that a header describes."""
    from fivefoot.engine.scenario.convert import converted
    from fivefoot.engine.scenario.read import read
    from fivefoot.play.battle import Battle
    from fivefoot.play.match import Match, brains_for

    scenario = converted(read(ROOT / "assets" / "scenarios" / str(header["scenario"])), str(header["ruleset"])).scenario
    with Battle(scenario, seed=int(str(header["seed"]))) as battle:
        events = Match(battle, brains_for(scenario, str(header["red"]), str(header["blue"]))).play()
        return [msgspec.json.encode(event).decode() for event in events]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_each_golden_battle_replays_line_by_line(path: Path) -> None:
    """The battle still goes just as it was written down."""
    header, *wanted = path.read_text(encoding="utf-8").splitlines()
    found = play(json.loads(header))
    if found != wanted:
        differences = list(difflib.unified_diff(wanted, found, "golden", "now", lineterm="", n=1))
        pytest.fail("\n".join(differences[:SHOWN]))


def write() -> None:
    """Write every golden battle anew."""
    for path in sorted(FOLDER.glob("*.jsonl")):
        header = path.read_text(encoding="utf-8").splitlines()[0]
        path.write_text("\n".join([header, *play(json.loads(header))]) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    write()

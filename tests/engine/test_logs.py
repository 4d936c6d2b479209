"""What an operator wants to know goes to loggers below `fivefoot`, and nowhere else."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.under_test import HOME

BRAIN = "def poor(view):\n    raise RuntimeError('no idea')\n"
PLAY = """
import fivefoot
from fivefoot.bots import BotRules
from fivefoot.play.players import seat, contest
from fivefoot.play.match import Match
with fivefoot.load("bridge") as battle:
    table = seat(battle.scenario, "mine:poor", "random", BotRules())
    contest(Match(battle, table.brains, rounds=1), table)
"""


@pytest.mark.parametrize("asked", [False, True])
def test_a_brains_fault_is_logged_for_those_who_listen(tmp_path: Path, asked: bool) -> None:
    (tmp_path / "mine.py").write_text(BRAIN)
    listen = "import logging; logging.basicConfig(format='%(name)s %(levelname)s %(message)s')\n" if asked else ""
    done = subprocess.run(
        [sys.executable, "-c", listen + PLAY],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([HOME, str(tmp_path)])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert bool(lines) is asked
    assert all(line.startswith("fivefoot.play.bots.python_brains WARNING mine:poor (red)") for line in lines)
    assert all("no idea" in line for line in lines)


def test_a_failed_call_of_a_guest_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    import fivefoot
    from fivefoot.play.server.room import Room
    from fivefoot.play.table.session import Session

    class Broken:
        """A seat whose calls fail."""

        def line(self, text: str) -> list[str]:
            raise ZeroDivisionError(text)

    with fivefoot.load("bridge") as battle, caplog.at_level(logging.ERROR, "fivefoot"):
        room = Room("table", Session(battle), [])
        answer, _ = room.ask(Broken(), '{"call": "end"}')  # type: ignore[arg-type]
    assert "a fault of the server's own" in answer
    (record,) = caplog.records
    assert record.name == "fivefoot.play.server.room"
    assert record.exc_info is not None
    assert '{"call": "end"}' in record.getMessage()

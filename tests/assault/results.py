"""Hostile result files: SQLite files flipped byte by byte and edited row by row, read and shown.

`python -m tests.assault.results 5000 --seed 1`
"""

import io
import random
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console
from tests.assault import hostile
from tests.assault.tries import check_sentence, main
from tests.fights import fight

from fivefoot.engine.errors import ScenarioError
from fivefoot.play.tournament.ledger import COLUMNS, Ledger
from fivefoot.play.tournament.pairings import Entrant, Schedule, pairings_of
from fivefoot.play.tournament.report import report
from fivefoot.play.tournament.workers import Alone, play_all
from fivefoot.scenes.views.standings import show

DUEL = fight(
    """
    .....
    a...b
    .....
    """,
    both='hp = 6\nattack = 6\ndamage = "1d6+2"',
)
PLAN = Schedule(
    entries=(Entrant("duel", DUEL, ("d20-srd", "draw-steel")),),
    pairings=pairings_of(("aggressive", "random")),
    games=8,
    seed=1,
    keep="all",
)
SIDES = {"duel": ("red", "blue")}
TABLES = ("tournament", "battles", "timings", "missteps", "logs")


@cache
def played() -> bytes:
    """A sound result file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound.db"
        with Ledger(path) as ledger:
            ledger.enter(PLAN)
            play_all(PLAN, ledger, Alone(PLAN))
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("INSERT INTO missteps VALUES (0, 'red', 'bot', 'c0', 1, 'crash', 'it ended')")
        return path.read_bytes()


def attempt(dice: random.Random) -> None:
    """One file: refused in one sentence, or shown as plain text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoilt.db"
        if dice.random() < 0.5:
            path.write_bytes(hostile.spoilt_bytes(dice, played(), dice.choice((1, 3, 10, 60))))
        else:
            path.write_bytes(played())
            with closing(sqlite3.connect(path)) as file:
                for _ in range(dice.choice((1, 1, 2, 4))):
                    with suppress(sqlite3.Error), file:
                        edit(dice, file)
        try:
            look(path)
        except ScenarioError as error:
            check_sentence(error)


def look(path: Path) -> None:
    """All that is read of a file and shown of it."""
    with Ledger(path) as ledger:
        ledger.enter(PLAN)
        ledger.gaps(PLAN)
        ledger.logs()
        found = report(ledger, PLAN.battles, SIDES)
        assert len(COLUMNS) > 0
        paper = io.StringIO()
        show(Console(file=paper, width=200, color_system=None), found)
        for line in paper.getvalue().splitlines():
            assert line.isprintable(), f"a line that cannot be printed: {line!a}"


def edit(dice: random.Random, file: sqlite3.Connection) -> None:
    """Something done to the tables by hand."""
    table = dice.choice(TABLES)
    columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    if not columns:  # it has been dropped
        return
    column = dice.choice(columns)
    what = dice.random()
    if what < 0.6:
        file.execute(f"UPDATE {table} SET {column} = ? WHERE rowid % ? = 0", (cell(dice), dice.choice((1, 2, 5))))
    elif what < 0.7:
        file.execute(f"ALTER TABLE {table} ADD COLUMN {dice.choice(('more', 'mo_re', column))} TEXT")
    elif what < 0.78:
        file.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    elif what < 0.84:
        file.execute(f"DROP TABLE {table}")
    elif what < 0.9:
        file.execute(f"ALTER TABLE {table} RENAME TO was")
        endless = "WITH RECURSIVE n(number) AS (SELECT 0 UNION ALL SELECT number FROM n) SELECT * FROM n"
        file.execute(f"CREATE VIEW {table} AS {endless}")
    elif what < 0.95:
        file.execute(f"CREATE TRIGGER tr AFTER INSERT ON {table} BEGIN DELETE FROM battles; END")
    else:
        names = ", ".join(columns)
        file.execute(
            f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})", [cell(dice)] * len(columns)
        )


def cell(dice: random.Random) -> Any:
    """What a cell may be made to hold."""
    found = dice.choice((None, b"\xff\xfe\x00", b"x\x9c", 2**62, -1, 0.5, float("inf"), *hostile.TEXTS))
    return found.encode("utf-8", "surrogatepass") if found == "\ud800" else found


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

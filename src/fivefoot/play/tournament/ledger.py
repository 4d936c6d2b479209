"""The results of a tournament in a SQLite file, one row a battle, committed as they come.

Killed at any moment, the file holds whole battles only: the journal of a commit that did not come to
its end is rolled back by whoever opens the file next.
"""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from ...engine.errors import ScenarioError
from .pairings import Schedule

FORMAT = 1
"""The version of the tables."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a battle: the same wherever and whenever it is played."""

    number: int
    """Its place in the plan, from 0."""
    scenario: str
    """The scenario's name in the plan."""
    ruleset: str
    """The ruleset that it was played by."""
    seed: int
    """The seed of its dice."""
    red: str
    """The brain of the side named red, or else of the file's first side."""
    blue: str
    """The brain of the side named blue, or else of the file's second side."""
    winner: str | None
    """The side that won, if any."""
    why: str
    """Why the battle ended."""
    rounds: int
    """Rounds played."""
    turns: int
    """Turns begun."""
    events: int
    """Lines of its log."""
    opportunities: int
    """Opportunity attacks triggered."""
    falls: int
    """Falls, each round's part of a far one by itself."""
    pushes: int
    """Creatures moved by force at least a square, counted by intent."""
    refusals: int
    """Intents that the rules refused."""
    stall: str | None
    """What stood still where a battle came to no end."""
    digest: str
    """SHA-256 of the log, line by line, as `fivefoot battle --json` prints it."""


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """How long a battle took, where it was played. Never part of the results."""

    number: int
    """The battle's place in the plan."""
    seconds: float
    """How long it took in all."""
    slowest: float
    """Its longest turn, in seconds."""
    actor: str
    """Whose turn that was."""
    round: int
    """In which round."""


class Misstep(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of a bot, or of the engine, on the way."""

    number: int
    """The battle's place in the plan."""
    side: str
    """The side that the bot played; empty for a fault of the engine."""
    bot: str
    """Whose fault it was."""
    actor: str
    """The creature whose turn it was."""
    round: int
    """The round that it was."""
    kind: str
    """What kind of fault: crash, hang, flood, garbage, illegal or no-start."""
    detail: str
    """What there is to say of it, in words."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """All that comes back from a battle."""

    result: Result
    timing: Timing
    missteps: tuple[Misstep, ...] = ()
    kept: str = ""
    """Why the log is worth keeping, if it is."""
    log: bytes = b""
    """The log as JSON lines, compressed with zlib, where it is to be kept."""


_TYPES = {int: "INTEGER NOT NULL", str: "TEXT NOT NULL", float: "REAL NOT NULL", str | None: "TEXT"}


def _columns(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    return [(field.name, _TYPES[field.type]) for field in msgspec.structs.fields(kind)]


def _create(table: str, kind: type[msgspec.Struct], key: str) -> str:
    columns = [f"{name} INTEGER PRIMARY KEY" if name == key else f"{name} {type_}" for name, type_ in _columns(kind)]
    return f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns)})"


def _insert(table: str, kind: type[msgspec.Struct]) -> str:
    names = [name for name, _ in _columns(kind)]
    return f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


COLUMNS: tuple[str, ...] = tuple(name for name, _ in _columns(Result))
"""The columns of the table `battles`."""


class Ledger:
    """The file of a tournament."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        try:
            self._file = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            with self._commit():
                for statement in (
                    "CREATE TABLE IF NOT EXISTS tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
                    _create("battles", Result, "number"),
                    _create("timings", Timing, "number"),
                    _create("missteps", Misstep, ""),
                    "CREATE TABLE IF NOT EXISTS logs "
                    "(number INTEGER PRIMARY KEY, why TEXT NOT NULL, log BLOB NOT NULL)",
                ):
                    self._file.execute(statement)
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _unusable(self, error: sqlite3.Error) -> ScenarioError:
        allowed = "a SQLite file that nobody else holds, or a new one"
        return ScenarioError(source=self.path, place="", found=f"no usable database ({error})", allowed=allowed)

    @contextmanager
    def _commit(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    def enter(self, plan: Schedule) -> None:
        """Take up a plan, or find that it is the one whose results are here.

        Raises:
            ScenarioError: the file holds another tournament.
        """
        with self._commit():
            found = dict(self._file.execute("SELECT key, value FROM tournament"))
            about = {"format": str(FORMAT), "plan": plan.digest, **plan.parts}
            if not found:
                self._file.executemany("INSERT INTO tournament VALUES (?, ?)", about.items())
            elif found.get("plan") != plan.digest or found.get("format") != str(FORMAT):
                raise ScenarioError(
                    source=self.path,
                    place="",
                    found=_difference(found, about),
                    allowed="the same scenarios, rulesets, brains, seed and options as before, or a new file",
                )

    def gaps(self, plan: Schedule) -> list[range]:
        """The stretches of numbers that have no row yet, in order."""
        found: list[range] = []
        expected = 0
        for (number,) in self._file.execute(
            "SELECT number FROM battles WHERE number < ? ORDER BY number", (plan.battles,)
        ):
            if number > expected:
                found.append(range(expected, number))
            expected = number + 1
        if expected < plan.battles:
            found.append(range(expected, plan.battles))
        return found

    def add(self, played: Iterable[Played]) -> None:
        """Commit what came back from battles; what is there already stays as it is."""
        with self._commit():
            fresh = [one for one in played if not self._holds(one.result.number)]
            self._many(_insert("battles", Result), [one.result for one in fresh])
            self._many(_insert("timings", Timing), [one.timing for one in fresh])
            self._many(_insert("missteps", Misstep), [misstep for one in fresh for misstep in one.missteps])
            self._file.executemany(
                "INSERT OR IGNORE INTO logs VALUES (?, ?, ?)",
                [(one.result.number, one.kept, one.log) for one in fresh if one.log],
            )

    def _holds(self, number: int) -> bool:
        return self._file.execute("SELECT 1 FROM battles WHERE number = ?", (number,)).fetchone() is not None

    def _many(self, statement: str, rows: Sequence[msgspec.Struct]) -> None:
        self._file.executemany(statement, [msgspec.structs.astuple(row) for row in rows])

    def results(self, upto: int | None = None) -> list[Result]:
        """The battles played, by number."""
        where = "" if upto is None else f"WHERE number < {int(upto)} "
        rows = self._file.execute(f"SELECT {', '.join(COLUMNS)} FROM battles {where}ORDER BY number")
        try:
            return [msgspec.convert(dict(zip(COLUMNS, row, strict=True)), Result) for row in rows]
        except msgspec.ValidationError as error:
            found, allowed = f"a row that is no result ({error})", "rows as fivefoot has written them"
            raise ScenarioError(source=self.path, place="battles", found=found, allowed=allowed) from None

    def slowest(self, count: int = 5) -> list[Timing]:
        """The battles with the longest turns, longest first."""
        rows = self._file.execute("SELECT * FROM timings ORDER BY slowest DESC, number LIMIT ?", (count,))
        return [Timing(number=n, seconds=s, slowest=t, actor=a, round=r) for n, s, t, a, r in rows]

    def missteps(self) -> list[Misstep]:
        """What went wrong on the way, by battle."""
        names = [name for name, _ in _columns(Misstep)]
        rows = self._file.execute(f"SELECT {', '.join(names)} FROM missteps ORDER BY number, rowid")
        return [Misstep(**dict(zip(names, row, strict=True))) for row in rows]

    def logs(self) -> list[tuple[int, str, bytes]]:
        """(number, why it was kept, JSON lines) of every log kept, by number."""
        rows = self._file.execute("SELECT number, why, log FROM logs ORDER BY number")
        return [(number, why, zlib.decompress(log)) for number, why, log in rows]

    def kept(self, upto: int) -> list[str]:
        """Why logs were kept, one word for each of the first so many battles that has one."""
        return [why for (why,) in self._file.execute("SELECT why FROM logs WHERE number < ? ORDER BY number", (upto,))]

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):  # locked by somebody, damaged, or the disk is full
            raise self._unusable(error) from None


def _difference(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """In what a plan is not the one whose results are there."""
    for part, value in now.items():
        if part in ("format", "plan") or before.get(part) == value:
            continue
        if part not in before:
            break
        if part == "texts":
            return "another tournament (the text of a scenario has changed since)"
        was, is_now = (text[:60] or "the usual" for text in (before[part], value))
        return f"another tournament ({part}: {was}, not {is_now})"
    return f"another tournament ({before.get('scenarios')}, seed {before.get('seed')})"

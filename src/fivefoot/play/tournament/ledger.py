"""Results in a SQLite file, one row per battle. A foreign file is a `ScenarioError`."""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from ...engine.decoding import convert
from ...engine.errors import ScenarioError, names, printable, spelled
from .pairings import Schedule

FORMAT = 1
"""The version of the tables."""
LARGEST_CELL = 2**26
LARGEST_LOG = 2**28
RowT = TypeVar("RowT", bound=msgspec.Struct)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a battle: winner, rounds and losses. It is the same on every machine."""

    number: int
    scenario: str
    ruleset: str
    seed: int
    red: str
    """The brain of side red, or of the first side."""
    blue: str
    """The brain of side blue, or of the second side."""
    winner: str | None
    why: str
    """The reason for the battle's end."""
    rounds: int
    turns: int
    events: int
    opportunities: int
    falls: int
    """Falls; a long fall counts once a round."""
    pushes: int
    refusals: int
    stall: str | None
    """The unchanged progress with objectives that ended the battle in a draw."""
    digest: str
    """SHA-256 of the log."""


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """How long a battle took on this machine."""

    number: int
    seconds: float
    slowest: float
    """Seconds of the longest turn."""
    actor: str
    round: int
    """The round of the longest turn."""


class Misstep(msgspec.Struct, frozen=True, kw_only=True):
    """An error of a bot or of the engine in a tournament."""

    number: int
    side: str
    """The side at fault; empty: the engine."""
    bot: str
    actor: str
    round: int
    kind: str
    """The kind of fault: crash, hang, flood, garbage, illegal or no-start."""
    detail: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored about one battle of a tournament."""

    result: Result
    timing: Timing
    missteps: tuple[Misstep, ...] = ()
    kept: str = ""
    """The reason for keeping the log; may be empty."""
    log: bytes = b""
    """The log as JSON lines, compressed with zlib."""


class KeptLog(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    why: str
    log: bytes


_TYPES = {
    bytes: "BLOB NOT NULL",
    int: "INTEGER NOT NULL",
    str: "TEXT NOT NULL",
    float: "REAL NOT NULL",
    str | None: "TEXT",
}


def _columns(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    return [(field.name, _TYPES[field.type]) for field in msgspec.structs.fields(kind)]


def _create(table: str, kind: type[msgspec.Struct], key: str) -> str:
    columns = [f"{name} INTEGER PRIMARY KEY" if name == key else f"{name} {type_}" for name, type_ in _columns(kind)]
    return f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns)})"


def _insert(table: str, kind: type[msgspec.Struct]) -> str:
    names = [name for name, _ in _columns(kind)]
    return f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


COLUMNS: tuple[str, ...] = tuple(name for name, _ in _columns(Result))


TABLES: dict[str, list[tuple[str, str]]] = {
    "tournament": [("key", "TEXT"), ("value", "TEXT NOT NULL")],
    "battles": _columns(Result),
    "timings": _columns(Timing),
    "missteps": _columns(Misstep),
    "logs": _columns(KeptLog),
}
STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    _create("battles", Result, "number"),
    _create("timings", Timing, "number"),
    _create("missteps", Misstep, ""),
    _create("logs", KeptLog, "number"),
)
FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of files that are no such database."""


class Ledger:
    """The file with the results of a tournament."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: str = os.fspath(path)
        try:
            self._file = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            self._file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_CELL)
            # Text that is not UTF-8 is shown as such and belongs to no plan.
            self._file.text_factory = lambda raw: raw.decode("utf-8", "replace")
            # Signals are handled between two of these calls: a query can be interrupted.
            self._file.set_progress_handler(lambda: 0, 100_000)
            self._file.execute("PRAGMA trusted_schema = OFF")
            self._check_schema()
            with self._commit():
                for statement in STATEMENTS:
                    self._file.execute(statement)
        except FAULTS as error:
            raise self._unusable(error) from None

    def _check_schema(self) -> None:
        schema = self._file.execute("SELECT type, name, tbl_name FROM sqlite_master LIMIT 100")
        for kind, name, table in schema.fetchall():
            if kind == "table" and name in TABLES:
                columns = {row[1]: row[2] for row in self._file.execute(f"PRAGMA table_xinfo({name})")}
                wanted = {column: type_.split()[0] for column, type_ in TABLES[name]}
                if columns != wanted:
                    found = f"a table {name} with the columns {names(map(str, columns))}"
                    raise self._strange(name, found, f"the columns {names(wanted)}")
            elif not (kind == "index" and table in TABLES and str(name).startswith("sqlite_autoindex_")):
                raise self._strange("", f"the {printable(str(kind))} {spelled(str(name))}", names(TABLES))

    def _strange(self, place: str, found: str, allowed: str) -> ScenarioError:
        return ScenarioError(self.path, place, found, f"{allowed}, as fivefoot writes them")

    def _rows(self, kind: type[RowT], table: str, rest: str = "", values: Sequence[object] = ()) -> list[RowT]:
        columns = [name for name, _ in _columns(kind)]
        rows = self._file.execute(f"SELECT {', '.join(columns)} FROM {table} {rest}", values)
        try:
            return [convert(dict(zip(columns, row, strict=True)), kind) for row in rows]
        except msgspec.ValidationError as error:
            raise self._strange(table, f"a row that is no result ({printable(str(error))})", "rows") from None

    def _unusable(self, error: Exception) -> ScenarioError:
        allowed = "a SQLite file that no other program has locked, or a new one"
        why = printable(str(error)) if isinstance(error, sqlite3.Error) else "names that are no UTF-8"
        return ScenarioError(self.path, "", f"no usable database ({why})", allowed)

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
        """Stores the plan, or checks that the file has the same plan.

        Raises:
            ScenarioError: the file contains another tournament.
        """
        with self._commit():
            found = {str(key): str(value) for key, value in self._file.execute("SELECT key, value FROM tournament")}
            about = {"format": str(FORMAT), "plan": plan.digest, **plan.parts}
            if not found:
                self._file.executemany("INSERT INTO tournament VALUES (?, ?)", about.items())
            elif found.get("plan") != plan.digest or found.get("format") != str(FORMAT):
                raise ScenarioError(
                    self.path,
                    "",
                    _difference(found, about),
                    "the same scenarios, rulesets, AI players, seed and options as before, or a new file",
                )
        self._check_rows(plan)

    def _check_rows(self, plan: Schedule) -> None:
        rows = self._file.execute("SELECT number, scenario, ruleset, seed, red, blue FROM battles")
        for number, *what in rows:
            if not isinstance(number, int) or number < 0:
                raise self._strange("battles", f"the battle {spelled(number)}", "battles from 0 on")
            one = plan.fixture(number)
            if what != [plan.entries[one.entry].name, one.ruleset, one.seed, one.red, one.blue]:
                raise self._strange("battles", f"a battle {number} that is not of the plan", "battles of the plan")

    def gaps(self, plan: Schedule) -> list[range]:
        """Returns the numbers of battles without a result, as ranges."""
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
        """Stores results. A battle that has a result keeps it."""
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
        """Returns the results of the battles with numbers below `upto`, in order."""
        where = "" if upto is None else f"WHERE number < {int(upto)} "
        return self._rows(Result, "battles", f"{where}ORDER BY number")

    def slowest(self, count: int = 5) -> list[Timing]:
        """Returns the times of the battles with the longest turns."""
        return self._rows(Timing, "timings", "ORDER BY slowest DESC, number LIMIT ?", (count,))

    def missteps(self) -> list[Misstep]:
        """Returns the errors of bots and of the engine, in order of battles."""
        return self._rows(Misstep, "missteps", "ORDER BY number, rowid")

    def logs(self) -> list[tuple[int, str, bytes]]:
        """Returns (number, reason, JSON lines) of the stored logs.

        Raises:
            ScenarioError: a log is invalid.
        """
        found: list[tuple[int, str, bytes]] = []
        for kept in self._rows(KeptLog, "logs", "ORDER BY number"):
            unpacking = zlib.decompressobj()
            try:
                log = unpacking.decompress(kept.log, LARGEST_LOG)
            except zlib.error as error:
                raise self._strange("logs", f"a log of battle {kept.number} that is spoilt ({error})", "logs") from None
            if not unpacking.eof:
                raise self._strange("logs", f"a log of battle {kept.number} that does not end", "logs")
            found.append((kept.number, kept.why, log))
        return found

    def kept(self, upto: int) -> list[str]:
        """Returns for each stored log why it was stored, for battles with numbers below `upto`."""
        rows = self._file.execute("SELECT why FROM logs WHERE number < ? ORDER BY number", (upto,))
        return [str(why) for (why,) in rows]

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.close()
        if isinstance(error, FAULTS):  # locked by another process, damaged, or the disk is full
            raise self._unusable(error) from None


def _difference(before: Mapping[str, str], now: Mapping[str, str]) -> str:
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

"""Tournaments: numbers determine battles, a killed one resumes, and every row can be played alone."""

import gc
import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest
from tests.fights import fight
from tests.play.tournament.four_ways import ENVIRONMENT, count, rows, wait_for
from tests.play.tournament.four_ways import fivefoot as command

from fivefoot.engine.errors import ScenarioError, printable
from fivefoot.engine.scenario.read import parse
from fivefoot.play.bots import BotRules
from fivefoot.play.comparison import Variant, compare
from fivefoot.play.tournament.ledger import COLUMNS, Ledger, Played
from fivefoot.play.tournament.local_workers import Chunk, LostWorker
from fivefoot.play.tournament.one_battle import ScenarioCache
from fivefoot.play.tournament.pairings import Entrant, Pairing, Schedule, pairings_of
from fivefoot.play.tournament.report import report
from fivefoot.play.tournament.workers import Alone, WorkersLost, play_all
from fivefoot.scenes.commands.app import app

ROOT = Path(__file__).parents[3]
DUEL = fight(
    """
    .......
    a.:.#.b
    .......
    """,
    both='hp = 9\nattack = 4\ndamage = "1d6+2"',
)


def plan(games: int = 6, brains: tuple[str, ...] = ("aggressive", "random"), text: str = DUEL) -> Schedule:
    return Schedule(
        entries=(Entrant("duel", text, ("d20-srd", "draw-steel")),), pairings=pairings_of(brains), games=games, seed=1
    )


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


# ---------------------------------------------------------------- the plan


def test_every_ruleset_and_pairing_meets_every_seed() -> None:
    fixtures = [plan(8).fixture(number) for number in range(8)]
    assert [fixture.seed for fixture in fixtures] == [1] * 4 + [2] * 4
    assert len({(f.ruleset, f.red, f.blue) for f in fixtures[:4]}) == 4
    assert [(f.ruleset, f.red) for f in fixtures[:4]] == [(f.ruleset, f.red) for f in fixtures[4:]]


def test_sides_are_swapped_and_one_brain_meets_itself() -> None:
    assert pairings_of(["a", "b"]) == (Pairing("a", "b"), Pairing("b", "a"))
    assert pairings_of(["a"]) == (Pairing("a", "a"),)
    assert len(pairings_of(["a", "b", "c"])) == 6


def test_a_longer_tournament_begins_with_the_shorter_one() -> None:
    short, long = plan(5), plan(50)
    assert short.digest == long.digest
    assert [short.fixture(n) for n in range(5)] == [long.fixture(n) for n in range(5)]


# ---------------------------------------------------------------- the ledger and the crew


def test_results_do_not_depend_on_who_plays_them_or_when(tmp_path: Path) -> None:
    whole = plan(8)
    with Ledger(tmp_path / "a.db") as one, Ledger(tmp_path / "b.db") as two:
        one.enter(whole)
        play_all(whole, one, Alone(whole))
        two.enter(whole)
        two.add([ScenarioCache(whole).play(5), ScenarioCache(whole).play(2)])
        assert two.gaps(whole) == [range(2), range(3, 5), range(6, 8)]
        play_all(whole, two, Alone(whole))
        assert one.results() == two.results()
        assert len(one.results()) == 8


def test_a_result_that_is_there_is_kept_as_it_is(tmp_path: Path) -> None:
    whole = plan(2)
    with Ledger(tmp_path / "a.db") as ledger:
        ledger.enter(whole)
        played = ScenarioCache(whole).play(0)
        ledger.add([played])
        ledger.add([Played(result=msgspec.structs.replace(played.result, winner="nobody"), timing=played.timing)])
        assert ledger.results() == [played.result]


def test_another_tournament_is_not_mixed_in(tmp_path: Path) -> None:
    with Ledger(tmp_path / "a.db") as ledger:
        ledger.enter(plan())
        ledger.enter(plan(games=100))
        for change, told in (
            ({"seed": 2}, "seed: 1, not 2"),
            ({"rounds": 9}, "rounds: the usual, not 9"),
            (
                {"entries": (msgspec.structs.replace(plan().entries[0], text="{}"),)},
                "the text of a scenario has changed",
            ),
        ):
            with pytest.raises(ScenarioError, match=f"another tournament .{told}"):
                ledger.enter(msgspec.structs.replace(plan(), **change))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("this is not a database, though it is long enough to be looked at" * 20)
    with pytest.raises(ScenarioError, match="no usable database"):
        Ledger(tmp_path / "a.db")


def test_a_database_of_something_else_or_in_use_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "others.db")) as other:
        other.execute("CREATE TABLE battles (place TEXT, year INTEGER)")

    def write(locked: bool) -> None:
        path = tmp_path / ("ours.db" if locked else "others.db")
        with closing(sqlite3.connect(path)) as other, Ledger(path) as ledger:
            ledger.enter(plan())
            if locked:
                ledger._file.execute("PRAGMA busy_timeout = 1")
                other.execute("BEGIN EXCLUSIVE")
            ledger.add([ScenarioCache(plan()).play(0)])

    with pytest.raises(ScenarioError, match=r"a table battles with the columns place, year"):
        write(locked=False)
    with pytest.raises(ScenarioError, match=r"no usable database \(database is locked"):
        write(locked=True)
    with Ledger(tmp_path / "spoilt.db") as ledger:
        ledger.add([ScenarioCache(plan()).play(0)])
        ledger._file.execute("UPDATE battles SET rounds = 'many'")
        with pytest.raises(ScenarioError, match=r"battles: found a row that is no result .*rounds"):
            ledger.results()


class Clumsy(Alone):
    """A crew that loses workers: the first time over every chunk, or always over one battle."""

    def __init__(self, whole: Schedule, cursed: int | None = None) -> None:
        super().__init__(whole)
        self.cursed = cursed
        self.lost: set[Chunk] = set()

    def submit(self, chunk: Chunk):  # type: ignore[no-untyped-def]
        future = super().submit(chunk)
        if (chunk not in self.lost and self.cursed is None) or self.cursed in chunk:
            self.lost.add(chunk)
            future = type(future)()
            future.set_exception(LostWorker())
        return future


def test_lost_workers_only_cost_time(tmp_path: Path) -> None:
    whole = plan(8)
    with Ledger(tmp_path / "a.db") as one, Ledger(tmp_path / "b.db") as two:
        play_all(whole, one, Alone(whole))
        play_all(whole, two, Clumsy(whole))
        assert one.results() == two.results()


BLOCKED = """
import multiprocessing, signal
from fivefoot.play.tournament.local_workers import blocked
with blocked({signal.SIGINT}):
    child = multiprocessing.get_context("spawn").Process(target=signal.raise_signal, args=(signal.SIGINT,))
    child.start()
child.join()
raise SystemExit(child.exitcode)
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signal masks")
def test_the_first_worker_begins_without_signals() -> None:
    found = subprocess.run([sys.executable, "-c", BLOCKED], env=ENVIRONMENT, capture_output=True, timeout=120)
    assert (found.returncode, found.stderr) == (0, b"")


def test_a_battle_that_kills_every_worker_is_named_and_the_others_are_played(tmp_path: Path) -> None:
    whole = plan(4)
    with Ledger(tmp_path / "a.db") as ledger:
        with pytest.raises(WorkersLost, match="1 battle given up, for workers died over each of them 4 times: 2;"):
            play_all(whole, ledger, Clumsy(whole, cursed=2))
        assert [result.number for result in ledger.results()] == [0, 1, 3]
        play_all(whole, ledger, Alone(whole))
        assert [result.number for result in ledger.results()] == [0, 1, 2, 3]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_bots_end_with_a_tournament_that_is_killed_outright(duel: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import time\nwhile True:\n    time.sleep(1)\n")
    words = ("tournament", duel, "--games", "2", "-j", "1", "--db", tmp_path / "t.db")
    with subprocess.Popen(
        command(*words, "--brains", f"cmd:{sys.executable} {tmp_path}/bot.py", "random"),
        env=ENVIRONMENT,
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_for(lambda: len(_running(tmp_path)) > 0, "the bot", 60)
        process.kill()
    wait_for(lambda: not _running(tmp_path), "the bot's end", 20)


def _running(folder: Path) -> list[str]:
    """The processes that run the bot of a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if words[1:2] == [f"{folder}/bot.py".encode()]:
                found.append(process.name)
    return found


@pytest.mark.slow
def test_a_brain_that_ends_its_process_ends_only_its_own(duel: Path, tmp_path: Path) -> None:
    code = "import os\n\ndef fatal(view):\n    if view.world.dice.seed == 2:\n        os._exit(7)\n"
    (tmp_path / "owned.py").write_text(code)
    done = subprocess.run(
        command("tournament", duel, "--games", "6", "--brains", "owned:fatal", "aggressive", "-j", "1", "--db", "t.db"),
        env=ENVIRONMENT, capture_output=True, text=True, timeout=120, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(tmp_path / "t.db") as kept:
        assert kept.execute("SELECT count(*) FROM battles").fetchone() == (6,)
        seeds = kept.execute("SELECT DISTINCT battles.seed FROM missteps JOIN battles USING (number)").fetchall()
    assert seeds == [(2,)]


def test_the_report_adds_up(tmp_path: Path) -> None:
    whole = plan(8)
    with Ledger(tmp_path / "a.db") as ledger:
        play_all(whole, ledger, Alone(whole))
        found = report(ledger, 8, {"duel": ("red", "blue")})
    (together,) = [match for match in found.matches if not match.ruleset]
    assert together.battles == together.wins + together.losses + together.draws == 8
    assert together.low <= together.rate <= together.high
    assert sum(found.ends.values()) == 8
    assert sum(going.battles for going in found.goings) == 8
    assert {standing.brain for standing in found.standings} == {"aggressive", "random"}


def test_faults_are_reported_under_the_bots_own_name(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text('print(\'{"type": "hello", "protocol": "fivefoot-bot", "version": 1, "name": "fivefoot"}\')')
    command = f"cmd:{sys.executable} {bot}"
    whole = msgspec.structs.replace(
        plan(2, (command, "aggressive")), bots=msgspec.json.encode(BotRules(forfeit="battle")), keep="none"
    )
    played = [ScenarioCache(whole).play(number) for number in range(2)]
    assert [[misstep.bot for misstep in one.missteps] for one in played] == [[command]] * 2
    assert [one.result.stall for one in played] == [None, None], "it is no fault of fivefoot's"
    assert all(one.timing.slowest > 0 and one.timing.actor for one in played)


def test_a_battle_won_by_a_third_side_is_a_draw_of_red_and_blue(tmp_path: Path) -> None:
    third = DUEL + '[[creatures]]\nname = "ogre"\nside = "green"\nat = [3, 0]\nhp = 900\nattack = 40\ndamage = "9d6"\n'
    whole = plan(2, text=third)
    with Ledger(tmp_path / "a.db") as ledger:
        play_all(whole, ledger, Alone(whole))
        found = report(ledger, 2, {"duel": ("red", "blue")})
        assert [result.winner for result in ledger.results()] == ["green"] * 2
    assert [(match.wins, match.losses, match.draws) for match in found.matches] == [(0, 0, 2)] * 2
    assert [(going.red, going.blue, going.draws) for going in found.goings] == [(0, 0, 2)]
    compared = compare(parse(third), (Variant("a"), Variant("b", "ascension")), seeds=[1, 2])
    assert [(tally.red, tally.blue, tally.draws) for tally in compared.tallies] == [(0, 0, 2)] * 2


# ---------------------------------------------------------------- the command


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


def test_each_row_can_be_played_alone(duel: Path, tmp_path: Path) -> None:
    db = tmp_path / "t.db"
    outcome = run(
        "tournament", duel, "--games", "4", "--seed", "3", "--db", db, "-j", "1", "--rulesets", "d20-srd,ascension"
    )
    assert outcome.returncode == 0, outcome.stderr
    row = dict(zip(COLUMNS, rows(db)[2], strict=True))
    words = [f"--{key}={row[key]}" for key in ("ruleset", "seed", "red", "blue")]
    log = subprocess.run(
        command("battle", duel, *words, "--json"), env=ENVIRONMENT, capture_output=True, timeout=60, check=True
    ).stdout
    assert hashlib.sha256(log).hexdigest() == row["digest"]
    assert json.loads(log.splitlines()[-1])["winner"] == row["winner"]


@pytest.mark.parametrize(
    "words",
    [
        ("--brains", "genius"),
        ("--rulesets", "chess"),
        ("--games", "0"),
        ("--rules", "gravity=off"),
        ("--brains", "nowhere:brain"),
        ("--brains", "json:nothing"),
        ("--brains", "cmd:"),
        ("--brains", "cmd:\udcff"),
        ("--seed", str(10**30)),
        ("--keep-logs", "some"),
        ("--bot-forfeit", "everything"),
        ("--plot", "report.txt"),
        ("--cluster", "nowhere"),
        ("--cluster", "tls://127.0.0.1:1"),
        ("--csv", "no-folder/t.csv"),
        ("--csv", "duel.toml"),
        ("--plot", "no-folder/t.png"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    duel: Path,
    tmp_path: Path,
    words: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip({"--cluster": "distributed", "--plot": "matplotlib"}.get(words[0], "msgspec"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        app(["tournament", str(duel), "--db", str(tmp_path / "t.db"), *words], prog_name="fivefoot")
    gc.collect(1)  # what the call has left behind
    assert duel.read_text(encoding="utf-8") == DUEL
    said = capsys.readouterr().err
    assert ended.value.code == 2, said
    assert len(said.strip().splitlines()) == 1, said
    assert printable(words[1].partition("=")[0]) in said
    assert words[0] in said or words[0] == "--rules"


def test_a_tournament_is_shown_written_and_drawn(
    duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    table, picture = tmp_path / "t.csv", tmp_path / "t.png"
    words = ["tournament", str(duel), "--db", str(tmp_path / "t.db"), "--games", "4", "-j", "1", "--keep-logs", "all"]
    with pytest.raises(SystemExit) as ended:
        app([*words, "--csv", str(table), "--plot", str(picture), "--json"], prog_name="fivefoot")
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["battles"] == 4
    assert table.read_text().splitlines()[0].split(",") == list(COLUMNS)
    assert len(table.read_text().splitlines()) == 5
    assert picture.read_bytes().startswith(b"\x89PNG")
    with Ledger(tmp_path / "t.db") as ledger:
        kept = ledger.logs()
        assert [hashlib.sha256(log).hexdigest() for _, _, log in kept] == [r.digest for r in ledger.results()]


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_tournament_that_is_killed_twice_resumes_to_the_same_table(duel: Path, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    words = ("tournament", duel, "--games", "160", "--rulesets", "all", "--brains", "aggressive", "random", "-j", "2")
    for _ in range(2):
        before = count(broken) if broken.exists() else 0
        process = subprocess.Popen(
            command(*words, "--db", broken), env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        patience = time.monotonic() + 60
        while time.monotonic() < patience and process.poll() is None:
            if broken.exists() and count(broken) > before:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert before < count(broken) < 160, "it was killed in the middle"
    again = run(*words, "--db", broken)
    assert again.returncode == 0, again.stderr
    straight = run(*words, "--db", whole)
    assert straight.returncode == 0, straight.stderr
    assert rows(broken) == rows(whole)
    assert len(rows(whole)) == 160

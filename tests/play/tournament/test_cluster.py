"""On a cluster the table is the same, and a killed worker only costs time."""

import os
import signal
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("distributed")

from tests.fights import fight
from tests.play.tournament.four_ways import cluster
from tests.under_test import HOME

from fivefoot.play.tournament.cluster import cluster_for, play_chunk
from fivefoot.play.tournament.ledger import Ledger, Played
from fivefoot.play.tournament.pairings import Entrant, Schedule, pairings_of
from fivefoot.play.tournament.workers import Alone, play_all

DUEL = fight(
    """
    .......
    a.:.#.b
    """,
    both='hp = 9\ndamage = "1d6+2"',
)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL here")
def test_a_killed_worker_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # workers are fresh processes: they find the checkout as this one does
    monkeypatch.setenv("PYTHONPATH", HOME)
    plan = Schedule(
        entries=(Entrant("duel", DUEL, ("d20-srd",)),), pairings=pairings_of(["aggressive", "random"]), games=40, seed=1
    )
    with Ledger(tmp_path / "alone.db") as alone, Ledger(tmp_path / "cluster.db") as ledger:
        play_all(plan, alone, Alone(plan))
        killed: list[int] = []
        with cluster_for(plan, "local", 2) as crew:
            workers: dict[str, int] = crew._client.run(os.getpid)  # type: ignore[attr-defined]

            def progress(battles: int) -> None:
                if not killed:
                    killed.append(next(iter(workers.values())))
                    os.kill(killed[0], signal.SIGKILL)

            play_all(plan, ledger, crew, progress)
        assert killed
        assert ledger.results() == alone.results()
        assert len(alone.results()) == 40


def test_a_worker_keeps_the_logs_that_are_asked_for_now() -> None:
    plan = Schedule(
        entries=(Entrant("duel", DUEL, ("d20-srd",)),), pairings=pairings_of(["aggressive", "random"]), games=1, seed=1
    )
    kept = []
    for keep in ("none", "all", "none"):
        packed = play_chunk(msgspec.structs.replace(plan, keep=keep), (0,))
        (played,) = msgspec.msgpack.decode(zlib.decompress(packed), type=list[Played])
        kept.append(bool(played.log))
    assert kept == [False, True, False]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL here")
def test_a_scheduler_of_ones_own_and_a_worker_that_is_killed_for_good(tmp_path: Path) -> None:
    plan = Schedule(
        entries=(Entrant("duel", DUEL, ("d20-srd",)),), pairings=pairings_of(["aggressive", "random"]), games=40, seed=1
    )
    with Ledger(tmp_path / "alone.db") as alone, Ledger(tmp_path / "cluster.db") as ledger:
        play_all(plan, alone, Alone(plan))
        with cluster() as (address, workers), cluster_for(plan, address, 2) as crew:

            def progress(battles: int) -> None:
                workers[0].kill()

            play_all(plan, ledger, crew, progress)
            assert workers[0].wait(10) != 0
            assert workers[1].poll() is None
        assert ledger.results() == alone.results()
        assert len(alone.results()) == 40

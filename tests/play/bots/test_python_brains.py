"""A Python brain in a process of its own sees the same battle as inside fivefoot, and leaves nothing behind."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.fights import fight

from fivefoot.components.events import Refused
from fivefoot.components.intents import End
from fivefoot.engine.brains import BRAINS, DecisionLog, View
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import EPIC_PATH
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.read import parse, read
from fivefoot.play.battle import Battle
from fivefoot.play.bots import BotRules, python_brains
from fivefoot.play.bots.python_brains import python_brain
from fivefoot.play.match import Match, brains_for
from fivefoot.play.players import contest, seat
from fivefoot.play.save import digest

SCENARIOS = Path(__file__).parents[3] / "assets" / "scenarios"
DUEL = fight("ab..\n....", both='hp = 90\ndamage = "1d6+2"')
MODULE = """
import os, subprocess, sys, time

class Remembering:
    def __init__(self):
        self.turns = 0

    def turn(self, view):
        self.turns += 1
        print(f"{os.getpid()} {self.turns}")
        return
        yield

class Sleepy(Remembering):
    def turn(self, view):
        yield from super().turn(view)
        if self.turns == 2:
            time.sleep(60)

def vanishing(view):
    os._exit(9)

def starting(view):
    child = subprocess.Popen(["sleep", "60"], start_new_session=True)
    print(child.pid)
    time.sleep(60)

def meddling(view):
    view.me.health.hp = 10_000
    for foe in view.enemies:
        foe.health.hp = 0
        foe.position.cube = (3, 1, 0)
    return {"do": "attack", "target": "bob"}
"""


@pytest.fixture(autouse=True)
def owned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module of the owner's where the owner is; afterwards no process is kept for another battle."""
    (tmp_path / "own_brains.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield
    for process in python_brains._IDLE.values():
        process.close()
    python_brains._IDLE.clear()


def children() -> list[psutil.Process]:
    """What this process has started and still runs."""
    return [one for one in psutil.Process().children(recursive=True) if one.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize("brain", ["aggressive", "cunning", "random"])
@pytest.mark.parametrize("scenario", ["bridge", "ford", "giants"])
def test_a_brain_plays_in_its_process_as_it_would_in_ours(brain: str, scenario: str) -> None:
    plain, _ = unscripted(read(SCENARIOS / f"{scenario}.toml"))
    with Battle(plain, seed=5) as battle:
        ours = Match(battle, brains_for(plain, brain, "aggressive"), rounds=3).play()
    (Path.cwd() / "shelf.py").write_text(
        f"from fivefoot.engine.brains import BRAINS\nbrain = BRAINS[{brain!r}]\n", encoding="utf-8"
    )
    with seat(plain, "shelf:brain", "aggressive") as table, Battle(plain, seed=5) as battle:
        theirs = contest(Match(battle, table.brains, rounds=3), table)
        assert table.faults == []
    assert digest(theirs) == digest(ours)


def test_decisions_of_a_brain_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    (Path.cwd() / "shelf.py").write_text("from fivefoot.engine.brains import BRAINS\nbrain = BRAINS['cunning']\n")
    scenario = parse(DUEL)
    logs: list[DecisionLog] = []
    for red in ("shelf:brain", "cunning"):
        logs.append(DecisionLog())
        with seat(scenario, red) as table, Battle(scenario, seed=4) as battle:
            contest(Match(battle, table.brains, rounds=2, journal=logs[-1]), table)
    assert logs[0].thoughts == logs[1].thoughts
    assert len(logs[0].thoughts) > 3


def test_a_brain_cannot_meddle_with_the_battle() -> None:
    scenario = parse(DUEL)
    with seat(scenario, "own_brains:meddling") as table, Battle(scenario, seed=4) as battle:
        Match(battle, table.brains, rounds=1).play_turn()
        assert battle.creature("ann").health.hp == 90
        assert battle.creature("bob").cube == (1, 0, 0)


def test_a_brain_remembers_for_a_battle_and_its_process_serves_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = parse(DUEL)
    for _ in range(2):
        with seat(scenario, "own_brains:Remembering", "random") as table, Battle(scenario, seed=4) as battle:
            contest(Match(battle, table.brains, rounds=3), table)
    said = [tuple(map(int, line.split())) for line in capsys.readouterr().err.splitlines()]
    assert [turns for _, turns in said] == [1, 2, 3, 1, 2, 3]
    assert len({pid for pid, _ in said}) == 1


def test_a_killed_brain_restarts_and_still_knows_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = parse(DUEL)
    rules = BotRules(python=0.5)
    with seat(scenario, "own_brains:Sleepy", "random", rules) as table, Battle(scenario, seed=4) as battle:
        contest(Match(battle, table.brains, rounds=3), table)
        assert [fault.kind for fault in table.faults] == ["hang"]
        assert table.faults[0].round == 2
    said = [tuple(map(int, line.split())) for line in capsys.readouterr().err.splitlines()]
    assert [turns for _, turns in said] == [1, 1], "what was said before it was killed is lost with it"
    assert len({pid for pid, _ in said}) == 2


def test_a_brain_that_ends_its_process_loses_its_turn() -> None:
    scenario = parse(DUEL)
    with seat(scenario, "own_brains:vanishing") as table, Battle(scenario, seed=4) as battle:
        contest(Match(battle, table.brains, rounds=1), table)
        assert [str(fault.kind) for fault in table.faults] == ["crash"]
        assert "status 9" in table.faults[0].detail


def test_nothing_is_left_of_a_brain_that_was_killed() -> None:
    scenario = parse(DUEL)
    before = set(children())
    rules = BotRules(python=0.5)
    with seat(scenario, "own_brains:starting", "random", rules) as table, Battle(scenario, seed=4) as battle:
        Match(battle, table.brains, rounds=1).play()
        assert [fault.kind for fault in table.faults] == ["hang"]
    assert set(children()) - before == set()


def test_undo_reaches_the_process_of_a_brain(capsys: pytest.CaptureFixture[str]) -> None:
    """After a turn has been taken back, the brain sees the battle as it is."""
    (Path.cwd() / "telling.py").write_text("def brain(view):\n    print(view.world.round, view.me.health.hp)\n")
    scenario = parse(DUEL)
    player = python_brain("telling:brain", "", "")
    with Battle(scenario, seed=4) as battle:
        match = Match(battle, {"ann": player, "bob": BRAINS["aggressive"]})
        for _ in range(5):
            match.play_turn()
        hurt = battle.creature("ann").health.hp
        told = capsys.readouterr().err.splitlines()
        assert hurt is not None
        assert hurt < 90
        battle.take_back(len(battle.commands))
        match.play_turn()
        match.play_turn()
        again = capsys.readouterr().err.splitlines()
    player.close()
    assert player.faults == []
    assert again[0] == told[0] == "1 90"


def test_unregistered_rules_do_not_reach_another_process() -> None:
    from dataclasses import replace

    scenario = parse(DUEL)
    with Battle(scenario, rules=replace(EPIC_PATH, title="Mine")) as battle:
        player = python_brain("own_brains:Remembering", "", "")
        with (
            contextlib.closing(player),
            pytest.raises(ScenarioError, match="an AI player as an object instead of its name"),
        ):
            Match(battle, {"ann": player, "bob": player}).play_turn()


def test_the_process_of_a_brain_is_in_the_folder_of_the_owner() -> None:
    before = set(psutil.Process().children())  # of other tests in this process, on their way out
    player = python_brain("own_brains:Remembering", "", "")
    started = set(psutil.Process().children()) - before
    (guard,) = [one for one in started if "guard.py" in " ".join(one.cmdline())]
    assert Path(guard.cwd()) == Path(os.getcwd())
    player.close()


def test_a_brain_process_receives_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    """A brain hears what came of its intent also where nothing was done to the battle."""
    code = "def brain(view):\n    came = yield {'do': 'end'}\n    print(came[0].reason)\n"
    (Path.cwd() / "greedy.py").write_text(code)
    player = python_brain("greedy:brain", "", "")
    with Battle(parse(DUEL), seed=4) as battle, contextlib.closing(player):
        battle.begin_turn("ann")
        player.follow(battle)
        play = player.turn(View(battle.world, battle.creature("ann")))
        assert next(play) == End()
        refused = Refused(actor="ann", intent="end", reason="no such luck", rules=())
        with pytest.raises(StopIteration):
            play.send([refused])
    assert capsys.readouterr().err == "no such luck\n"

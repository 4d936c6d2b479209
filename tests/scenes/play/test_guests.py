"""Users' brains at the board: programs and Python objects, named on the command line."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.battle import Battle
from fivefoot.play.bots import BotRules, Limits
from fivefoot.play.match import Match
from fivefoot.play.players import contest, seat
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.commands.app import app
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

from ..duel import duel

pytestmark = pytest.mark.usefixtures("drawing")
NEAREST = f"cmd:{sys.executable} {Path(__file__).parents[3] / 'examples' / 'bots' / 'nearest.py'}"


def scenario() -> Battle:
    """The duel."""
    return fivefoot.loads(duel(ALL[0].name, feet=True))


def watched(table: Session, *, beside: bool = True) -> None:
    """Watch a battle to its end."""
    scene = BoardScene(table, speed=0.0, beside=beside)
    stage = SceneStack(open_window((640, 480), "test"), scene)
    for _ in range(20_000):
        if table.over and not scene.state.work.out:
            return
        stage.frame(0.02)
        pygame.time.wait(1)
    raise AssertionError("it is never over")


def test_a_program_and_a_python_object_play_as_they_do_without_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    table = Session(scenario())
    table.seat("red", NEAREST)
    table.seat("blue", "timid:stands_still")
    watched(table)
    assert table.faults == []
    with seat(table.battle.scenario, NEAREST, "timid:stands_still") as players, scenario() as battle:
        contest(Match(battle, players.brains), players)
        assert replay_file.log_lines(table.battle.events) == replay_file.log_lines(battle.events)


def test_both_sides_may_be_played_by_the_same_program() -> None:
    table = Session(scenario())
    table.seat("red", NEAREST)
    table.seat("blue", NEAREST)
    assert len(table.guests) == len(set(map(id, table.guests))) == 2
    assert table.players["blue"] == f"{NEAREST} (blue)"


@pytest.mark.parametrize("forfeit", ["turn", "battle"])
def test_a_program_that_answers_nonsense_loses_its_turn_or_the_battle(forfeit: str) -> None:
    table = Session(scenario())
    table.seat("red", "aggressive")
    rules = BotRules(Limits(turn=2.0), "battle" if forfeit == "battle" else "turn")
    table.seat("blue", f'cmd:{sys.executable} -c "print(3)"', rules)
    watched(table)
    assert table.faults
    last = table.battle.events[-1].to_dict()
    assert last["winner"] == "red"
    assert (last["why"] == "blue has forfeited") == (forfeit == "battle")


def test_an_unknown_name_is_an_error_that_lists_the_known_ones(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(duel(ALL[0].name, feet=True), encoding="utf-8")
    for name, allowed in (("genius", "cmd:PROGRAM"), ("no_such_module:thing", "cmd:PROGRAM"), ("cmd:", "command line")):
        outcome = CliRunner().invoke(app, ["play", str(file), "--blue", name])
        assert outcome.exit_code == 2, outcome.output
        assert allowed in outcome.output
        assert "--blue" in outcome.output

"""The example game whose rules are data: each of its abilities does what it says, and it is played to its end."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.under_test import HOME

import fivefoot

GAME = Path(__file__).parents[1] / "examples" / "game_of_data"


@pytest.fixture
def battle() -> Any:
    text = (GAME / "keep.toml").read_text(encoding="utf-8")
    with fivefoot.loads(text) as made:
        made.run()
        made.effect([{"do": "teleport", "target": "ogre", "to": [8, 2]}], by="a test")
        yield made


def happened(battle: Any, name: str, **use: Any) -> list[dict[str, Any]]:
    since = len(battle.events)
    battle.begin_turn(name)
    refusal = battle.why(name, {"do": "use", **use})
    assert refusal is None, refusal
    battle.act(name, {"do": "use", **use})
    battle.end_turn()
    return [event.to_dict() for event in battle.events[since:]]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def test_the_door_is_open_and_backstab_waits_for_a_feint(battle: Any) -> None:
    assert battle.world.board.edge((6, 3), (7, 3)) is None
    battle.effect([{"do": "teleport", "target": "nell", "to": [8, 4]}], by="a test")
    battle.effect([{"do": "teleport", "target": "ogre", "to": [9, 2]}], by="a test")
    stab = {"do": "use", "ability": "backstab", "target": "ogre"}
    assert "cannot be used now" in battle.why("nell", stab).reason
    battle.effect([{"do": "condition", "target": "ogre", "condition": "off-guard"}], by="a test")
    assert battle.why("nell", stab) is None
    odds = battle.odds("nell", stab)["ogre"]
    assert odds.most == 9 + 18


def test_a_fireball_asks_for_saves_and_burns(battle: Any) -> None:
    events = happened(battle, "isa", ability="fireball", at=[9, 3])
    assert kinds(events).count("rolled") == 3  # two saves, one roll of damage
    assert [event["left"] for event in events if event["event"] == "resource"] == [6]
    assert "damaged" in kinds(events)


def test_ground_burns_a_wolf_comes_and_arrows_fly_in_pairs(battle: Any) -> None:
    assert "zone-made" in kinds(happened(battle, "isa", ability="ignite", at=[8, 3]))
    assert kinds(happened(battle, "bram", ability="double-shot", target="ogre")).count("struck") == 2
    assert "joined" in kinds(happened(battle, "isa", ability="call-wolf", at=[4, 4]))
    assert battle.creature("wolf").side == "red"


def test_dash_and_strike_and_a_potion(battle: Any) -> None:
    dash = {"ability": "dash", "at": [7, 3], "choices": [{"target": "ogre"}]}
    events = happened(battle, "nell", **dash)
    assert "moved" in kinds(events)
    assert "struck" in kinds(events)
    battle.effect([{"do": "heal", "target": "nell", "amount": 99}], by="a test")
    battle.effect([{"do": "damage", "target": "nell", "amount": 10}], by="a test")
    assert "healed" in kinds(happened(battle, "nell", ability="quaff"))
    battle.begin_turn("nell")
    assert "Potion" in battle.why("nell", {"do": "use", "ability": "quaff"}).reason


@pytest.mark.parametrize("typed", [None, "1\n4 3\n\n2\n\n"])
def test_the_game_plays_to_its_end(typed: str | None, tmp_path: Path) -> None:
    script = GAME / "play.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) < 60
    command = [sys.executable, str(script), *(["--demo"] if typed is None else [])]
    keys = (typed or "") + "\n" * 200
    environment = {"PYTHONPATH": HOME}
    done = subprocess.run(
        command, env=environment, cwd=tmp_path, input=keys, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "uses" in done.stdout

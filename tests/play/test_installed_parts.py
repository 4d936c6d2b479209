"""A game installed beside fivefoot: files, saves, commands, workers, brains and bots know its parts."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.under_test import HOME

from fivefoot import Battle, ScenarioError, register
from fivefoot.engine.rules.own_intents import OWN_INTENTS
from fivefoot.play.parts import REGISTERED

from .test_own_parts import BOMB, PARTS, YARD, Traps, bombs

ROOT = Path(__file__).parents[2]

GAME = '''
"""The parts of a game."""
from dataclasses import replace
from fivefoot import RULESETS, register
from fivefoot.brains import Deciding
from tests.play.test_own_parts import BOMB, Bombs, ThrowBomb, Traps, bombs

for part in (BOMB, Traps, bombs, Bombs, replace(RULESETS["epic-path"], name="bombs", title="Bombs")):
    register(part)

class Thrower:
    """Throws what it can."""
    name = "thrower"
    def turn(self, view):
        for wanted in list(view.legal("throw-bomb"))[:1]:
            yield wanted

register(Thrower())
throwing = Deciding("throwing", lambda view: next(view.legal("throw-bomb"), None))
'''
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": "fivefoot-bot", "version": 1}
    elif message["type"] == "choose":
        throws = [one for one in message["legal"] if one["do"] == "throw-bomb"]
        enemy = next(one for one in message["creatures"] if one["name"] != message["actor"])
        wanted = throws[0] | {"at": enemy["at"][:2]} if throws else {"do": "end"}
        answer = {"type": "intent", "id": message["id"], "intent": wanted}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""
SCRIPTED = YARD | {
    "turns": [{"actor": "ann", "intents": [{"do": "throw-bomb", "at": [4, 2]}]}],
    "expect": [
        {"at": {"orc": [7, 2]}},
        {"event": {"event": "done", "intent": "throw-bomb", "actor": "ann"}},
        {"event": {"event": "forced", "by": "the bomb of ann"}, "count": 2},
    ],
}


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the game as pip would have installed it, and a scenario that needs it."""
    (tmp_path / "bomb_game.py").write_text(GAME)
    about = tmp_path / "bomb_game-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bomb-game\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[fivefoot.parts]\nbombs = bomb_game\n")
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "yard.json").write_text(json.dumps(SCRIPTED))
    return tmp_path


def called(folder: Path, *words: str, status: int = 0) -> str:
    """What a command prints."""
    paths = os.pathsep.join([HOME, str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "fivefoot", *words],
        env=os.environ | {"PYTHONPATH": paths},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_scripts_expectations_and_the_schema_know_its_intents(installed: Path) -> None:
    lines = [json.loads(line) for line in called(installed, "run", "yard.json", "--json").splitlines()]
    assert {"intent": "throw-bomb", "data": {"at": [4, 2]}}.items() <= lines[-2].items()
    assert called(installed, "check", "yard.json").splitlines()[-1] == "1 passed, 0 failed"
    schema = json.loads(called(installed, "schema"))
    assert schema["$defs"]["ThrowBomb"]["properties"]["do"]["enum"] == ["throw-bomb"]
    assert {"$ref": "#/$defs/ThrowBomb"} in schema["$defs"]["TurnSpec"]["properties"]["intents"]["items"]["anyOf"]


@pytest.mark.nightly
def test_brains_bots_workers_and_comparisons_know_its_parts(installed: Path) -> None:
    (installed / "plain.json").write_text(json.dumps(YARD))
    for brain in ("thrower", f"cmd:{sys.executable} bot.py"):
        log = called(installed, "battle", "plain.json", "--red", brain, "--blue", "random", "--rounds", "3", "--json")
        thrown = [line for line in map(json.loads, log.splitlines()) if line.get("intent") == "throw-bomb"]
        assert [line["event"] for line in thrown if line["actor"] == "ann"][:1] == ["done"], brain
    called(
        installed, "tournament", "plain.json", "--games", "4", "--brains", "thrower,random", "--jobs", "2",
        "--rulesets", "bombs", "--rounds", "3", "--db", "t.db",
    )  # fmt: skip
    with sqlite3.connect(installed / "t.db") as ledger:
        rows = list(ledger.execute("select ruleset, why from battles"))
    assert len(rows) == 4
    assert {ruleset for ruleset, _ in rows} == {"bombs"}
    assert "bombs" in called(installed, "compare", "plain.json", "--rulesets", "bombs,d20-srd", "--games", "2").lower()


@pytest.mark.slow
def test_saves_are_replayed_and_a_brain_elsewhere_follows(installed: Path) -> None:
    play = """
import fivefoot, sys
battle = fivefoot.load("yard.json")
battle.run()
battle.world.add("ann", sys.modules["bomb_game"].Bombs(7))
battle.end_turn()
open("yard.save", "w").write(battle.save())
"""
    paths = os.pathsep.join([HOME, str(installed), str(ROOT)])
    subprocess.run([sys.executable, "-c", play], env=os.environ | {"PYTHONPATH": paths}, cwd=installed, check=True)
    assert called(installed, "replay", "yard.save", "--verify", "--html", "yard.html").splitlines() == ["the same log"]
    (installed / "plain.json").write_text(json.dumps(YARD))
    for brain in (("bomb_game:Thrower",), ("bomb_game:throwing", "--explain")):
        log = called(installed, "battle", "plain.json", "--blue", "random", "--rounds", "3", "--json", "--red", *brain)
        assert '"event":"done"' in log
        assert '"intent":"throw-bomb"' in log
    (installed / "bomb_game-1.dist-info" / "entry_points.txt").unlink()
    assert "Traps, which this game does not give" in called(installed, "replay", "yard.save", "--verify", status=2)
    assert "throw-bomb" in called(installed, "run", "yard.json", status=2)


def test_a_game_that_cannot_be_imported_is_named_and_others_work(installed: Path) -> None:
    (installed / "bomb_game.py").write_text("raise OSError('no disk')")
    about = installed / "quiet_game-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: quiet-game\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[fivefoot.parts]\nquiet = quiet_game\n")
    (installed / "quiet_game.py").write_text(
        "import dataclasses, fivefoot\n"
        "fivefoot.register(dataclasses.replace(fivefoot.RULESETS['epic-path'], name='quiet'))\n"
    )
    (installed / "quiet.json").write_text(json.dumps(YARD | {"ruleset": "quiet"}))
    sentence = "entry point bombs of fivefoot.parts: found an object that cannot be imported (OSError: no disk)"
    failed = called(installed, "run", "yard.json", status=2).splitlines()
    assert [sentence in line for line in failed] == [True, True]  # told at the start, and why the file is refused
    assert called(installed, "run", "quiet.json", "--json")


def test_what_is_registered_or_given_is_known_to_scripts(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match='do: found "throw-bomb"'):
        Battle.of(SCRIPTED)
    plain: dict[str, Any] = SCRIPTED | {"expect": []}
    with Battle.of(plain, **PARTS) as battle:
        battle.run()
        assert battle.creature("orc").cube == (7, 2, 0)
        with Battle.restore(battle.save(), **PARTS) as again:
            assert again.world.same(battle.world)
    register(BOMB)
    register(Traps)
    register(bombs)
    try:
        with Battle.of(SCRIPTED) as battle:
            battle.run()
            assert battle.creature("orc").cube == (7, 2, 0)
            with Battle.restore(battle.save()) as again:
                assert again.world.same(battle.world)
    finally:
        OWN_INTENTS.clear()
        REGISTERED.systems.clear()
        REGISTERED.equips.clear()

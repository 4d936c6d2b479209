"""Turns by mail: a file proves that it goes on from the one before by what its player may do."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fivefoot.engine.errors import ScenarioError
from fivefoot.play.battle import Battle
from fivefoot.play.mail import proved_turn
from fivefoot.play.match import Match

PLAYERS = {"red": "human", "blue": "human"}
DUEL: dict[str, Any] = {
    "ruleset": "ascension", "seed": 3, "board": {"map": "........\n........\n"},
    "creatures": [
        {"name": "Ann", "side": "red", "at": [1, 0], "hp": 12, "attack": 6, "damage": "1d6+2"},
        {"name": "Bea", "side": "blue", "at": [6, 0], "hp": 12, "attack": 5, "damage": "1d6+2"},
    ],
}  # fmt: skip


def begun(**more: Any) -> Battle:
    battle = Battle.of(DUEL | more)
    battle.roll_initiative()
    battle.begin_turn("Ann" if battle.order[0] == "Ann" else "Bea")
    return battle


def move(battle: Battle) -> None:
    """The creature on turn steps to another row, and the next turn begins."""
    name = battle.active
    assert name is not None
    x, y, _ = battle.creature(name).cube
    battle.act(name, {"do": "move", "to": [x, 1 - y]})
    battle.end_turn()
    Match(battle, {}).begin_next()


def test_a_turn_that_goes_on_is_proved() -> None:
    """Turn by turn, from one side to the other; a digest names the log that the next must begin with."""
    battle = begun()
    texts, sides = [battle.save(PLAYERS)], []
    for _ in range(4):
        assert battle.active is not None
        sides.append(battle.creature(battle.active).side)
        move(battle)
        texts.append(battle.save(PLAYERS))
    turns = [proved_turn(one, other) for one, other in pairwise(texts)]
    assert [turn.sides for turn in turns] == [(side,) for side in sides]
    assert [turn.waits for turn in turns] == [*sides[1:], sides[0]]
    assert len({turn.digest for turn in turns}) == 4
    assert turns[-1].events == len(battle.events)
    with pytest.raises(ScenarioError, match="the acts of one side"):
        proved_turn(texts[0], texts[2])
    with pytest.raises(ScenarioError, match="another battle, or another past"):
        proved_turn(texts[2], texts[1])


def test_a_turn_that_is_made_up_is_refused() -> None:
    """Other dice, another scenario, a referee's act, more than one's own means, a changed log."""
    first = begun().save(PLAYERS)

    def refused(battle: Battle, why: str) -> None:
        with pytest.raises(ScenarioError, match=why):
            proved_turn(first, battle.save(PLAYERS))

    other = begun(seed=4)
    refused(other, "another")
    strong = begun(creatures=[one | {"hp": 90} for one in DUEL["creatures"]])
    refused(strong, "another")
    referee = begun()
    referee.effect([{"do": "damage", "target": "Bea", "amount": 5}], by="a wish")
    refused(referee, "the commands of a turn")
    afar = begun()
    assert afar.active is not None
    foe = "Bea" if afar.active == "Ann" else "Ann"
    assert afar.act(afar.active, {"do": "attack", "target": foe, "ranged": True})[0].event != "refused"
    refused(afar, "own means")
    won = begun()
    won.conclude("red", "it says so")
    refused(won, "decided")
    honest = begun()
    move(honest)
    text = json.loads(honest.save(PLAYERS))
    text["digest"] = "0" * len(text["digest"])
    with pytest.raises(ScenarioError):
        proved_turn(first, json.dumps(text))
    with pytest.raises(ScenarioError):
        proved_turn(first, "a letter")


def fivefoot(*words: str, status: int = 0) -> str:
    done = subprocess.run([sys.executable, "-m", "fivefoot", *words], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_the_command_begins_a_battle_and_proves_its_turns(tmp_path: Path) -> None:
    from fivefoot.scenes.views import replay_file

    (tmp_path / "duel.json").write_text(json.dumps(DUEL), encoding="utf-8")
    first, second = tmp_path / "first.fivefoot", tmp_path / "second.fivefoot"
    fivefoot("mail", str(tmp_path / "duel.json"), "-o", str(first), "--seats", "red,blue")
    told = json.loads(fivefoot("mail", str(first), "--json"))
    assert told["waits"] in ("red", "blue")
    record = replay_file.read(first)
    assert record.players == PLAYERS
    battle = record.battle()
    move(battle)
    second.write_bytes(replay_file.record_of(battle, PLAYERS))
    proof = json.loads(fivefoot("mail", str(second), "--after", str(first), "--json"))
    assert (proof["sides"], proof["waits"]) == ([told["waits"]], "red" if told["waits"] == "blue" else "blue")
    assert "has the turn" in fivefoot("mail", str(second), "--after", str(first))
    assert "another past" in fivefoot("mail", str(first), "--after", str(second), status=2)

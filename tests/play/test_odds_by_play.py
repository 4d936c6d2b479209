"""Odds for which the battle is played ahead: forced movement, turn ends and starts, granted moves."""

import json
from typing import Any

import pytest

from fivefoot.engine.legality.intent_odds import CreatureOdds
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads
from fivefoot.rules import Refusal

TWO_D6 = {"F": {"damage": "2d6", "hazard": True}}
THREE = {"F": {"damage": 3, "hazard": True}}


def battle(ruleset: str, board: str, *creatures: dict[str, Any], legend: dict[str, Any] = THREE, **more: Any) -> Battle:
    placed = [{"hp": 30, "side": "red" if one["name"] == "mia" else "blue"} | one for one in creatures]
    scene = {"ruleset": ruleset, "board": {"map": board, "legend": legend}, "creatures": placed}
    return loads(json.dumps(scene | more))


def odds(of: Battle, **intent: Any) -> dict[str, CreatureOdds]:
    found = of.odds("mia", intent)
    assert not isinstance(found, Refusal)
    return dict(found)


def told(one: CreatureOdds) -> tuple[int, float, int]:
    return one.least, pytest.approx(one.mean), one.most


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "draw-steel"])
def test_a_push_onto_ground_with_dice_is_exact(ruleset: str) -> None:
    failed = [{"do": "damage", "amount": "1d6"}, {"do": "force", "distance": 10}]
    shove = {"pays": "free", "target": {"kind": "creature"}, "roll": {"save": "reflex", "dc": 12}}
    creatures = {"name": "mia", "at": [0, 0], "can": ["shove"]}, {"name": "orc", "at": [1, 0]}
    abilities = {"shove": shove | {"on": {"failure": failed}}}
    with battle(ruleset, "..F..", *creatures, legend=TWO_D6, abilities=abilities) as fought:
        found = odds(fought, do="use", ability="shove", target="orc")["orc"]
        assert told(found) == (0, 0.55 * 10.5, 18)

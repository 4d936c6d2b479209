"""A flier without speed falls, whatever took its speed."""

import json
from typing import Any

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads


def battle(ruleset: str, *, hover: bool) -> Battle:
    """A bat three squares up, a lead condition and a lead ring."""
    speed = 6 * RULESETS[ruleset].unit
    scene = {
        "ruleset": ruleset,
        "board": {"map": "....."},
        "conditions": {"leaden": {"speed": -speed}, "heavy": {"speed": -speed // 2, "stack": "each"}},
        "items": {"anchor": {"slot": "foot", "adds": {"speed": -speed}}},
        "creatures": [
            {"name": "ann", "side": "red", "at": [0, 0]},
            {"name": "bat", "side": "blue", "at": [2, 0, 3], "hp": 50, "speed": {"fly": speed}, "hover": hover},
        ],
    }
    return loads(json.dumps(scene))


HEAVY = {"do": "condition", "target": "bat", "condition": "heavy", "until": "turn-end", "times": 2}
ACTS: dict[str, list[dict[str, Any]]] = {
    "condition": [{"do": "condition", "target": "bat", "condition": "leaden"}],
    "stacked condition": [HEAVY, HEAVY],
    "item": [{"do": "equip", "target": "bat", "item": "anchor"}],
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_flier_without_speed_falls_unless_it_hovers(ruleset: str, act: str) -> None:
    for hover in (False, True):
        with battle(ruleset, hover=hover) as fight:
            fight.begin_turn("ann")
            fight.effect(ACTS[act], by="a curse")
            assert fight.creature("bat").cube == (2, 0, 3 if hover else 0)

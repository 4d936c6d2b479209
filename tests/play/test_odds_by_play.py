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


def told(one: CreatureOdds) -> tuple[int, Any, int]:
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


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_granted_move_meets_the_ground_on_its_way(ruleset: str) -> None:
    unit = RULESETS[ruleset].unit
    march = {
        "pays": "free",
        "target": {"kind": "creature", "who": "any"},
        "each": [{"do": "move", "distance": 3 * unit, "to": [4, 0]}],
    }
    creatures = {"name": "mia", "at": [0, 0], "can": ["march"]}, {"name": "cat", "at": [1, 0], "speed": 6 * unit}
    with battle(ruleset, "..F..", *creatures, abilities={"march": march}) as fought:
        assert told(odds(fought, do="use", ability="march", target="cat")["cat"]) == (3, 3, 3)
        fought.act("mia", {"do": "use", "ability": "march", "target": "cat"})
        assert [event.amount for event in fought.events if event.event == "damaged"] == [3]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_granted_move_draws_opportunity_attacks(ruleset: str) -> None:
    unit = RULESETS[ruleset].unit
    leap = {
        "pays": "free",
        "target": {"kind": "self"},
        "does": [{"do": "move", "target": "self", "distance": 3 * unit, "to": "at"}],
    }
    orc = {"name": "orc", "at": [1, 1], "threatens": True, "attack": 4, "damage": "1d6"}
    mia = {"name": "mia", "at": [1, 0], "can": ["leap"], "speed": 6 * unit}
    with battle(ruleset, ".....\n.....", mia, orc, abilities={"leap": leap}) as fought:
        walked = odds(fought, do="move", to=[4, 0])
        found = odds(fought, do="use", ability="leap", at=[4, 0])
        assert {who: told(one) for who, one in found.items()} == {who: told(one) for who, one in walked.items()}


BURN = {"conditions": {"burn": {"when": "turn-end", "acts": [{"do": "damage", "amount": "1d6"}]}}}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_end_of_a_turn_has_odds(ruleset: str) -> None:
    creatures = {"name": "mia", "at": [0, 0], "conditions": ["burn"]}, {"name": "orc", "at": [1, 0]}
    with battle(ruleset, "...", *creatures, **BURN) as fought:
        assert told(odds(fought, do="end")["mia"]) == (1, 3.5, 6)
        fought.begin_turn("mia")
        assert told(odds(fought, do="end")["mia"]) == (1, 3.5, 6)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_odds_count_the_start_of_a_turn_that_is_not_open_yet(ruleset: str) -> None:
    burn = {"burn": {"when": "turn-start", "acts": [{"do": "damage", "amount": 2}]}}
    creatures = {"name": "mia", "at": [0, 0], "conditions": ["burn"]}, {"name": "orc", "at": [5, 0]}
    with battle(ruleset, "..F...", *creatures, conditions=burn) as fought:
        walk = {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]}
        assert told(odds(fought, **walk)["mia"]) == (5, 5, 5)
        fought.begin_turn("mia")
        assert told(odds(fought, **walk)["mia"]) == (3, 3, 3)


def test_odds_leave_out_the_end_of_the_turn_before() -> None:
    creatures = {"name": "mia", "at": [0, 0]}, {"name": "orc", "at": [2, 0], "conditions": ["burn"]}
    with battle("d20-srd", "...", *creatures, **BURN) as fought:
        fought.begin_turn("orc")
        assert odds(fought, do="end") == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_walk_into_a_zone_that_pushes_has_the_odds_of_the_push(ruleset: str) -> None:
    unit = RULESETS[ruleset].unit
    gust = {
        "pays": "free",
        "target": {"kind": "self"},
        "does": [
            {
                "do": "zone",
                "squares": [[1, 0]],
                "enter": [{"do": "force", "distance": unit, "direction": [0, 1]}],
            }
        ],
    }
    creatures = {"name": "mia", "at": [0, 0]}, {"name": "orc", "at": [4, 0], "can": ["gust"]}
    with battle(ruleset, ".....\n.F...", *creatures, abilities={"gust": gust}) as fought:
        fought.act("orc", {"do": "use", "ability": "gust"})
        fought.begin_turn("mia")
        assert told(odds(fought, do="move", path=[[1, 0]])["mia"]) == (3, 3, 3)


def foes_around(**ability: Any) -> Battle:
    """The user mia with two orcs in a burst, and a use of hers."""
    use = {
        "pays": "free",
        "target": {"kind": "square", "range": 30},
        "area": {"shape": "burst", "size": 5},
        "affects": {"who": "enemies"},
    }
    creatures = (
        {"name": "mia", "at": [0, 0], "hp": 4, "can": ["use"], "attack": 5},
        {"name": "orc", "at": [3, 0], "ac": 15},
        {"name": "ork", "at": [3, 1], "ac": 15},
    )
    return battle("d20-srd", ".....\n.....", *creatures, abilities={"use": use | ability})


def test_one_check_against_several_targets_is_one_roll() -> None:
    failed = {"failure": [{"do": "damage", "amount": 2, "target": "self"}]}
    with foes_around(roll={"check": "arcana", "dc": 11}, on=failed) as fought:
        found = odds(fought, do="use", ability="use", at=[3, 0])["mia"]
        assert told(found) == (0, 2.0, 4)
        assert found.falls == 0.5


def test_a_user_that_goes_down_strikes_no_more() -> None:
    stab = [{"do": "damage", "amount": 4, "target": "self"}, {"do": "strike", "damage": 3}]
    with foes_around(each=stab) as fought:
        found = odds(fought, do="use", ability="use", at=[3, 0])
        fought.act("mia", {"do": "use", "ability": "use", "at": [3, 0]})
        assert found["mia"].falls == 1
        assert not [event for event in fought.events if event.event == "struck"]
        assert {"orc", "ork"}.isdisjoint(who for who, one in found.items() if one.most)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_later_step_is_for_those_targets_that_it_picks(ruleset: str) -> None:
    steps = [
        {"affects": {"where": {"has": ["open"]}}, "each": [{"do": "damage", "amount": "1d4"}]},
        {"each": [{"do": "condition", "condition": "open"}]},
    ]
    stab = {"pays": "free", "target": {}, "each": [{"do": "damage", "amount": 2}], "steps": steps}
    creatures = {"name": "mia", "at": [0, 0], "can": ["stab"]}, {"name": "orc", "at": [1, 0]}
    with battle(ruleset, "...", *creatures, abilities={"stab": stab}, conditions={"open": {}}) as fought:
        assert told(odds(fought, do="use", ability="stab", target="orc")["orc"]) == (2, 2, 2)
        fought.act("mia", {"do": "use", "ability": "stab", "target": "orc"})
        assert "open" in fought.creature("orc").condition.held
        assert told(odds(fought, do="use", ability="stab", target="orc")["orc"]) == (3, 4.5, 6)
        events = fought.act("mia", {"do": "use", "ability": "stab", "target": "orc"})
        assert [event.event for event in events].count("damaged") == 2


@pytest.mark.parametrize("pushed", [False, True], ids=["computed", "played"])
def test_the_chance_of_a_further_stack_is_told(pushed: bool) -> None:
    failed = [{"do": "condition", "condition": "venom"}, *([{"do": "force", "distance": 5}] if pushed else [])]
    spit = {"pays": "free", "target": {}, "roll": {"save": "reflex", "dc": 11}, "on": {"failure": failed}}
    creatures = {"name": "mia", "at": [0, 0], "can": ["spit"]}, {"name": "orc", "at": [1, 0], "conditions": ["venom"]}
    for stack, told_of in (("each", {"venom": 0.5}), ("longest", {})):
        conditions = {"venom": {"stack": stack}}
        with battle("d20-srd", "..F.", *creatures, abilities={"spit": spit}, conditions=conditions) as fought:
            assert odds(fought, do="use", ability="spit", target="orc")["orc"].conditions == told_of

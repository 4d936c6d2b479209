"""A scenario of one ruleset can be played under any other."""

import itertools

import pytest

import fivefoot
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.convert import converted
from fivefoot.engine.scenario.read import parse, scenario_of
from fivefoot.play.battle import Battle

FEET = """
ruleset = "epic-path"
[rules]
actions = "free"
load-slows = "walk-only"
[board]
map = '''
..........
..........
..........
..........
..........
..........
..........
..........
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
speed = { walk = 30, fly = 60 }
reach = 10
forced_reduction = [5, 10]
speed_bonuses = [{ type = "enhancement", amount = -10 }]
conditions = ["prone", "stance"]
tactics = [{ name = "near", do = "strike", when = { enemy_within = 15, has = ["stance"] } }]
[[creatures]]
name = "titan"
side = "blue"
at = [2, 2]
size = "titanic"
speed = 40
[[turns]]
actor = "titan"
intents = [{ do = "push", target = "ann", distance = 10 }, { do = "afflict", target = "ann", speed = { walk = 5 } }]
[[expect]]
hp = { ann = 3 }
"""


def test_distances_are_put_into_squares() -> None:
    scenario, notes = converted(parse(FEET), "draw-steel")
    ann = scenario.creatures[0]
    assert ann.speed == {"walk": 6, "fly": 12}
    assert (ann.reach, ann.forced_reduction, ann.speed_bonuses[0].amount) == (2, (1, 2), -2)
    assert ann.tactics[0].when.enemy_within == 3
    assert scenario.turns[0].intents[0].distance == 2  # type: ignore[union-attr]
    assert scenario.turns[0].intents[1].speed == {"walk": 1}  # type: ignore[union-attr]
    assert scenario.rules == {"actions": "free"}
    assert scenario.expect == ()
    assert any("load-slows" in note for note in notes)
    assert any("expected" in note for note in notes)


def test_sizes_unknown_to_the_new_rules_become_the_nearest() -> None:
    scenario, notes = converted(parse(FEET), "pathfinder-2e")
    assert scenario.creatures[1].size == "gargantuan"
    assert "Pathfinder 2e has no size titanic; titan is gargantuan" in notes
    squares = FEET.replace("epic-path", "draw-steel").replace("load-slows", "#").replace("titanic", "1L")
    assert converted(parse(squares), "d20-srd").scenario.creatures[1].size == "medium"


def test_a_creature_without_room_moves_to_the_nearest_place() -> None:
    cornered = FEET.replace("at = [2, 2]", "at = [5, 3]").replace("titanic", "colossal")
    scenario, notes = converted(parse(cornered), "d20-srd")
    assert scenario.creatures[1].at == (4, 2)
    assert "titan cannot be at [5, 3]; it starts at [4, 2]" in notes


@pytest.mark.parametrize(("old", "new"), list(itertools.product(RULESETS, RULESETS)))
def test_every_ruleset_into_every_other(old: str, new: str) -> None:
    unit = RULESETS[old].unit
    text = f'''
ruleset = "{old}"
[board]
map = """
.....
.....
"""
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
speed = {6 * unit}
'''
    scenario, notes = converted(parse(text), new)
    assert notes == ()
    with Battle(scenario) as battle:
        assert battle.reach("ann")[2, 0, 0].cost == 2 * RULESETS[new].unit


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(fivefoot.ScenarioError, match='ruleset: found "chess"; allowed: epic-path, '):
        converted(parse(FEET), "chess")


def test_abilities_take_the_new_unit_and_the_new_words() -> None:
    table = {
        "ruleset": "draw-steel",
        "board": {"map": "....."},
        "abilities": {
            "blast": {
                "pays": "maneuver",
                "target": {"kind": "square", "range": 10},
                "area": {"shape": "burst", "size": 2},
                "roll": {"save": "agility"},
                "on": {"tier-1": [{"do": "force", "distance": 3}], "tier-2": [{"do": "damage", "amount": 1}]},
            }
        },
        "creatures": [{"name": "ann", "side": "red", "at": [0, 0], "can": ["blast"]}],
    }
    made, notes = converted(scenario_of(table), "pathfinder-2e")
    blast = made.abilities["blast"]
    assert blast.target is not None
    assert blast.area is not None
    assert blast.roll is not None
    assert (blast.target.range, blast.area.size, blast.roll.dc, blast.pays) == (50, 10, 12, None)
    assert list(blast.on) == ["failure", "success"]
    assert blast.on["failure"][0].distance == 15  # type: ignore[union-attr]
    assert notes == ("Pathfinder 2e does not pay with 'maneuver'; blast costs what a strike does",)

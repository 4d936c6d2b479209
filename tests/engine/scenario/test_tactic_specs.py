"""Tactics in a scenario file: read strictly, and checked against names and conditions."""

import pytest

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.build import ruleset_of
from fivefoot.engine.scenario.read import parse

FILE = '''
ruleset = "draw-steel"
[board]
map = """
....
....
"""
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
ai = "tactics"
{tactics}
[[creatures]]
name = "bob"
side = "blue"
at = [3, 1]
'''


def read(tactics: str) -> None:
    scenario = parse(FILE.replace("{tactics}", tactics))
    ruleset_of(scenario)


def test_an_ordered_list_of_tactics_is_read() -> None:
    text = """
    [[creatures.tactics]]
    name = "finish it"
    do = "strike"
    target = "weakest"
    when = { target_hp_below = 30, target_within = 1 }
    [[creatures.tactics]]
    name = "get close"
    do = "approach"
    target = "bob"
    at_most = 1
    """
    scenario = parse(FILE.replace("{tactics}", text))
    finish, close = scenario.creatures[0].tactics
    assert (finish.do, finish.target, finish.when.target_hp_below) == ("strike", "weakest", 30)
    assert (close.name, close.at_most) == ("get close", 1)
    assert parse(FILE.replace("{tactics}", text)) == scenario


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('do = "fly"', "creatures[0].tactics[0].do"),
        ('do = "strike"\ntarget = "eve"', "creatures[0].tactics[0].target"),
        ('do = "guard"', "creatures[0].tactics[0].target"),
        ('do = "strike"\nwhen = { hp_below = 101 }', "creatures[0].tactics[0].when.hp_below"),
        ('do = "strike"\nwhen = { moon = "full" }', "creatures[0].tactics[0].when.moon"),
        ('do = "strike"\nwhen = { has = ["sleepy"] }', "creatures[0].tactics[0].when.has[0]"),
        ('do = "strike"\nat_most = 0', "creatures[0].tactics[0].at_most"),
    ],
)
def test_a_wrong_tactic_is_told_by_its_place(line: str, place: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(f'[[creatures.tactics]]\nname = "x"\n{line}')
    assert caught.value.place == place

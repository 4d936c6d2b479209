"""Zones that lie ahead: their harm counts for the preferred way, for previews and for odds."""

from itertools import pairwise
from random import Random

import pytest

import fivefoot

FIELD = """
ruleset = "{ruleset}"
seed = 5
[board]
map = '''
.......
.......
.......
.......
'''
[abilities.fire]
pays = "free"
target = {{ kind = "self" }}
does = [{acts}]
[[creatures]]
name = "ann"
side = "red"
at = [6, 3]
can = ["fire"]
[[creatures]]
name = "bob"
side = "blue"
at = [0, 1]
hp = 30
speed = {speed}
threatens = false
"""
RULESETS = ("epic-path", "d20-srd", "ascension", "draw-steel", "pathfinder-2e")


def field(ruleset: str, acts: str) -> fivefoot.Battle:
    speed = 6 if ruleset == "draw-steel" else 30
    battle = fivefoot.loads(FIELD.format(ruleset=ruleset, acts=acts, speed=speed))
    battle.act("ann", {"do": "use", "ability": "fire"})
    battle.end_turn()
    return battle


def zone(squares: list[list[int]], border: str = "enter") -> str:
    return f'{{ do = "zone", name = "fire", squares = {squares}, {border} = [{{ do = "damage", amount = "2d6" }}] }}'


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zone_harms_once_on_the_way_in_preview_and_odds(ruleset: str) -> None:
    battle = field(ruleset, zone([[1, 1], [2, 1], [4, 1]]))
    walk = {"do": "move", "path": [[1, 1], [2, 1], [3, 1], [4, 1]]}
    preview = battle.preview("bob", walk)
    assert isinstance(preview, fivefoot.Preview)
    assert [step.harm for step in preview.steps] == ["2d6", "", "", ""]
    odds = battle.odds("bob", walk)
    assert not isinstance(odds, fivefoot.Refusal)
    assert (odds["bob"].least, round(odds["bob"].mean, 9), odds["bob"].most) == (2, 7, 12)
    battle.act("bob", walk)
    hurt = [event for event in battle.events if event.to_dict()["event"] == "damaged"]
    assert len(hurt) == 1
    battle.close()


@pytest.mark.parametrize("border", ["enter", "leave"])
@pytest.mark.parametrize("seed", range(6))
def test_the_preferred_way_is_the_one_of_the_cheapest_that_crosses_the_fewest_borders(border: str, seed: int) -> None:
    dice = Random(seed)
    squares = [[x, y] for y in range(4) for x in range(1, 6) if dice.random() < 0.4] or [[3, 1]]
    battle = field("epic-path", zone(squares, border))
    inside = {tuple(square) for square in squares}
    reach = battle.reach("bob")

    def crossings(path: list[tuple[int, int]]) -> int:
        ways = [(a in inside, b in inside) for a, b in pairwise(path)]
        return ways.count((False, True) if border == "enter" else (True, False))

    def ways(here: tuple[int, int], left: int) -> list[list[tuple[int, int]]]:
        if here == (5, 1):
            return [[here]]
        near = [(here[0] + dx, here[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [
            [here, *way]
            for there in near
            if max(abs(5 - there[0]), abs(1 - there[1])) == left - 1 and 0 <= there[1] < 4
            for way in ways(there, left - 1)
        ]

    fewest = min(map(crossings, ways((0, 1), 5)))
    path = [(0, 1), *((x, y) for x, y, _ in reach[(5, 1, 0)].path)]
    assert len(path) == 6
    assert crossings(path) == fewest
    battle.close()

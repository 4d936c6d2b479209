"""Brains that evaluate beat the one that does not, in every ruleset and on either side, beyond chance."""

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.tournament.one_battle import ScenarioCache
from fivefoot.play.tournament.pairings import Entrant, Schedule, pairings_of
from fivefoot.play.tournament.ratings import wilson

FIELD = '''
ruleset = "d20-srd"
[board]
map = """
........
..:..#..
...o....
..#..:..
........
"""
'''
for _side, _x in (("red", 0), ("blue", 7)):
    for _y in (1, 3):
        FIELD += f'[[creatures]]\nname = "{_side}{_y}"\nside = "{_side}"\nat = [{_x}, {_y}]\n'
        FIELD += 'hp = 14\nac = 13\nattack = 5\ndamage = "1d8+2"\n'


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("brain", ["aggressive", "cunning"])
def test_each_brain_beats_the_random_one(brain: str, ruleset: str) -> None:
    plan = Schedule(
        entries=(Entrant("field", FIELD, (ruleset,)),), pairings=pairings_of([brain, "random"]), games=10, seed=1
    )
    hall = ScenarioCache(plan)
    points = 0.0
    for number in range(plan.battles):
        played = hall.play(number)
        result = played.result
        assert played.missteps == ()
        mine = "red" if result.red == brain else "blue"
        points += 0.5 if result.winner is None else float(result.winner == mine)
    assert wilson(points, plan.battles).low > 0.5, points

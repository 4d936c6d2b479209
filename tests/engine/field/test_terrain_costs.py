"""Terrain of a game's own and surcharges by place: reach, why, previews and moves agree on them."""

from collections.abc import Mapping

import pytest

import fivefoot
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.creature import Creature

FIELD = """
format = 1
ruleset = "{ruleset}"
[board]
map = '''
..........
..ffff....
..ffff....
..........
..........
'''
legend = {{ f = {{ tags = ["forest"] }} }}
[terrain.forest]
cost = 2
by = {{ cavalry = 3, elf = 1 }}
[[creatures]]
name = "ann"
side = "red"
at = [1, 2]
speed = {speed}
{kind}
[[creatures]]
name = "bob"
side = "blue"
at = [7, 4]
threatens = false
"""


def field(ruleset: str, kind: str = "", **options: object) -> fivefoot.Battle:
    speed = 8 if ruleset == "draw-steel" else 40
    text = FIELD.format(ruleset=ruleset, speed=speed, kind=f'kind = "{kind}"' if kind else "")
    return fivefoot.loads(text, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("kind", "squares"), [("", 4), ("dwarf", 4), ("cavalry", 6), ("elf", 2)])
def test_a_kind_pays_for_forest_what_the_file_says(ruleset: str, kind: str, squares: int) -> None:
    battle = field(ruleset, kind)
    unit = battle.world.rules.unit
    done = battle.act("ann", {"do": "move", "path": [[2, 2], [3, 2]]})[-1]
    assert (done.event, done.spent) == ("done", squares * unit)


def zone_of_control(world: World, mover: Creature) -> Mapping[tuple[int, int], int]:
    return {
        (x, y): 2
        for other in world.creatures
        if other.side != mover.side
        for x in range(other.position.x - 1, other.position.x + 2)
        for y in range(other.position.y - 1, other.position.y + 2)
    }


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", ["", "cavalry"])
def test_reach_why_preview_and_moves_agree_on_terrain_and_zones_of_control(ruleset: str, kind: str) -> None:
    rules = RULESETS[ruleset].with_answers({"movement.surcharge": zone_of_control})
    battle = field(ruleset, kind, rules=rules)
    plain = field(ruleset, kind)
    reach, free = battle.reach("ann"), plain.reach("ann")
    assert reach.keys() < free.keys()
    for cube, arrival in reach.items():
        if not arrival.path or not arrival.can_stop:
            continue
        wanted = {"do": "move", "path": [list(square) for square in arrival.path]}
        assert battle.why("ann", wanted) is None
        preview = battle.preview("ann", wanted)
        assert isinstance(preview, Preview)
        assert sum(step.cost for step in preview.steps) == arrival.cost
        twin = battle.fork()
        done = twin.act("ann", wanted)[-1]
        assert (done.event, done.spent, done.at) == ("done", arrival.cost, cube)
    beside = [cube for cube in free if max(abs(cube[0] - 7), abs(cube[1] - 4)) <= 1 and cube in reach]
    unit = battle.world.rules.unit
    for cube in beside:
        assert not free[cube].path or reach[cube].cost >= free[cube].cost + 2 * unit

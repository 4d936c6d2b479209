"""Places for a strike: the whole set at once equals the set found place by place."""

import random

import pytest
from tests.systems.random_battles import LEGEND, random_battle

from fivefoot.components.plan import MoveOptions
from fivefoot.engine.combat.threat import reaches_box
from fivefoot.engine.field.field import ground_for
from fivefoot.engine.field.reach import strike_anchors
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(8))
def test_places_to_strike_from_are_those_from_which_a_strike_lands(
    ruleset: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEGEND, "n", {"effect": True})  # cuts lines and does not block
    dice = random.Random(f"{ruleset} {seed}")
    scenario = random_battle(dice, ruleset)
    if scenario is None:
        return
    with Battle(scenario) as battle:
        world = battle.world
        for striker in world.creatures[:6]:
            grid = ground_for(world, striker, MoveOptions())
            for target in world.creatures[:6]:
                found = set(grid.layout.cubes(strike_anchors(world, striker, grid, target.box)))
                assert found == {
                    cube
                    for cube in grid.layout.cubes(grid.enterable)
                    if reaches_box(world, striker, target.box, striker.at(cube))
                }


def test_a_tile_that_cuts_lines_bars_strikes_and_threat() -> None:
    text = (
        'ruleset = "d20-srd"\n[board]\nmap = """\n.f.\n"""\n[board.legend]\nf = {effect = true}\n'
        '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\nreach = 10\n'
        '[[creatures]]\nname = "orc"\nside = "blue"\nat = [2, 0]\n'
    )
    with Battle(parse(text)) as battle:
        world, ann = battle.world, battle.creature("ann")
        grid = ground_for(world, ann, MoveOptions())
        assert not reaches_box(world, ann, battle.creature("orc").box)
        assert ann.cube not in grid.layout.cubes(strike_anchors(world, ann, grid, battle.creature("orc").box))
        assert (2, 0, 0) not in battle.threat("ann")


def test_a_ruleset_with_another_answer_is_not_given_what_was_compiled_for_the_first() -> None:
    text = (
        'ruleset = "d20-srd"\n[board]\nmap = """\n.#.\n...\n"""\n'
        '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\nreach = 10\n'
    )
    ours = RULESETS["d20-srd"]
    theirs = ours.with_answers({"threat.through_walls": True, "grid.corners": "free"})
    found = []
    for rules in (ours, theirs, ours):
        with Battle(parse(text), rules=rules) as battle:
            found.append(((2, 0, 0) in battle.threat("ann"), battle.reach("ann")[1, 1].cost))
    assert found == [(False, 10), (True, 5), (False, 10)]

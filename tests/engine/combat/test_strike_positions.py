"""Places to strike from: the whole set at once is the set that asking place by place finds."""

import random

import pytest
from tests.systems.random_battles import LEGEND, random_battle

from fivefoot.engine.combat.melee_reach import reaches_box
from fivefoot.engine.navigation.occupied_grid import nav_grid_for
from fivefoot.engine.navigation.strike_positions import strike_anchors
from fivefoot.engine.rules.move_options import MoveOptions
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(8))
def test_places_to_strike_from_are_those_from_which_a_strike_lands(
    ruleset: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEGEND, "n", {"effect": True})  # what cuts lines and is in nobody's way
    dice = random.Random(f"{ruleset} {seed}")
    scenario = random_battle(dice, ruleset)
    if scenario is None:
        return
    with Battle(scenario) as battle:
        world = battle.world
        for striker in world.creatures[:6]:
            grid = nav_grid_for(world, striker, MoveOptions())
            for target in world.creatures[:6]:
                found = set(grid.layout.cubes(strike_anchors(world, striker, grid, target.box)))
                assert found == {
                    cube
                    for cube in grid.layout.cubes(grid.enterable)
                    if reaches_box(world, striker, target.box, striker.at(cube))
                }

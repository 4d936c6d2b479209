"""What candidates read of a move without a search is what the search has."""

import random

import pytest
from tests.systems.random_battles import random_battle

from fivefoot.engine.brains import View
from fivefoot.engine.brains.candidates import Candidates
from fivefoot.engine.rules.budget import at_start
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_places_near_enough_need_no_search(ruleset: str) -> None:
    compared = 0
    for seed in range(12):
        made = random_battle(random.Random(seed), ruleset)
        if made is None:
            continue
        with Battle(made) as battle:
            battle.roll_initiative()
            for one in battle.world.creatures:
                view = View(*at_start(battle.world, one))
                if view.enemies:
                    early, late = Candidates(view), Candidates(view)
                    searched = late.reach.grid.ground
                    assert early.ground is searched is late.ground
                    assert early.around == late.around
                    compared += 1
    assert compared

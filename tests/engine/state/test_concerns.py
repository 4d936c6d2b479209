"""Concerns: at every event of random battles they agree with a check of all creatures."""

import random

import pytest
from tests.systems.random_battles import random_battle

from fivefoot.components.events import Event
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(4))
def test_cached_concerns_include_those_of_every_creature(ruleset: str, seed: int) -> None:
    scenario = random_battle(random.Random(f"{ruleset} {seed}"), ruleset)
    if scenario is None:
        return
    with Battle(scenario) as battle:

        def covered(event: Event) -> None:
            afresh = battle.world.copy()
            afresh.concerned = None
            known, true = battle.world.concerns, afresh.concerns
            assert known.joined or not true.joined, event
            assert known.conditions >= true.conditions, event

        battle.listen(covered)
        Match(battle, brains_for(scenario, "random", "random"), rounds=8).play()

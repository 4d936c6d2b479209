"""The shipped scenarios: sound, played to an end under every ruleset, the same every time."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.under_test import HOME

from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read
from fivefoot.play.battle import Battle
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.save import digest

SHIPPED = sorted((Path(__file__).parents[1] / "assets" / "scenarios").glob("*.toml"))
PLAY = """
import sys
from fivefoot.play.loading import load
from fivefoot.play.save import digest
from fivefoot.play.match import play_on
for path in sys.argv[1:]:
    with load(path) as battle:
        battle.run()
        print(digest(play_on(battle)))
"""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_a_scenario_is_worth_looking_at(path: Path) -> None:
    scenario = read(path)
    assert scenario.title
    sides = Counter(spec.side for spec in scenario.creatures)
    assert len(sides) == 2
    assert scenario.story
    assert scenario.difficulty
    if scenario.lesson:
        return
    assert all(3 <= count <= 6 for count in sides.values())
    assert all(spec.ai for spec in scenario.creatures)


def test_many_scenarios_are_about_more_than_beating_everybody() -> None:
    kinds = [{objective.kind for objective in read(path).objectives} for path in SHIPPED]
    assert sum(bool(kind) for kind in kinds) >= 8
    assert set().union(*kinds) >= {"reach", "hold", "survive", "protect"}


def _in_haste(scenario: Scenario) -> Scenario:
    """The same scenario, with all creatures so fast that one move leads wherever a way leads."""
    swift = [
        msgspec.structs.replace(spec, speed=dict.fromkeys(spec.speed, 500) if isinstance(spec.speed, dict) else 500)
        for spec in scenario.creatures
    ]
    return msgspec.structs.replace(scenario, creatures=tuple(swift))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_ways_lead_to_each_place_that_an_objective_names(path: Path) -> None:
    with Battle(_in_haste(read(path))) as battle:
        for goal in battle.world.objectives:
            if goal.kind not in ("reach", "hold"):
                continue
            own = [one.name for one in battle.creatures if one.side == goal.side]
            able = [name for name in own if any(cube[:2] in goal.squares for cube in battle.reach(name, fresh=True))]
            assert len(able) >= goal.count, (goal.kind, able)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_a_scenario_is_played_to_its_end_under_every_ruleset(path: Path, ruleset: str) -> None:
    scenario, _ = unscripted(read(path), ruleset)
    with Battle(scenario) as battle:
        events = play_on(battle, brains_for(scenario))
        assert not [event for event in events if event.event == "refused"]
        last = events[-1].to_dict()
    assert last["event"] == "battle-ended"
    assert last["why"]
    if ruleset == read(path).ruleset:
        assert last["winner"] is not None, last["why"]


@pytest.mark.slow
def test_scenarios_are_the_same_under_any_hash_seed() -> None:
    found = []
    for hash_seed in ("1", "7919"):
        outcome = subprocess.run(
            [sys.executable, "-c", PLAY, *map(str, SHIPPED)],
            env={**os.environ, "PYTHONPATH": HOME, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(outcome.stdout.split())
    assert found[0] == found[1]
    assert len(set(found[0])) == len(SHIPPED)
    with Battle(read(SHIPPED[0])) as battle:
        battle.run()
        assert digest(play_on(battle)) == found[0][0]

"""Any mix of play and undo, on any shipped scenario and ruleset, leaves the future as it was."""

import copy
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.play.test_own_parts import PARTS, Trap

from fivefoot.components.position import Position
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.convert import converted
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for
from fivefoot.play.save import digest

FILES = sorted((Path(__file__).parents[2] / "assets" / "scenarios").glob("*.toml"))
ASIDE = ("undo", "undo-to", "fork", "deepcopy", "pickle", "save", "nothing")


@cache
def scenario(number: int, ruleset: str) -> Scenario:
    """A shipped scenario under a ruleset."""
    return converted(read(FILES[number]), ruleset).scenario


def begun(number: int, ruleset: str, seed: int) -> Battle:
    """It, with a game's own parts aboard."""
    battle = Battle(scenario(number, ruleset), seed=seed, **PARTS)
    battle.world.create(Trap("1d4"), Position(3, 3, 0))
    return battle


def step(battle: Battle, kind: int) -> None:
    """One thing that goes on with the battle, the same for the same battle."""
    brains = brains_for(battle.scenario, "random", "random")
    if kind % 4 == 0 and battle.creatures:
        who = battle.creatures[kind % len(battle.creatures)].name
        acts: list[dict[str, Any]] = [
            {"do": "force", "target": who, "distance": 2 * battle.rules.unit, "direction": [1, 0]},
            {"do": "condition", "target": who, "condition": "dazzled", "until": "turn-end"},
        ]
        battle.effect(acts, by="mix")
    elif kind % 4 == 1 and battle.active is not None:
        battle.act(battle.active, {"do": "throw-bomb", "at": [kind % 5, 2]})
    elif kind % 4 == 2 and not battle.over:
        battle.creatures[0].health.full = kind
        battle.process()
    elif not battle.over:
        Match(battle, brains).play_turn()


def aside(battle: Battle, what: str, at: int) -> Battle:
    """Something that must leave no trace; returns the battle that goes on."""
    match what:
        case "undo":
            if battle.undo():
                assert battle.redo()
        case "undo-to":
            if battle.events:
                battle.undo(at % len(battle.events))
                battle.resume()
                battle.redo()
        case "fork":
            with battle.fork() as twin:
                step(twin, at)
        case "deepcopy":
            return copy.deepcopy(battle)
        case "pickle":
            twin = pickle.loads(pickle.dumps(battle))
            assert isinstance(twin, Battle)
            return twin
        case "save":
            return Battle.restore(battle.save(), **PARTS)
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, len(FILES) - 1),
    st.integers(1, 99),
    st.lists(st.tuples(st.integers(0, 40), st.sampled_from(ASIDE), st.integers(0, 200)), min_size=1, max_size=8),
)
def test_undo_forks_and_saves_do_not_change_later_events(
    ruleset: str, number: int, seed: int, mix: list[tuple[int, str, int]]
) -> None:
    plain, mixed = begun(number, ruleset, seed), begun(number, ruleset, seed)
    for kind, what, at in mix:
        step(plain, kind)
        step(mixed, kind)
        mixed = aside(mixed, what, at)
        assert digest(mixed.events) == digest(plain.events)
        assert [creature.components() for creature in mixed.creatures] == [c.components() for c in plain.creatures]
        assert mixed.world.things == plain.world.things

"""Odds of abilities that send creatures over an edge, onto harmful ground or to the floor."""

import json
from typing import Any

import pytest

from fivefoot.engine.legality.intent_odds import CreatureOdds
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads
from fivefoot.rules import Refusal


def ledge(ruleset: str, **ability: Any) -> Battle:
    """An orc between mia and a drop of four squares, a bat four squares up, and a use of mia's."""
    unit = RULESETS[ruleset].unit
    scene = {
        "ruleset": ruleset,
        "board": {"map": "..44....\n..44...."},
        "abilities": {"use": {"pays": "free", "target": {"kind": "creature"}} | ability},
        "creatures": [
            {"name": "mia", "side": "red", "at": [2, 0], "can": ["use"]},
            {"name": "orc", "side": "blue", "at": [3, 0], "hp": 9},
            {"name": "bat", "side": "blue", "at": [6, 0, 4], "hp": 50, "speed": {"fly": 6 * unit}},
        ],
    }
    return loads(json.dumps(scene))


def asked(battle: Battle, target: str, **intent: Any) -> CreatureOdds:
    found = battle.odds("mia", {"target": target} | (intent or {"do": "use", "ability": "use"}))
    assert not isinstance(found, Refusal)
    return found[target]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_use_that_pushes_has_the_odds_of_a_push(ruleset: str) -> None:
    far = 2 * RULESETS[ruleset].unit
    with ledge(ruleset, each=[{"do": "force", "distance": far}]) as battle:
        used, pushed = asked(battle, "orc"), asked(battle, "orc", do="push", distance=far)
        assert (used.least, used.mean, used.most) == (pushed.least, pushed.mean, pushed.most)
        assert used.most > 0
        assert used.falls == pushed.falls


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_use_that_drops_a_flier_counts_its_fall(ruleset: str) -> None:
    with ledge(ruleset, each=[{"do": "fall"}]) as battle:
        assert asked(battle, "bat").least > 0


def test_a_save_halves_the_chance_of_the_fall() -> None:
    shove = {"failure": [{"do": "force", "distance": 10}]}
    with ledge("pathfinder-2e", roll={"save": "reflex", "dc": 11}, on=shove) as battle:
        found = asked(battle, "orc")
        assert sum(found.outcomes.values()) == pytest.approx(1)
        assert (found.least, found.mean, found.most, found.falls) == (0, 5.0, 10, 0.5)


def test_a_push_on_even_ground_stays_exact() -> None:
    hit = {"hit": [{"do": "damage", "amount": "1d6"}, {"do": "force", "distance": 5}]}
    with ledge("d20-srd", roll={"strike": True}, on=hit) as battle:
        battle.effect([{"do": "tile", "at": [[2, 0], [3, 0], [2, 1], [3, 1]], "tile": "."}], by="a story")
        found = asked(battle, "orc")
        assert found.outcomes["hit"] == pytest.approx(0.55)
        assert found.mean == pytest.approx(0.55 * 3.5)
        assert found.most == 6


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_walk_harms_nobody_further_who_is_down(ruleset: str) -> None:
    scene = {
        "ruleset": ruleset,
        "board": {"map": ".FF.", "legend": {"F": {"damage": 3, "hazard": True}}},
        "creatures": [{"name": "mia", "side": "red", "at": [0, 0], "hp": 3}],
    }
    walk = {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]}
    with loads(json.dumps(scene)) as battle:
        odds = battle.odds("mia", walk)
        assert not isinstance(odds, Refusal)
        assert odds["mia"] == CreatureOdds(outcomes={}, least=3, mean=3.0, most=3, falls=1.0)
        battle.act("mia", walk)
        assert [event.amount for event in battle.events if event.event == "damaged"] == [3]

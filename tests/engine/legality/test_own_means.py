"""Intents within a creature's own means, which scripts may exceed."""

from typing import Any

import pytest
from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.events import Struck
from fivefoot.engine.legality.judge import not_granted
from fivefoot.play.battle import Battle
from fivefoot.play.input_checks import typed_of


def battle_of(ruleset: str = "d20-srd", **more: Any) -> Battle:
    """A field under a ruleset: ann with a bow beside bob, amy with a sword beside her, and a far enemy."""
    bodies: dict[str, Table] = {
        "ann": {"at": [0, 0], "damage": "1d6", "range": 30},
        "amy": {"at": [0, 1], "side": "red", "damage": "1d6"},
        "bob": {"hp": 20},
        "far": {"hp": 20},
    }
    return fivefoot.loads(drawn(ruleset, ".B.......F.......... ....................", bodies, **more))


def refused(name: str, wanted: dict[str, object], ruleset: str = "d20-srd") -> str | None:
    """Why an intent is beyond a creature's means; a script may ask for it all the same."""
    with battle_of(ruleset) as battle:
        assert battle.why(name, wanted) is None
        found = not_granted(battle.world, battle.creature(name), typed_of(wanted))
        return None if found is None else found.reason


def test_a_bow_shoots_as_far_as_its_range() -> None:
    assert refused("ann", {"do": "attack", "target": "bob", "ranged": True}) is None
    with battle_of() as battle:
        far = battle.why("ann", {"do": "attack", "target": "far", "ranged": True})
        assert far is not None
        assert far.reason == "far is 45 feet away; ann can shoot at most 30 feet"


@pytest.mark.parametrize("ruleset", fivefoot.RULESETS)
def test_a_script_shoots_no_farther_than_a_weapon_but_without_one_at_any_distance(ruleset: str) -> None:
    bow = {"weapon": {"range": 4 * fivefoot.RULESETS[ruleset].unit}}
    with battle_of(ruleset, items={"bow": bow}) as battle:
        battle.effect([{"do": "equip", "target": "amy", "item": "bow"}], by="a squire")
        for shot in ({}, {"ranged": True}, {"with": "bow"}):
            told = battle.why("amy", {"do": "attack", "target": "far"} | shot)
            assert told is not None
            assert "; amy can shoot " in told.reason
        assert battle.why("bob", {"do": "attack", "target": "ann", "ranged": True}) is None


def test_nobody_shoots_with_a_sword() -> None:
    told = refused("amy", {"do": "attack", "target": "far", "ranged": True})
    assert told == "amy has no ranged attack"


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "pathfinder-2e"])
def test_a_push_needs_reach_and_its_roll(ruleset: str) -> None:
    near = {"do": "push", "target": "bob", "distance": 5, "contest": True}
    assert refused("ann", near, ruleset) is None
    assert refused("ann", {**near, "target": "far"}, ruleset) == "far is out of reach of ann"
    assert (
        refused("ann", {**near, "distance": 30}, ruleset)
        == "ann can move another creature at most 5 feet; only an effect allows more"
    )
    if ruleset != "d20-srd":  # whose pages have no roll for it
        assert refused("ann", {**near, "contest": False}, ruleset) == "a push needs a contest roll"


def test_a_bow_reaches_to_its_range_and_a_push_one_square() -> None:
    with battle_of() as battle:
        for square, beyond in (6, False), (7, True):
            battle.creature("far").place((square, 0, 0))
            wanted = typed_of({"do": "attack", "target": "far", "ranged": True})
            assert (not_granted(battle.world, battle.creature("ann"), wanted) is not None) is beyond
    assert refused("ann", {"do": "push", "target": "bob", "distance": 10, "contest": True}) is not None


def test_afflictions_and_falls_need_a_referee() -> None:
    assert refused("ann", {"do": "afflict", "target": "bob", "condition": "dead"}) is not None
    assert refused("ann", {"do": "fall", "target": "bob"}) is not None


def test_listed_strikes_need_no_grant() -> None:
    with battle_of() as battle:
        shots = [one for one in battle.legal_intents("amy", "attack") if getattr(one, "ranged", False)]
        assert shots == []
        assert [getattr(one, "target", None) for one in battle.legal_intents("ann", "attack")] == ["bob"]


def test_later_attacks_of_a_turn_have_penalties_in_pathfinder() -> None:
    turns = [{"actor": "ann", "intents": [{"do": "attack", "target": "bob"}] * 3}]
    with battle_of("pathfinder-2e", turns=turns) as battle:
        battle.run()
        weighed = [event.modifiers for event in battle.events if isinstance(event, Struck)]
    assert weighed == [(), (("multiple attacks", -5),), (("multiple attacks", -10),)]


def test_an_unwilling_enemy_is_not_carried() -> None:
    wanted = {"do": "carry", "path": [[1, 1]]}
    against = "bob does not agree to be carried by ann"
    assert refused("ann", {**wanted, "target": "bob"}, "pathfinder-2e") == against
    assert refused("ann", {**wanted, "target": "amy"}, "pathfinder-2e") is None
    with battle_of("pathfinder-2e") as battle:
        battle.creature("bob").health.downed = True
        assert not_granted(battle.world, battle.creature("ann"), typed_of({**wanted, "target": "bob"})) is None

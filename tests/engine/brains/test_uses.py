"""Brains use abilities and items: on drawn boards, what they do, and what they must not."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.brains import BRAINS, Match
from fivefoot.engine.rulesets import RULESETS

THINKING = ("aggressive", "cunning")
ORC = {"side": "blue", "hp": 14, "damage": "1d8", "attack": 4, "ac": 13}
MATE = {"side": "red", "hp": 30, "damage": "1d6", "attack": 4}


def asked(text: str, name: str, brain: str, hurt: Mapping[str, int] | None = None) -> list[Any]:
    """The intents of one turn, as plain tables."""
    with fivefoot.loads(text) as battle:
        battle.begin_turn(name)
        for whose, hp in (hurt or {}).items():
            battle.creature(whose).health.hp = hp
        Match(battle, {name: BRAINS[brain]}).play_turn()
        return [msgspec.to_builtins(command[2]) for command in battle.commands if command[0] in ("submit", "act")]


def used(intents: list[Any]) -> list[str]:
    """The abilities among some intents."""
    return [one["ability"] for one in intents if one["do"] == "use"]


HEALING = {"mending-touch", "circle-of-rest"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_only_wounded_creatures_are_healed(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "............\n.P.M........\n...........O",
        {"priest": {"base": "priest"}, "mate": MATE, "orc": {**ORC, "speed": 5}},
    )
    assert HEALING.intersection(used(asked(text, "priest", brain, {"mate": 5})))
    assert not HEALING.intersection(used(asked(text, "priest", brain)))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_burst_takes_three_enemies_and_no_friend(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "................\n.M.....F.O.X....\n..........T.....\n................",
        {"mage": {"base": "mage"}, "friend": MATE, "orc": ORC, "two": ORC, "xen": ORC},
    )
    first = asked(text, "mage", brain)[0]
    assert (first["do"], first["ability"]) == ("use", "ember-burst")
    with fivefoot.loads(text) as battle:
        met = battle.area("mage", {"do": "use", "ability": "ember-burst", "at": first["at"]}).creatures
    assert set(met) == {"orc", "two", "xen"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_burst_is_kept_while_its_enemies_stand_apart(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "." * 30 + "\n.M......O" + "." * 21 + "\n" + "." * 28 + "X.\n" + "." * 30 + "\n" + "." * 24 + "T.....",
        {"mage": {"base": "mage", "can": ["ember-burst"]}, "orc": ORC, "two": ORC, "xen": ORC},
    )
    assert used(asked(text, "mage", brain)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_friends_are_not_burnt_for_one_enemy(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "..............\n.M......FOG...\n..............",
        {
            "mage": {"base": "mage", "can": ["ember-burst"]},
            "friend": {**MATE, "hp": 12},
            "orc": {**ORC, "hp": 40},
            "gerd": {**MATE, "hp": 9},
        },
    )
    assert "ember-burst" not in used(asked(text, "mage", brain))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_draught_is_drunk_before_dying_and_not_at_a_scratch(brain: str, ruleset: str) -> None:
    text = drawn(ruleset, ".....\n.SO..\n.....", {"scout": {"base": "scout", "can": []}, "orc": ORC})
    assert used(asked(text, "scout", brain, {"scout": 4})) == ["drink-draught"]
    assert used(asked(text, "scout", brain, {"scout": 18})) == []


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_dagger_is_changed_for_the_bow_against_a_far_enemy(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "..........\n.A......O.\n..........",
        {
            "archer": {"side": "red", "hp": 20, "damage": "1d4", "items": ["dirk", "war-bow"], "wields": "dirk"},
            "orc": {**ORC, "speed": 5},
        },
    )
    shot = asked(text, "archer", brain)[0]
    assert (shot["do"], shot["with"]) == ("attack", "war-bow")


@pytest.mark.parametrize("brain", THINKING)
def test_an_empty_hand_takes_a_weapon(brain: str) -> None:
    text = drawn(
        "d20-srd",
        "....................\n.A.................O\n....................",
        {
            "ann": {"side": "red", "hp": 9, "damage": "1d3", "items": ["longsword"]},
            "orc": {**ORC, "hp": 60, "attack": 40, "damage": "4d6"},
        },
    )
    assert {"do": "equip", "item": "longsword"} in asked(text, "ann", brain)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_random_brain_uses_abilities_too(ruleset: str) -> None:
    text = drawn(
        ruleset, "........\n.M.O....\n........", {"mage": {"base": "mage", "hp": 400}, "orc": {**ORC, "hp": 400}}
    )
    found: set[str] = set()
    for seed in range(12):
        with fivefoot.loads(text, seed=seed) as battle:
            battle.begin_turn("mage")
            Match(battle, {"mage": BRAINS["random"]}).play_turn()
            found.update(command[2].ability for command in battle.commands if getattr(command[2], "do", "") == "use")
    assert len(found) > 1


@pytest.mark.parametrize("brain", THINKING)
def test_a_mage_in_range_does_not_enter_an_enemys_reach(brain: str) -> None:
    text = drawn("d20-srd", "..........\n.M......O.\n..........", {"mage": {"base": "mage"}, "orc": {**ORC, "hp": 60}})
    with fivefoot.loads(text) as battle:
        battle.begin_turn("mage")
        Match(battle, {"mage": BRAINS[brain]}).play_turn()
        assert battle.distance("mage", "orc") > 2


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_way_round_fire_to_the_place_of_a_use_is_a_path(brain: str, ruleset: str) -> None:
    """It has no `to`, as the cheapest way there would lead through the fire."""
    text = drawn(
        ruleset,
        "...f...#..\n.P.f.M.#.O\n...f...#..\n...f...#..\n.......#..",
        {"priest": {"base": "priest", "speed": 8 * RULESETS[ruleset].unit}, "mate": MATE, "orc": ORC},
        board={"legend": {"f": {"damage": "3d6"}}},
    )
    moves = [one for one in asked(text, "priest", brain, {"mate": 5}) if one["do"] == "move"]
    assert [("path" in one, one.get("to")) for one in moves[:1]] == [(True, None)]


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "draw-steel", "ascension"])
def test_a_shooter_keeps_apart_from_a_friend_where_an_enemy_has_an_area(ruleset: str) -> None:
    rows = "\n".join(["." * 24] * 5 + [".AC.................M..."] + ["." * 24] * 6)
    far = 20 * RULESETS[ruleset].unit
    bow = {"side": "red", "hp": 20, "ac": 14, "attack": 3, "damage": "1d6", "range": far, "threatens": False}
    text = drawn(ruleset, rows, {"ann": bow, "cat": bow, "mage": {"base": "mage", "side": "blue"}})
    with fivefoot.loads(text) as battle:
        battle.begin_turn("ann")
        Match(battle, {"ann": BRAINS["cunning"]}).play_turn()
        x, y, _ = battle.creature("ann").cube
        assert max(abs(x - 2), abs(y - 5)) > 4


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_an_archer_out_of_sight_does_not_stand_off(brain: str, ruleset: str) -> None:
    rows = ".................\n" + "........#........\n" * 12 + ".A......#......O.\n" + "........#........\n" * 12
    text = drawn(ruleset, rows + ".................", {"archer": {"base": "archer"}, "orc": {**ORC, "speed": 5}})
    assert "move" in [one["do"] for one in asked(text, "archer", brain)]


@pytest.mark.parametrize("brain", THINKING)
def test_a_use_with_more_for_some_is_aimed_at_them(brain: str) -> None:
    stab = {
        "target": {"range": "reach"},
        "each": [{"do": "damage", "amount": 2}],
        "steps": [{"affects": {"where": {"has": ["open"]}}, "each": [{"do": "damage", "amount": 9}]}],
    }
    text = drawn(
        "d20-srd",
        ".....\n.OMX.\n.....",
        {"mate": {**MATE, "can": ["stab"]}, "orc": ORC, "xen": {**ORC, "conditions": ["open"]}},
        abilities={"stab": stab},
        conditions={"open": {}},
    )
    assert [one.get("target") for one in asked(text, "mate", brain) if one["do"] == "use"] == ["xen"]

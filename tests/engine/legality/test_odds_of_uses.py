"""Odds of uses: acts on the user, steps in sequence, healing before harm, several strikes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fivefoot.engine.dice import branches
from fivefoot.engine.legality.intent_odds import CreatureOdds
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads
from fivefoot.rules import Refusal

Found = Mapping[str, CreatureOdds]


def harm(amount: int | str, **more: Any) -> dict[str, Any]:
    return {"do": "damage", "amount": amount} | more


def battle(ruleset: str, hp: Sequence[int] = (30, 30), **ability: Any) -> Battle:
    """The user ann, and bob and cid two squares east of her, side by side."""
    unit = RULESETS[ruleset].unit
    use = {"pays": "free", "target": {"kind": "creature", "range": 10 * unit}} | ability
    ann = {"name": "ann", "side": "red", "at": [0, 0], "hp": 30, "can": ["use"], "attack": 5, "threatens": False}
    foes = [
        {"name": name, "side": "blue", "at": [2, y], "hp": 30, "ac": 15, "threatens": False}
        for y, name in enumerate(("bob", "cid"))
    ]
    board = {"map": "....\n...."}
    made = loads(
        json.dumps(
            {"ruleset": ruleset, "board": board, "creatures": [ann | {"range": 10 * unit}, *foes]}
            | {"abilities": {"use": use}}
        )
    )
    hurt = [harm(30 - left, target=name) for name, left in zip(("bob", "cid"), hp, strict=True) if left < 30]
    if hurt:
        made.effect(hurt, by="a story")
    made.begin_turn("ann")
    return made


def odds(of: Battle, **aim: Any) -> Found:
    found = of.odds("ann", {"do": "use", "ability": "use"} | (aim or {"target": "bob"}))
    assert not isinstance(found, Refusal)
    return found


def told(one: CreatureOdds) -> tuple[int, Any, int]:
    return one.least, pytest.approx(one.mean), one.most


def burst(ruleset: str) -> dict[str, Any]:
    return {
        "target": {"kind": "square", "range": 10 * RULESETS[ruleset].unit},
        "area": {"shape": "burst", "size": RULESETS[ruleset].unit},
        "affects": {"who": "enemies"},
    }


# --- acts on the user and on named creatures -----------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_acts_on_the_user_count_once_for_each_target(ruleset: str) -> None:
    both = [harm(5), harm(3, target="self")]
    with battle(ruleset, each=both) as one:
        assert {who: told(found) for who, found in odds(one).items()} == {"bob": (5, 5, 5), "ann": (3, 3, 3)}
    with battle(ruleset, each=both, **burst(ruleset)) as two:
        assert told(odds(two, at=[2, 0])["ann"]) == (6, 6, 6)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_acts_on_named_creatures_count(ruleset: str) -> None:
    with battle(ruleset, each=[harm(5), harm(2, target="cid")]) as fought:
        assert told(odds(fought)["cid"]) == (2, 2, 2)


def test_acts_on_the_user_hang_on_the_rolls_of_the_targets() -> None:
    failed = {"failure": [harm(4), harm(3, target="self")]}
    with battle("d20-srd", roll={"save": "reflex", "dc": 11}, on=failed, **burst("d20-srd")) as fought:
        assert told(odds(fought, at=[2, 0])["ann"]) == (0, 3.0, 6)


def test_a_user_that_is_its_own_target_rolls_equal_dice_once() -> None:
    failed = {"failure": [harm("1d6", target="self"), harm("1d6")]}
    with battle("d20-srd", target={"kind": "self"}, roll={"check": "agility", "dc": 11}, on=failed) as fought:
        assert told(odds(fought, target="ann")["ann"]) == (0, 3.5, 12)


# --- what is done once ---------------------------------------------------------------------------------


def test_does_of_a_step_after_a_hit_hangs_on_the_hit() -> None:
    steps = [{"roll": {"strike": True}}, {"after": "hit", "does": [harm(2, target="self")]}]
    with battle("d20-srd", steps=steps) as fought:
        found = odds(fought)
        assert told(found["ann"]) == (0, 2 * found["bob"].outcomes["hit"], 2)


def test_does_of_a_step_after_a_hit_happens_once_if_anyone_is_hit() -> None:
    steps = [burst("d20-srd") | {"roll": {"strike": True}}, {"after": "hit", "does": [harm(2, target="self")]}]
    with battle("d20-srd", steps=steps) as fought:
        found = odds(fought, at=[2, 0])
        assert told(found["ann"]) == (0, 2 * (1 - (1 - found["bob"].outcomes["hit"]) ** 2), 2)


# --- healing before harm -------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("each", "falls", "healed"),
    [
        ([{"do": "heal", "amount": 2}, harm(5)], 0.0, 2),
        ([harm(5), {"do": "heal", "amount": 2}], 1.0, 2),
        ([{"do": "heal", "amount": "1d6"}, harm("1d6")], 0.0, 3.5),
        ([{"do": "heal", "amount": 2}, harm("1d6", roll="each")], pytest.approx(1 / 6), 2),
    ],
)
def test_a_creature_falls_only_by_what_it_has_then(ruleset: str, each: Any, falls: Any, healed: float) -> None:
    target = {"kind": "creature", "range": 10 * RULESETS[ruleset].unit, "who": "any"}
    with battle(ruleset, hp=(4, 30), target=target, each=each) as fought:
        found = odds(fought)["bob"]
        assert found.falls == falls
        assert found.healed == pytest.approx(healed)


# --- several strikes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_strike_of_a_use_counts_the_earlier_ones(ruleset: str) -> None:
    with battle(ruleset, roll={"strike": True}, on={"hit": [harm(1)]}, **burst(ruleset)) as fought:
        assert_played(fought, odds(fought, at=[2, 0]), at=[2, 0])
    strikes = [{"roll": {"strike": True}, "on": {"hit": [harm(1)]}}] * 2
    with battle(ruleset, steps=strikes) as fought:
        assert_played(fought, odds(fought), target="bob")
    with battle(ruleset, each=[{"do": "strike", "damage": 1}], **burst(ruleset)) as fought:
        assert_played(fought, odds(fought, at=[2, 0]), at=[2, 0])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_strikes_at_a_creature_that_is_down(ruleset: str) -> None:
    with battle(ruleset, hp=(3, 30), each=[{"do": "strike", "damage": 3}, {"do": "strike", "damage": 3}]) as fought:
        assert_played(fought, odds(fought), target="bob")


def assert_played(fought: Battle, found: Found, **aim: Any) -> None:
    """The damage of each creature is what all results of the dice give."""
    means = dict.fromkeys(found, 0.0)
    for dice in branches(1000):
        played = fought.fork()
        played.world.dice = dice
        for event in played.act("ann", {"do": "use", "ability": "use"} | aim):
            if event.event == "damaged":
                means[str(event.who)] += event.amount * float(dice.chance)  # all dice are rolled by now
    assert {who: one.mean for who, one in found.items()} == pytest.approx(means)


@pytest.mark.parametrize("ruleset", ["d20-srd", "pathfinder-2e"])
def test_odds_say_who_rolls(ruleset: str) -> None:
    """A creature's outcomes are those of its own save, of the user's check, or of a strike at it."""
    saved = odds(battle(ruleset, roll={"save": "reflex", "dc": 15}, on={"failure": [harm(4)]}))["bob"]
    assert (saved.saves, saved.checked_by) == (True, "")
    checked = odds(battle(ruleset, roll={"check": "athletics", "dc": 12}, on={"success": [harm(4)]}))["bob"]
    assert (checked.saves, checked.checked_by) == (False, "ann")
    struck = odds(battle(ruleset, roll={"strike": True}, on={"hit": [harm(4)]}))["bob"]
    assert (struck.saves, struck.checked_by) == (False, "")
    steps = [{"roll": {"check": "athletics", "dc": 12}, "each": [harm(1)]}]
    first = odds(battle(ruleset, roll={"save": "reflex", "dc": 15}, steps=steps))["bob"]
    assert (first.saves, first.checked_by) == (True, "")


def test_odds_that_are_played_out_still_say_who_rolls() -> None:
    """A check that serves two targets, and strikes at them, is played in all its ways."""
    acts = [{"do": "strike"}]
    made = battle("d20-srd", **burst("d20-srd") | {"roll": {"check": "athletics", "dc": 12}, "on": {"success": acts}})
    found = odds(made, at=[2, 0])
    assert {who: one.checked_by for who, one in found.items()} == {"bob": "ann", "cid": "ann", "ann": ""}

"""Strikes: a reaction comes before the strike of the plan, and a downed creature makes none."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Strike
from fivefoot.systems.strikes import ReactionSystem, StrikeSystem

ARMED = "attack = 30\ndamage = '4'\nhp = 10"


def test_a_strike_of_the_plan_is_rolled_and_taken_off_it() -> None:
    world = on_turn("ab", Strike("ann", "bob"), both=ARMED)
    events = one_pass(StrikeSystem, world)
    assert [event["event"] for event in events][-1] == "damaged"
    assert world.named["bob"].health.hp == 6
    assert plan(world) == []


def test_reactions_come_first_and_may_fell_the_striker() -> None:
    world = on_turn("ab", Strike("ann", "bob"), both="attack = 30\ndamage = '4'\nhp = 4")
    world.reactions.append(Strike("bob", "ann"))
    one_pass(ReactionSystem, world)
    assert world.named["ann"].out
    one_pass(StrikeSystem, world)
    assert (world.named["bob"].health.hp, world.named["ann"].queue.halted) == (4, "ann is down")


def test_another_act_at_hand_is_left_alone() -> None:
    world = on_turn("ab")
    assert one_pass(StrikeSystem, world) == []
    assert not world.busy

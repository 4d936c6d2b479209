"""Turns and rounds: what ends with a beginning, and the rounds in which squares are held."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.condition import Duration
from fivefoot.components.definitions import Objective
from fivefoot.systems.turns import ObjectiveSystem, TurnSystem


def test_a_round_that_has_ended_counts_for_who_holds_the_squares() -> None:
    world = on_turn("a..b")
    hold = Objective("red", kind="hold", squares=frozenset({(0, 0)}), rounds=2)
    world.objectives, world.round = (hold,), 2
    assert one_pass(ObjectiveSystem, world) == []
    assert (world.held, world.tallied) == ((1,), 1)
    one_pass(ObjectiveSystem, world)
    assert world.held == (1,), "a round is counted once"


def test_expirations_at_turn_start_follow_its_effects() -> None:
    world = on_turn("ab")
    state = world.named["ann"].condition
    state.held.add("dazed")
    state.lasting["dazed"] = Duration("turn-start", "ann")
    world.states += 1
    world.beginning = "ann"
    (event,) = one_pass(TurnSystem, world)
    assert (event["event"], event["condition"]) == ("lost", "dazed")
    assert one_pass(TurnSystem, world) == []

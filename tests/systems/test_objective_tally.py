"""Objectives: rounds in which squares are held are counted."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.objective import Objective
from fivefoot.systems.objective_tally import ObjectiveSystem


def test_a_round_that_has_ended_counts_for_who_holds_the_squares() -> None:
    world = on_turn("a..b")
    hold = Objective("red", kind="hold", squares=frozenset({(0, 0)}), rounds=2)
    world.objectives, world.round = (hold,), 2
    assert one_pass(ObjectiveSystem, world) == []
    assert (world.held, world.tallied) == ((1,), 1)
    one_pass(ObjectiveSystem, world)
    assert world.held == (1,), "a round is counted once"

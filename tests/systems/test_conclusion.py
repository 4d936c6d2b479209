"""Conclusion: an intent whose plan is over is reported."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.intents import Move
from fivefoot.components.plan import Walk
from fivefoot.systems.plans import ConclusionSystem


def test_done_says_what_was_spent_and_where_it_ended() -> None:
    world = on_turn("a..b")
    queue = world.named["ann"].queue
    queue.doing, queue.spent, queue.rules = Move(to=(1, 0)), 2, ("move",)
    (event,) = one_pass(ConclusionSystem, world)
    assert (event["event"], event["actor"], event["intent"]) == ("done", "ann", "move")
    assert (event["spent"], event["at"], event["rules"]) == (10, [0, 0, 0], ["move"])
    assert queue.doing is None


def test_stopped_says_why() -> None:
    world = on_turn("a..b")
    queue = world.named["ann"].queue
    queue.doing, queue.halted, queue.halt_rules = Move(to=(1, 0)), "ann falls", ("fall",)
    (event,) = one_pass(ConclusionSystem, world)
    assert (event["event"], event["reason"], event["rules"]) == ("stopped", "ann falls", ["fall"])


def test_nothing_is_concluded_while_something_is_left() -> None:
    world = on_turn("a..b", Walk([]))
    world.named["ann"].queue.doing = Move(to=(1, 0))
    assert one_pass(ConclusionSystem, world) == []

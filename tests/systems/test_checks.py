"""Checks: the acts that follow from a roll come first in the plan."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Check, ConditionChange, Halt, Harm, Strike
from fivefoot.systems.plans import CheckSystem


def check(bonus: int) -> Check:
    """A check against 15 that harms if it fails and changes posture if it succeeds."""
    return Check("ann", "climb", bonus, 15, success=[ConditionChange("ann")], failure=[Harm("ann", "1d6", "fall")])


def test_success_and_failure_lead_to_different_acts() -> None:
    for bonus, follows in ((30, ConditionChange), (-30, Harm)):
        world = on_turn("a.b", check(bonus), Strike("ann", "bob"))
        (event,) = one_pass(CheckSystem, world)
        assert (event["event"], event["for"], event["who"]) == ("rolled", "climb", "ann")
        assert plan(world) == [follows, Strike]


def test_a_halt_takes_the_rest_of_the_plan() -> None:
    world = on_turn("a.b", Halt("the rope breaks", ("rope",)), Strike("ann", "bob"))
    assert one_pass(CheckSystem, world) == []
    queue = world.named["ann"].queue
    assert (queue.acts, queue.halted, queue.halt_rules) == ([], "the rope breaks", ("rope",))

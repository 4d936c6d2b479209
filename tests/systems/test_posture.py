"""Posture and memory: a plan's changes of a creature without moving it."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import ConditionChange, PassOutcome, Strike, TurnUpdate, Walk
from fivefoot.systems.plans import PostureSystem


def test_a_condition_is_gained_and_logged() -> None:
    world = on_turn("a.b", ConditionChange("bob", gains=("prone",)), Strike("ann", "bob"))
    (event,) = one_pass(PostureSystem, world)
    assert (event["event"], event["who"], event["condition"]) == ("gained", "bob", "prone")
    assert world.named["bob"].prone
    assert plan(world) == [Strike]


def test_a_check_that_failed_bars_an_enemy_to_the_walk() -> None:
    walk = Walk([])
    world = on_turn("a.b", PassOutcome(walk, "bob", barred=True), walk)
    assert one_pass(PostureSystem, world) == []
    assert (walk.barred, walk.silenced) == ({"bob"}, set())


def test_the_turn_remembers_what_was_paid_and_done() -> None:
    world = on_turn("a.b", TurnUpdate("ann", stepped=True, stood=True, pays=("move",), ends_turn=True))
    turn = world.named["ann"].turn
    turn.actions["move"] = 1
    assert one_pass(PostureSystem, world) == []
    assert (turn.stepped, turn.stood, turn.actions["move"], turn.open) == (1, True, 0, False)

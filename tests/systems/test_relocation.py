"""Relocation: a creature changes place by no movement of its own."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Relocation
from fivefoot.systems.movement import RelocationSystem


def test_a_pulled_up_creature_moves_at_no_cost() -> None:
    world = on_turn("a..b", Relocation("bob", (2, 0, 0), "pulled-up", ("rope",)))
    (event,) = one_pass(RelocationSystem, world)
    assert (event["event"], event["who"], event["to"]) == ("moved", "bob", [2, 0, 0])
    assert (event["cost"], event["mode"], event["rules"]) == (0, "pulled-up", ["rope"])
    assert (world.entered, plan(world)) == ([("bob", (3, 0, 0))], [])


def test_an_unmoved_creature_logs_no_move() -> None:
    world = on_turn("a..b", Relocation("bob", (3, 0, 0), "pulled-up"))
    assert one_pass(RelocationSystem, world) == []

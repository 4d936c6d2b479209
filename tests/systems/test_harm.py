"""Damage that no strike deals."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Harm
from fivefoot.systems.harm import HarmSystem


def test_one_piece_of_damage_a_pass() -> None:
    world = on_turn("a.b", Harm("bob", "3", "acid", rules=("acid",)), Harm("bob", "2", "acid"), both="hp = 10")
    (event,) = [event for event in one_pass(HarmSystem, world) if event["event"] == "damaged"]
    assert (event["who"], event["amount"], event["kind"], event["rules"]) == ("bob", 3, "acid", ["acid"])
    assert world.named["bob"].health.hp == 7
    assert plan(world) == [Harm]

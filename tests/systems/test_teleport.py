"""Teleports: from one space to another with nothing between."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Teleportation
from fivefoot.systems.movement import TeleportSystem


def test_walls_between_do_not_matter_and_conditions_are_shed() -> None:
    world = on_turn("a#.b", Teleportation("ann", (2, 0, 0), ("jaunt",), sheds=(("held", ("slip",)),)))
    ann = world.named["ann"]
    ann.condition.held.add("held")
    teleported, shed = one_pass(TeleportSystem, world)
    assert teleported == {
        "event": "teleported", "who": "ann", "from": [0, 0, 0], "to": [2, 0, 0], "rules": ["jaunt"],
    }  # fmt: skip
    assert (shed["event"], shed["condition"], shed["rules"]) == ("lost", "held", ["slip"])
    assert (ann.cube, ann.turn.teleported, plan(world)) == ((2, 0, 0), 1, [])
    assert "ann" in world.support_checks, "whether anything holds it there is for the next system"

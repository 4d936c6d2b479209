"""Threat: enemies react to a square before it is left, once each."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.plan import Provocation, Stride, Strike, Walk
from fivefoot.systems.strikes import ProvocationSystem, ThreatSystem

ARMED = "attack = 5\ndamage = '1d6'\nhp = 10"


def leaving() -> Walk:
    """Ann's two steps away to the west."""
    return Walk([Stride((1, 0, 0), 1, "walk"), Stride((0, 0, 0), 1, "walk")])


def test_the_enemy_in_whose_reach_the_mover_stands_reacts() -> None:
    walk = leaving()
    world = on_turn("..ab", walk, both=ARMED)
    (event,) = one_pass(ThreatSystem, world)
    assert (event["event"], event["by"], event["against"], event["at"]) == ("opportunity", "bob", "ann", [2, 0, 0])
    assert event["rules"]
    assert world.reactions == [Strike("bob", "ann")], "rolled by the system of strikes"
    assert (walk.threat_seen, world.named["ann"].cube) == (True, (2, 0, 0)), "not a square left yet"


def test_nobody_reacts_twice_or_to_a_quiet_step() -> None:
    walk = leaving()
    world = on_turn("..ab", walk, both=ARMED)
    one_pass(ThreatSystem, world)
    world.reactions.clear()
    walk.threat_seen = False
    assert one_pass(ThreatSystem, world) == []
    quiet = leaving()
    quiet.quiet = True
    assert one_pass(ThreatSystem, on_turn("..ab", quiet, both=ARMED)) == []


def test_a_provoking_activity_lets_all_in_reach_react() -> None:
    world = on_turn("..ab", Provocation("ann", ("cast",)), both=ARMED)
    (event,) = one_pass(ProvocationSystem, world)
    assert (event["by"], event["rules"]) == ("bob", ["cast"])


def test_a_walk_planned_as_clear_is_asked_again_once_an_enemy_has_moved() -> None:
    steps = [Stride((1, 0, 0), 1, "walk"), Stride((2, 0, 0), 1, "walk")]
    world = on_turn("ab...", Walk(steps))
    walk = world.named["ann"].queue.acts[0]
    assert isinstance(walk, Walk)
    walk.clear = world.states, world.off_turn_moves
    assert one_pass(ThreatSystem, world) == [], "it is taken at its word"
    bob = world.named["bob"]
    world.place_changed(bob)
    walk.threat_seen = False
    (event,) = one_pass(ThreatSystem, world)
    assert (event["event"], event["by"]) == ("opportunity", "bob")

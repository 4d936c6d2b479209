"""Falling: unsupported creatures fall, and supported ones stay."""

import pytest
from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.events import Fell
from fivefoot.components.plan import Drop, Stride, Walk
from fivefoot.engine.field.shapes import has_room
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.replay.log_text import told
from fivefoot.systems.falling import FallingSystem


def test_an_unsupported_creature_in_the_air_falls_to_the_ground() -> None:
    world = on_turn("a.b", both="hp = 50")
    bob = world.named["bob"]
    bob.place((2, 0, 4))
    world.support_checks.add("bob")
    events = one_pass(FallingSystem, world)
    (fell,) = [event for event in events if event["event"] == "fell"]
    assert (fell["who"], fell["from"], fell["to"], fell["squares"]) == ("bob", [2, 0, 4], [2, 0, 0], 4)
    assert bob.cube == (2, 0, 0)
    assert bob.prone


def test_a_check_of_one_creature_also_drops_others_in_the_air() -> None:
    world = on_turn("a.b")
    world.named["bob"].place((2, 0, 4))
    world.support_checks.add("ann")
    # Creatures above the floor are checked as soon as any creature moves.
    assert [event["who"] for event in one_pass(FallingSystem, world) if event["event"] == "fell"] == ["bob"]
    assert world.named["ann"].cube == (0, 0, 0)
    assert one_pass(FallingSystem, world) == []


def test_a_level_floor_leaves_nothing_to_check_unless_someone_is_above_it() -> None:
    world = on_turn("a.b")
    world.queue_support_check(world.named["ann"])
    assert not world.support_checks
    world.named["bob"].place((2, 0, 4))
    world.queue_support_check(world.named["ann"])
    assert world.support_checks == {"ann"}


def test_on_uneven_ground_and_in_a_wall_a_hold_is_always_checked() -> None:
    for drawing in ("a.b1", "a.b_"):
        world = on_turn(drawing)
        world.queue_support_check(world.named["ann"])
        assert world.support_checks == {"ann"}, drawing
    world = on_turn("a.b#")
    world.named["ann"].place((3, 0, 0))
    world.queue_support_check(world.named["ann"])
    assert world.support_checks == {"ann"}


def test_a_fall_ends_the_walk_that_led_to_it() -> None:
    walk = Walk([Stride((1, 0, 0), 1, "walk"), Stride((2, 0, 0), 1, "walk")], next=1)
    world = on_turn("a..b", walk, both="hp = 50")
    world.named["ann"].place((1, 0, 3))
    world.support_checks.add("ann")
    one_pass(FallingSystem, world)
    queue = world.named["ann"].queue
    assert (queue.acts, queue.halted) == ([], "ann falls")


def test_a_drop_of_the_plan_goes_as_far_as_it_says() -> None:
    world = on_turn("a.b", Drop("bob", squares=2), both="hp = 50")
    world.named["bob"].place((2, 0, 2))
    (fell,) = [event for event in one_pass(FallingSystem, world) if event["event"] == "fell"]
    assert fell["squares"] == 2


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("somebody", [True, False])
def test_a_fall_names_those_it_ends_on(ruleset: str, somebody: bool) -> None:
    far = 1 if RULESETS[ruleset].unit == 1 else 5
    creatures = [
        {"name": "ann", "side": "red", "at": [0, 0]},
        {"name": "bob", "side": "blue", "at": [1, 0], "hp": 90},
        {"name": "cat", "side": "green", "at": [2, 0] if somebody else [3, 0], "hp": 90},
    ]
    tree = {"ruleset": ruleset, "seed": 1, "board": {"map": "44__..\n##__##"}, "creatures": creatures}
    with Battle.of(tree) as battle:
        battle.begin_turn("ann")
        came = battle.act("ann", {"do": "push", "target": "bob", "distance": far})
        (fell,) = (event for event in came if isinstance(event, Fell))
        assert (fell.onto == ("cat",)) is somebody
        assert ("onto" in fell.to_dict()) is somebody
        assert told(fell, "en").endswith(", onto cat") is somebody


@pytest.mark.parametrize("hp", [5, 90])
def test_whoever_falls_where_walls_leave_no_room_ends_where_it_has_room(hp: int) -> None:
    creatures = [
        {"name": "ann", "side": "red", "at": [4, 0]},
        {"name": "bob", "side": "blue", "at": [4, 0, 9], "size": "small", "space": 10, "speed": {"fly": 30}, "hp": hp},
    ]
    tree = {"ruleset": "epic-path", "seed": 1, "board": {"map": "####..\n#.##..\n######"}, "creatures": creatures}
    with Battle.of(tree) as battle:
        bob = battle.world.named["bob"]
        bob.place((0, 0, 9), Box(1, 1, 9, 1, 1, 10))
        battle.effect([{"do": "fall", "target": "bob"}], by="a pit")
        assert bob.health.downed is (hp == 5)
        assert has_room(battle.world, bob, bob.cube)

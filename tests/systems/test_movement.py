"""Willing movement: one square a pass, after enemies have reacted to it, unless something stops it."""

import pytest
from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import Check, Stride, Walk
from fivefoot.engine.effects.placement import last_legal
from fivefoot.engine.rules.ruleset import World
from fivefoot.systems.movement import MovementSystem


def walking() -> tuple[World, Walk]:
    """Ann on her way two squares east; enemies have dealt with the first."""
    steps = [Stride((1, 0, 0), 1, "walk"), Stride((2, 0, 0), 2, "walk")]
    walk = Walk(steps, threat_seen=True, rules=("move",))
    return on_turn("a..b", walk), walk


def test_one_square_a_pass() -> None:
    world, walk = walking()
    (event,) = one_pass(MovementSystem, world)
    assert event == {
        "event": "moved", "who": "ann", "from": [0, 0, 0], "to": [1, 0, 0], "cost": 5, "mode": "walk",
        "rules": ["move"],
    }  # fmt: skip
    assert (walk.next, walk.threat_seen, world.named["ann"].turn.moved) == (1, False, 1)
    assert world.entered == [], "nothing follows from plain ground"
    assert one_pass(MovementSystem, world) == [], "enemies have not yet seen the second step"


def test_a_square_is_noted_where_something_may_follow_from_it() -> None:
    world, _ = walking()
    world.create()
    one_pass(MovementSystem, world)
    assert world.entered == [("ann", (0, 0, 0))]


def test_a_check_of_the_step_comes_before_it() -> None:
    world, walk = walking()
    walk.strides[0] = walk.strides[0]._replace(check=Check("ann", "climb", 0, 10))
    assert one_pass(MovementSystem, world) == []
    assert (plan(world), world.named["ann"].cube) == ([Check, Walk], (0, 0, 0))


@pytest.mark.parametrize(("condition", "reason"), [("prone", "ann is no longer on its feet"), ("dead", "ann is down")])
def test_a_condition_that_forbids_it_ends_the_walk(condition: str, reason: str) -> None:
    world, walk = walking()
    walk.kind = "charge"
    world.named["ann"].condition.held.add(condition)
    assert one_pass(MovementSystem, world) == []
    assert world.named["ann"].queue.halted == reason


def test_something_unseen_stops_the_mover_before_it() -> None:
    world, walk = walking()
    walk.strides[0] = walk.strides[0]._replace(collides=True)
    assert one_pass(MovementSystem, world) == []
    assert world.named["ann"].queue.halted == "something unseen is at [1, 0]"


def test_the_last_legal_place_is_worked_out_when_the_walk_is_cut_off() -> None:
    world, walk = walking()
    walk.strides += [Stride((3, 0, 0), 1, "walk")]
    ann, bob = world.named["ann"], world.named["bob"]
    for _ in range(3):
        walk.threat_seen = True
        one_pass(MovementSystem, world)
    assert (ann.cube, bob.cube, ann.queue.legal) == ((3, 0, 0), (3, 0, 0), (0, 0, 0))
    assert last_legal(world, ann) == (2, 0, 0), "bob fills the square in which ann is"

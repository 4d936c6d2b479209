"""Declaring: the next intent becomes acts, or is refused whole."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.intents import Move
from fivefoot.components.plan import Walk
from fivefoot.systems.plans import DeclarationSystem


def test_a_lawful_intent_becomes_a_plan_and_costs_its_action() -> None:
    world = on_turn("a..b", both="speed = 30")
    ann = world.named["ann"]
    ann.queue.intents.append(Move(path=((1, 0),)))
    assert one_pass(DeclarationSystem, world) == []
    assert plan(world) == [Walk]
    assert (ann.cube, ann.queue.intents) == ((0, 0, 0), []), "nothing has moved yet"
    assert isinstance(ann.queue.doing, Move)


def test_what_is_not_allowed_changes_nothing() -> None:
    world = on_turn("a#b", both="speed = 30")
    ann = world.named["ann"]
    before = dict(ann.turn.actions)
    ann.queue.intents.append(Move(path=((1, 0),)))
    (event,) = one_pass(DeclarationSystem, world)
    assert (event["event"], event["actor"], event["intent"]) == ("refused", "ann", "move")
    assert event["rules"]
    assert (plan(world), ann.turn.actions) == ([], before)


def test_nothing_is_taken_up_while_a_plan_is_in_hand() -> None:
    world = on_turn("a..b")
    queue = world.named["ann"].queue
    queue.doing = Move(path=((1, 0),))
    queue.intents.append(Move(path=((2, 0),)))
    assert one_pass(DeclarationSystem, world) == []
    assert len(queue.intents) == 1

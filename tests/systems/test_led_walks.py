"""Movement that an ability grants to another than the creature on turn."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.effect_acts import GrantMovement
from fivefoot.components.intents import StepAim
from fivefoot.components.plan import LedWalk, Walk
from fivefoot.engine.legality.ability_acts import granted_way
from fivefoot.engine.rules.ruleset import Request, World
from fivefoot.systems.movement import LedWalkSystem


def led(drawn: str, kind: str = "move") -> World:
    """A world in which ann leads bob to the south-west corner of the board."""
    world = on_turn(drawn)
    ann, bob = world.named["ann"], world.named["bob"]
    act = GrantMovement(distance=30, kind="shift" if kind == "shift" else "move")
    way = granted_way(Request(world, ann, None), bob, act, StepAim(at=(0, world.board.height - 1)))
    assert isinstance(way, Walk)
    ann.queue.acts[:] = [LedWalk("bob", way)]
    return world


def test_the_other_enters_a_square_once_its_enemies_could_react() -> None:
    world = led("a.b\n...\n...")
    assert one_pass(LedWalkSystem, world) == []
    (moved,) = one_pass(LedWalkSystem, world)
    assert (moved["event"], moved["who"]) == ("moved", "bob")
    assert world.named["ann"].queue.spent == 0


def test_the_walk_ends_where_the_other_is_down() -> None:
    world = led("a.b\n...\n...")
    world.named["bob"].health.downed = True
    one_pass(LedWalkSystem, world)
    assert plan(world) == []
    assert world.named["bob"].cube == (2, 0, 0)

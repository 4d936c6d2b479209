"""Forced movement: one square a pass, until something is in the way or the distance is used up."""

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.plan import ForcedMove, Sweep
from fivefoot.systems.forced_movement import ForcedMovementSystem, SweepSystem


def push(*steps: tuple[int, int, int]) -> ForcedMove:
    """A push of bob by ann over steps."""
    return ForcedMove("bob", list(steps), "push", "ann", len(steps), rules=("push",))


def test_one_square_a_pass() -> None:
    world = on_turn("ab..", push((2, 0, 0), (3, 0, 0)))
    (event,) = one_pass(ForcedMovementSystem, world)
    assert (event["event"], event["who"], event["by"]) == ("forced", "bob", "ann")
    assert (event["from"], event["to"], event["rules"]) == ([1, 0, 0], [2, 0, 0], ["push"])
    assert plan(world) == [ForcedMove], "the second square is another pass's"
    assert ("bob", (1, 0, 0)) in world.entered


def test_a_wall_ends_it() -> None:
    world = on_turn("ab#.", push((2, 0, 0), (3, 0, 0)))
    (event,) = one_pass(ForcedMovementSystem, world)
    assert (event["event"], event["who"], event["at"], event["into"]) == ("blocked", "bob", [1, 0, 0], "wall")
    assert (world.named["bob"].cube, plan(world)) == ((1, 0, 0), [])


def test_a_swept_creature_passes_others_and_records_those_it_meets() -> None:
    sweep = Sweep("bob", [(1, 0, 0), (0, 0, 0)], "carry", None, 2, rate=60, rules=("swept",))
    world = on_turn("a.b", sweep, ruleset="epic-path")
    (event,) = one_pass(SweepSystem, world)
    assert (event["event"], event["to"]) == ("forced", [1, 0, 0])
    one_pass(SweepSystem, world)
    assert (sweep.met, sweep.free) == ({"ann"}, (1, 0, 0))
    assert world.named["bob"].cube == (1, 0, 0), "it may not rest where ann stands"

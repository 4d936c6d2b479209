"""Forced movement: one square a pass, until something is in the way or the distance is used up."""

import pytest
from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.events import Blocked
from fivefoot.components.plan import ForcedMove, Sweep
from fivefoot.play.battle import Battle
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


@pytest.mark.parametrize("room", [False, True])
def test_an_effect_pushes_through_a_creature_only_with_room_beyond(room: bool) -> None:
    creatures = [
        {"name": "bob", "side": "blue", "at": [2, 0], "hp": 9},
        {"name": "cid", "side": "red", "at": [1, 0], "hp": 9},
    ]
    tree = {
        "ruleset": "pathfinder-2e",
        "rules": {"forced_through_creatures": "pass_if_room_beyond"},
        "board": {"map": "...." if room else "#..."},
        "creatures": creatures,
    }
    with Battle.of(tree) as battle:
        came = battle.effect([{"do": "force", "target": "bob", "direction": [-1, 0], "distance": 10}], by="wind")
        assert battle.creature("bob").cube == ((0, 0, 0) if room else (2, 0, 0))
        assert [event.into for event in came if isinstance(event, Blocked)] == ([] if room else ["cid"])

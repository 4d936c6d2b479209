"""Setting down: the carried creature stands beside the carrier again."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.plan import SetDown
from fivefoot.systems.movement import ReleaseSystem


def test_the_carried_stands_where_the_plan_says() -> None:
    world = on_turn("a..b", SetDown("ann", (1, 0, 0)))
    bob = world.named["bob"]
    bob.condition.carried_by = "ann"
    bob.place((0, 0, 0))
    (event,) = one_pass(ReleaseSystem, world)
    assert (event["event"], event["who"], event["by"], event["kind"]) == ("forced", "bob", "ann", "carry")
    assert (bob.cube, world.named["bob"].condition.carried_by) == ((1, 0, 0), None)
    assert world.entered == [("bob", (0, 0, 0))], "the ground has yet to answer"

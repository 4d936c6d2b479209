"""What a creature's next turn begins with."""

import pytest

from fivefoot import Battle
from fivefoot.engine.rulesets import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_reach_before_a_turn_counts_reactions_that_are_fresh_by_then(ruleset: str) -> None:
    ann, bob = (
        {"name": n, "side": n, "at": at, "threatens": n == "bob"} for n, at in (("ann", [1, 1]), ("bob", [2, 1]))
    )
    with Battle.of({"ruleset": ruleset, "board": {"map": "....\n....\n...."}, "creatures": [ann, bob]}) as battle:
        battle.begin_turn("ann")
        came = [event.to_dict()["event"] for event in battle.act("ann", {"do": "move", "path": [[0, 1]]})]
        assert "opportunity" in came
        battle.effect([{"do": "teleport", "target": "ann", "to": [1, 1]}], by="test")
        battle.end_turn()
        assert battle.reach("ann")[0, 1].opportunities == ("bob",)
        battle.begin_turn("ann")
        again = [event.to_dict()["event"] for event in battle.act("ann", {"do": "move", "path": [[0, 1]]})]
        assert "opportunity" in again

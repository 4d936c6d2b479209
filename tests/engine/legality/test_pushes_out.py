"""Pushes of who stands inside the space of the one who pushes: straight away from its middle."""

import pytest
from tests.fights import drawn

from fivefoot import loads
from fivefoot.components.events import ForcedMoved
from fivefoot.engine.rulesets import RULESETS

ALTERNATING = ("ascension", "d20-srd", "pathfinder-2e")
"""The rulesets where a second diagonal counts ten feet."""
FIELD = "\n".join(["." * 12] * 9)


def pushed(ruleset: str, kind: str, at: list[int]) -> list[tuple[int, int]]:
    """The squares over which a huge creature at [3, 3] forces a tiny one inside its space, over ten feet."""
    giant = {"at": [3, 3], "size": "huge"}
    text = drawn(ruleset, FIELD, {"giant": giant, "bob": {"at": at, "size": "tiny"}}, dice=[10])
    distance = 2 if ruleset == "draw-steel" else 10
    with loads(text) as battle:
        came = battle.act("giant", {"do": kind, "target": "bob", "distance": distance})
        return [event.to[:2] for event in came if isinstance(event, ForcedMoved)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_push_out_of_a_giants_space_leads_straight_from_its_middle(ruleset: str) -> None:
    assert pushed(ruleset, "push", [5, 4]) == [(6, 4), (7, 4)]
    assert pushed(ruleset, "push", [4, 3]) == [(4, 2), (4, 1)]
    corner = pushed(ruleset, "push", [5, 3])
    assert corner == [(6, 2), (7, 1)][: len(corner)]
    assert len(corner) == (1 if ruleset in ALTERNATING else 2)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_in_a_giants_space_is_pulled_no_nearer(ruleset: str) -> None:
    assert pushed(ruleset, "pull", [5, 3]) == []

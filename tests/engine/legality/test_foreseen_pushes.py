"""Previews of forced movement end where the movement ends."""

from typing import Any

import pytest

from fivefoot import Battle, Preview
from fivefoot.engine.rulesets import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("reduction", [0, 1, 2])
@pytest.mark.parametrize("at", [[3, 3], [3, 2]])
def test_a_push_preview_subtracts_the_targets_reductions(ruleset: str, reduction: int, at: list[int]) -> None:
    unit = RULESETS[ruleset].unit
    yard: dict[str, Any] = {
        "format": 1,
        "ruleset": ruleset,
        "rules": {"actions": "free"},
        "board": {"map": "\n".join(["." * 12] * 12)},
        "creatures": [
            {"name": "ann", "side": "red", "at": at, "size": "large"},
            {"name": "orc", "side": "blue", "at": [4, 4], "forced_reduction": reduction * unit, "hp": 9},
        ],
    }
    if at == [3, 3]:
        yard["creatures"][0]["size"] = "medium"
    with Battle.of(yard) as battle:
        for squares in range(5):
            with battle.fork() as twin:
                push = {"do": "push", "target": "orc", "distance": squares * unit}
                seen = twin.foresee("ann", push)
                twin.act("ann", push)
                assert isinstance(seen, Preview)
                moved = [event.to for event in twin.events if event.event == "forced"]
                assert [step.at for step in seen.steps] == moved


@pytest.mark.parametrize(("elects", "squares"), [("never", 3), ("hazard", 1), ("always", 0)])
def test_a_push_preview_stops_where_the_target_chooses_to_fall_prone(elects: str, squares: int) -> None:
    yard: dict[str, Any] = {
        "format": 1,
        "ruleset": "epic-path",
        "board": {"map": ".......\n....F..\n.......", "legend": {"F": {"damage": "1d6"}}},
        "creatures": [
            {"name": "ann", "side": "red", "at": [1, 1]},
            {"name": "orc", "side": "blue", "at": [2, 1], "elects_prone": elects, "hp": 30},
        ],
    }
    with Battle.of(yard) as battle:
        push = {"do": "push", "target": "orc", "distance": 15}
        seen = battle.preview("ann", push)
        battle.act("ann", push)
        assert isinstance(seen, Preview)
        moved = [event.to for event in battle.events if event.event == "forced"]
        assert [step.at for step in seen.steps] == moved
        assert len(moved) == squares

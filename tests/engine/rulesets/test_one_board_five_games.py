"""Boards on which all five games come to the same: each drawn, with one turn and what must come of it."""

from typing import Any, NamedTuple

import pytest
from tests.fights import Table, drawn

from fivefoot import loads
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.expectations import failures

FIRE = {"^": {"damage": 3, "hazard": True}}


class Row(NamedTuple):
    """One board, one turn of ann, and its expectations; distances are in squares."""

    says: str
    drawing: str
    ann: dict[str, Any]
    bob: dict[str, Any]
    intent: dict[str, Any]
    expect: dict[str, Any]
    board: dict[str, Any] | None = None


FIELD = "..........\n.A.B......\n.........."
ROWS = (
    Row("a push takes a large body no farther than it has its room", "......####\n.A........\n......####",
        {}, {"at": [2, 0], "size": "large"}, {"do": "push", "distance": 6}, {"at": {"bob": [4, 0]}}),
    Row("a low wall does not stop a push", FIELD,
        {}, {}, {"do": "push", "distance": 2}, {"at": {"bob": [5, 1]}},
        {"edges": [{"between": [[3, 1], [4, 1]], "kind": "obstacle"}]}),
    Row("a wall between two squares does", FIELD,
        {}, {}, {"do": "push", "distance": 3}, {"at": {"bob": [4, 1]}},
        {"edges": [{"between": [[4, 1], [5, 1]], "kind": "wall"}]}),
    Row("a pull ends beside the puller", ".A.....B..\n..........",
        {}, {}, {"do": "pull", "distance": 9}, {"at": {"bob": [2, 0]}}),
    Row("a slide goes round the mover", FIELD,
        {}, {"at": [2, 1]}, {"do": "slide", "distance": 3, "path": [[2, 2], [1, 2], [0, 2]]}, {"at": {"bob": [0, 2]}}),
    Row("a slide is no longer than its distance", FIELD,
        {}, {"at": [2, 1]}, {"do": "slide", "distance": 1, "path": [[2, 2], [1, 2]]}, {"refused": ["ann"]}),
    Row("a ledge one square up stops a push", "AB1.\n####",
        {}, {}, {"do": "push", "distance": 2}, {"at": {"bob": [1, 0]}}),
    Row("a ledge one square down is no fall", "AB..\n####",
        {"at": [0, 0]}, {"at": [1, 0], "hp": 20}, {"do": "push", "distance": 2}, {"hp": {"bob": 20}},
        {"map": "11..\n####"}),
    Row("each square of fire that a push leads into burns", "AB^^.\n#####",
        {}, {"hp": 20}, {"do": "push", "distance": 3}, {"hp": {"bob": 14}, "at": {"bob": [4, 0]}}, {"legend": FIRE}),
    Row("each square of fire that is walked into burns", "A^^.B\n#####",
        {"hp": 20}, {}, {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]}, {"hp": {"ann": 14}}, {"legend": FIRE}),
    Row("who goes down in the fire stays in it", "A^^.B\n#####",
        {"hp": 3}, {}, {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]},
        {"at": {"ann": [1, 0]}, "event": {"event": "stopped", "actor": "ann"}}, {"legend": FIRE}),
    Row("a flier over the fire is not burned", "A^^.B\n#####",
        {"hp": 3, "speed": {"fly": 6}}, {}, {"do": "move", "path": [[1, 0, 1], [2, 0, 1], [3, 0]]},
        {"at": {"ann": [3, 0]}, "hp": {"ann": 3}}, {"legend": FIRE}),
    Row("ramps are walked up", "Ar2B\n####",
        {}, {}, {"do": "move", "path": [[1, 0], [2, 0]]}, {"at": {"ann": [2, 0, 2]}, "spent": {"ann": 2}},
        {"legend": {"r": {"floor": 1, "ramp": True}, "2": {"floor": 2, "ramp": True}}}),
    Row("a path comes back to its start", FIELD,
        {}, {"threatens": False}, {"do": "move", "path": [[0, 1], [1, 1]]},
        {"at": {"ann": [1, 1]}, "spent": {"ann": 2}}),
    Row("a path leaves no square out", FIELD,
        {}, {}, {"do": "move", "path": [[1, 1], [1, 2]]}, {"refused": ["ann"]}),
    Row("whoever is teleported by another draws nothing", FIELD,
        {}, {}, {"do": "teleport", "to": [8, 1], "distance": 9},
        {"at": {"bob": [8, 1]}, "event": {"event": "opportunity"}, "count": 0}),
    Row("a teleport is no longer than its distance", FIELD,
        {}, {}, {"do": "teleport", "to": [8, 1], "distance": 3}, {"refused": ["ann"]}),
)  # fmt: skip

MEASURED = ("distance", "speed")
"""Keys whose values are in squares in the rows."""


def in_unit(table: Table, unit: int) -> dict[str, Any]:
    """A table of a row with its measures in a game's own unit."""
    found = dict(table)
    for key in MEASURED:
        value = found.get(key)
        if value is not None:
            found[key] = {mode: squares * unit for mode, squares in value.items()} if key == "speed" else value * unit
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.says)
def test_each_game_meets_the_expectations_of_one_board(row: Row, ruleset: str) -> None:
    unit = 1 if ruleset == "draw-steel" else 5
    expect = dict(row.expect)
    if "spent" in expect:
        expect["spent"] = {name: squares * unit for name, squares in expect["spent"].items()}
    target = {} if row.intent["do"] == "move" else {"target": "bob"}
    turns = [{"actor": "ann", "intents": [{**target, **in_unit(row.intent, unit)}]}]
    creatures = {"ann": in_unit(row.ann, unit), "bob": row.bob}
    with loads(drawn(ruleset, row.drawing, creatures, board=row.board, turns=turns, expect=[expect])) as battle:
        battle.run()
        assert failures(battle.scenario, battle) == []

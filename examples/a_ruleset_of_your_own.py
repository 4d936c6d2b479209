"""A game of its own: diagonals cost one, mud costs three, and a stride is two of four action points.

A ruleset is one frozen value, so a new game starts from the nearest one and answers some questions otherwise.

Run: python examples/a_ruleset_of_your_own.py
"""

from dataclasses import replace

import fivefoot
from fivefoot.rules import FEATURES, ActionCost, Ruleset, StepCost, StepQuery

NEAREST = fivefoot.RULESETS["pathfinder-2e"]


def step_cost(rules: Ruleset, step: StepQuery) -> StepCost | None:
    """What a step costs in squares: three through mud, whichever way; bogs close it."""
    if step.features & FEATURES["impeded"]:
        return None
    return StepCost(3 if step.features & FEATURES["difficult"] else 1)


MUDLARK = replace(
    NEAREST,
    name="mudlark",
    title="Mudlark",
    grid=replace(NEAREST.grid, diagonal_cycle=(1,)),  # every diagonal costs what a straight square costs
    movement=replace(NEAREST.movement, step_cost=step_cost),
    actions=replace(
        NEAREST.actions,
        per_turn={"point": 4},
        costs={
            **{kind: ActionCost((("point",),), "") for kind in ("attack", "step", "stand", "drop-prone")},
            "move": ActionCost((("point", "point"),), ""),
            "end": ActionCost(((),), ""),
        },
    ),
    cites={},  # it has no catalogue, so that refusals name no rule
)

BOG = """
ruleset = "pathfinder-2e"
[board]
map = '''
.::..
.:...
.....
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
speed = 25
"""


def main() -> None:
    """The same place under the two games, and a third stride that there are no points for."""
    for rules in (NEAREST, MUDLARK):
        with fivefoot.loads(BOG, rules=rules) as battle:
            there = battle.reach("ann")[3, 0, 0]
            print(f"{rules.title}: {there.cost} feet by way of {[cube[:2] for cube in there.path]}")
            for square in ([1, 2], [2, 2], [3, 2]):
                battle.submit("ann", {"do": "move", "to": square})
            refused = [event.to_dict()["reason"] for event in battle.process() if event.to_dict()["event"] == "refused"]
            print("  three strides:", refused or "all taken")


if __name__ == "__main__":
    main()

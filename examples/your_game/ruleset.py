"""The rules of this game: a simplified game of five-foot squares, made of the d20 rules with other answers."""

from dataclasses import replace

from fivefoot import RULESETS

FIFTH = replace(
    RULESETS["d20-srd"].with_answers(
        {
            "grid.diagonal_cycle": (1,),  # every diagonal costs 5 feet
            "grid.distance_cycle": "one",
            "threat.provokes": "parting",  # creatures strike at those that leave their reach, not at every step within
        }
    ),
    name="fifth",
    title="Fifth-like",
)

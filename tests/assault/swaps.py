"""Saves with the ruleset, the scenario, the state or the commands of another save: refused in a sentence, or playable.

`python -m tests.assault.swaps 5000 --seed 1`
"""

import json
import random
import sys
from typing import Any

from tests.assault.saves import kept
from tests.assault.tries import check_sentence, main

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for

WITH_LOG = ("deeds", "events", "digest", "paused")
"""What belongs together: commands and the log that they give."""


def attempt(dice: random.Random) -> None:
    """One save with parts of another."""
    tree, other = (json.loads(dice.choice(kept()).save) for _ in range(2))
    for part in dice.sample(
        ("ruleset", "own", "switches", "scenario", "state", "start", "deeds"), dice.choice((1, 1, 2))
    ):
        swap(dice, tree, other, part)
    try:
        with Battle.restore(json.dumps(tree)) as battle:
            played(battle)
    except ScenarioError as error:
        check_sentence(error)


def swap(dice: random.Random, tree: dict[str, Any], other: dict[str, Any], part: str) -> None:
    """Put one part of another save, or another ruleset, into a save."""
    match part:
        case "ruleset":
            tree["ruleset"] = dice.choice(sorted(RULESETS))
        case "own":
            tree["scenario"]["ruleset"] = dice.choice(sorted(RULESETS))
        case "switches":
            switches = RULESETS[dice.choice(sorted(RULESETS))].switches
            name = dice.choice(sorted(switches))
            tree["switches"] = {name: dice.choice(switches[name].values)}
        case "start":
            tree["start"] = other["state"]
        case "deeds":
            tree |= {key: other[key] for key in WITH_LOG if key in other}
        case _:
            tree[part] = other[part]


def played(battle: Battle) -> None:
    """What opens can be played, saved and opened again."""
    if not battle.over and len({creature.side for creature in battle.creatures}) > 1:
        match = Match(battle, brains_for(battle.scenario), rounds=battle.world.round + 2)
        battle.roll_initiative()
        for _ in range(3):
            if not battle.over:
                match.play_turn()
    saved = battle.save()
    with Battle.restore(saved) as again:
        assert again.save() == saved
        assert [event.to_dict() for event in again.events] == [event.to_dict() for event in battle.events]


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

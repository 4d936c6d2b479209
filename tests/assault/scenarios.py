"""Hostile scenario files, mutated by structure and by byte: loaded, played a little, queried.

`python -m tests.assault.scenarios 20000 --seed 1`
"""

import json
import random
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tests.assault import hostile
from tests.assault.tries import check_sentence, main
from tests.systems.random_battles import drawn

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for

ROOT = Path(__file__).parents[2]
PLAYED = 3
"""Turns that brains play of what loads."""


@cache
def texts() -> list[str]:
    """Scenario files to begin with: what is shipped, and cases of every ruleset."""
    files = sorted((ROOT / "assets" / "scenarios").glob("*.toml"))
    files += sorted((ROOT / "tests" / "cases" / "shared").rglob("*.toml"))
    return [file.read_text(encoding="utf-8") for file in files]


@cache
def trees() -> list[str]:
    """The same files as JSON."""
    return [json.dumps(parse(text).tree()) for text in texts()]


def attempt(dice: random.Random) -> None:
    """One file: refused in one sentence, or played."""
    if dice.random() < 0.3:
        raw = hostile.spoilt_bytes(dice, dice.choice(texts()).encode(), dice.choice((1, 1, 2, 5)))
        kind, text = "toml", raw.decode("utf-8", "surrogateescape")
    else:
        if dice.random() < 0.5:
            text = json.dumps(drawn(dice, dice.choice(sorted(RULESETS))))
        else:
            text = dice.choice(trees())
        tree: Any = json.loads(text)
        hostile.spoil(dice, tree, dice.choice((0, 1, 1, 1, 2, 4)))
        kind, text = "json", json.dumps(tree)
    try:
        scenario = parse(text, "fuzz", kind)
        assert parse(json.dumps(scenario.tree()), "fuzz") == scenario
        play(dice, Battle(scenario))
    except ScenarioError as error:
        check_sentence(error)


def play(dice: random.Random, battle: Battle) -> None:
    """The script, a few questions, and a few turns of brains."""
    with battle, battle.dice_told():
        battle.run()
        for creature in islice(battle.creatures, 3):
            reach = battle.reach(creature.name)
            for _, arrival in islice(reach.arrivals(), 3):
                assert arrival.cost >= 0
                assert isinstance(arrival.path, tuple)
            battle.threat(creature.name)
            for intent in islice(battle.legal_intents(creature.name), 3):
                assert battle.why(creature.name, intent) is None
        if len({creature.side for creature in battle.creatures}) > 1 and not battle.over:
            match = Match(battle, brains_for(battle.scenario), rounds=2)
            battle.roll_initiative()
            for _ in range(PLAYED):
                if not battle.over:
                    match.play_turn()


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

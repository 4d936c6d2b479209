"""Generated maps: every kind, under every ruleset in turn, loads, connects, and comes to an end when brains play on it.

`python -m tests.assault.generated 3000` makes a hundred of each kind under each of five rulesets.
"""

import sys

from tests.assault.tries import Chance, main

import fivefoot
from fivefoot.engine.generator.generate import connected
from fivefoot.engine.rulesets import ALL
from fivefoot.engine.scenario.toml_text import text_of
from fivefoot.maps import LANDSCAPES, generate

RULESETS = tuple(rules.name for rules in ALL)
SIZES = ((16, 12), (20, 14), (26, 16))


def attempt(chance: Chance) -> None:
    """One map: the text of it is loaded, and the battle on it ended."""
    number, kind = divmod(chance.number, len(LANDSCAPES))
    seed, ruleset = divmod(number, len(RULESETS))
    scenario = generate(
        seed,
        kind=tuple(LANDSCAPES)[kind],
        ruleset=RULESETS[ruleset],
        size=chance.choice(SIZES),
        sides=chance.choice(((2, 2), (4, 4))),
        mirror=chance.random() < 0.5,
    )
    with fivefoot.loads(text_of(scenario)) as battle:
        assert battle.scenario.board.rows == scenario.board.rows
        assert battle.scenario.board.tiles == scenario.board.tiles
        assert battle.scenario.creatures == scenario.creatures
        assert connected(battle.scenario)
        assert fivefoot.play_on(battle)[-1].event == "battle-ended"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

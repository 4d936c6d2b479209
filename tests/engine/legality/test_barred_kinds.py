"""A kind of intent that one trial finds barred has no lawful intent."""

import random
from typing import Any

import pytest

from fivefoot.components.intents import Intent
from fivefoot.engine.legality.judge import barred, judge
from fivefoot.engine.legality.legal_intents import KINDS, thinkable
from fivefoot.engine.rules.budget import at_start
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.verdict import Plan
from fivefoot.play.battle import Battle

MAP = """
........
.:..#...
....=...
........
"""


def brawl(ruleset: str) -> dict[str, Any]:
    """Two against two within reach of each other, one of them in the air's reach and one that digs."""
    speed = 6 * RULESETS[ruleset].unit
    creatures = [
        {"name": name, "side": side, "at": at, "hp": 9, "attack": 4, "damage": "1d6", "speed": speed} | more
        for name, side, at, more in (
            ("ann", "red", [1, 1], {"skills": {"might": 3}}),
            ("ada", "red", [2, 3], {"speed": {"walk": speed, "burrow": speed}}),
            ("bob", "blue", [3, 1], {"speed": {"walk": speed, "fly": speed}}),
            ("ben", "blue", [5, 2], {"size": "large"}),
        )
    ]
    legend = {"=": {"floor": 2}}
    return {"format": 1, "ruleset": ruleset, "board": {"map": MAP, "legend": legend}, "creatures": creatures}


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_nothing_of_a_barred_kind_is_lawful(ruleset: str) -> None:
    dice = random.Random(3)
    found: set[str] = set()
    with Battle.of(brawl(ruleset)) as battle:
        for turn in range(24):
            name = ("ann", "ada", "bob", "ben")[turn % 4]
            if battle.creature(name).out:
                continue
            battle.begin_turn(name)
            for _ in range(4):
                world, me = at_start(battle.world, battle.creature(name))
                lawful: list[Intent] = []
                for kind in KINDS:
                    if kind in battle.rules.actions.costs:
                        asked = list(thinkable(world, me, kind))
                        allowed = [one for one in asked if isinstance(judge(world, me, one), Plan)]
                        if barred(world, me, kind):
                            found |= {kind} if asked else set()
                            assert allowed == [], (kind, allowed[0])
                        lawful += allowed
                if not lawful or not me.turn.open:
                    break
                kinds = sorted({one.do for one in lawful} - {"end"} or {"end"})
                kind = dice.choice(kinds)
                battle.act(name, dice.choice([one for one in lawful if one.do == kind]))
            battle.end_turn()
    assert len(found) >= 4, found


def test_a_trial_that_reads_its_target_decides_nothing() -> None:
    with Battle.of(brawl("d20-srd")) as battle:
        battle.begin_turn("ann")
        world, me = battle.world, battle.creature("ann")
        assert not barred(world, me, "attack")
        assert not barred(world, me, "move")
        battle.act("ann", {"do": "move", "to": [0, 0]})
        battle.act("ann", {"do": "move", "to": [1, 0]})
        assert barred(world, me, "move")
        assert barred(world, me, "step")

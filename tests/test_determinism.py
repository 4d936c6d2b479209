"""Same file, same seed, same log: in any process, under any hash seed, and nothing is left behind."""

import gc
import os
import subprocess
import sys

import esper
import pytest
from tests.under_test import HOME

import fivefoot
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.battle_state import BattleState
from fivefoot.play.battle import Battle
from fivefoot.play.match import play_on
from fivefoot.play.save import digest

PIT = """
ruleset = "RULESET"
seed = 9
[board]
map = '''
.......
..%.1..
..^._..
.......
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 7
attack = 5
damage = "1d8"
ai = "random"
conditions = ["prone", "blinded", "weakened", "fatigued"]
[[creatures]]
name = "cat"
side = "red"
at = [0, 3]
hp = 7
attack = 5
damage = "1d8"
ai = "aggressive"
[[creatures]]
name = "bob"
side = "blue"
at = [6, 1]
hp = 7
attack = 5
damage = "1d8"
ai = "random"
"""


def pit(ruleset: str, seed: int | None = None) -> Battle:
    """A small battle around a pit."""
    return fivefoot.loads(PIT.replace("RULESET", ruleset), seed=seed)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_no_hash_seed_changes_the_log(hash_seed: str) -> None:
    look = (
        "import sys, fivefoot\n"
        "from fivefoot.play.save import digest\n"
        "from fivefoot.play.match import play_on\n"
        "text = sys.stdin.read()\n"
        "for ruleset in fivefoot.RULESETS: print(digest(play_on(fivefoot.loads(text.replace('RULESET', ruleset)))))"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", look],
        input=PIT,
        env={**os.environ, "PYTHONPATH": HOME, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert outcome.stdout.split() == [digest(play_on(pit(ruleset))) for ruleset in RULESETS]


def test_battles_side_by_side_do_not_touch_each_other() -> None:
    alone = digest(play_on(pit("epic-path")))
    one, two = pit("epic-path"), pit("d20-srd", 5)
    for battle in (one, two):
        battle.roll_initiative()
    two.begin_turn("bob")
    one.reach("ann")
    assert digest(play_on(one)) == alone
    two.close()


@pytest.mark.nightly
def test_a_thousand_battles_leave_nothing_behind() -> None:
    names = list(RULESETS)

    def play(seed: int) -> str:
        text = PIT.replace("RULESET", names[seed % len(names)]).replace('"random"', '"aggressive"')
        with fivefoot.loads(text, seed=seed) as battle:
            return digest(play_on(battle))

    for seed in range(10):
        play(seed)
    gc.collect()
    contexts = esper.list_worlds()
    objects, worlds = len(gc.get_objects()), _worlds()
    first = [play(seed) for seed in range(5)]
    for seed in range(5, 1000):
        play(seed)
    assert [play(seed) for seed in range(5)] == first
    gc.collect()
    assert esper.list_worlds() == contexts
    assert _worlds() == worlds
    # Some caches fill up, but nothing grows with the number of battles.
    assert len(gc.get_objects()) < objects + 20_000


def _worlds() -> int:
    return sum(isinstance(thing, BattleState) for thing in gc.get_objects())


def test_a_battle_that_is_dropped_without_closing_leaves_nothing_behind() -> None:
    contexts = esper.list_worlds()
    play_on(pit("epic-path"))
    gc.collect()
    assert esper.list_worlds() == contexts

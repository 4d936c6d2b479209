"""Memos change nothing: a battle in which every memo forgets at once has the same log."""

from pathlib import Path

import pytest

from fivefoot.engine.memo import Memo
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import build
from fivefoot.engine.scenario.convert import converted
from fivefoot.engine.scenario.read import read
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for
from fivefoot.play.save import digest

SCENARIOS = Path(__file__).parents[2] / "assets" / "scenarios"


def test_a_memo_holds_as_many_answers_as_it_may() -> None:
    memo: Memo[int, int] = Memo(3)
    for number in range(10):
        assert memo.keep(number, number * number) == number * number
        assert len(memo) <= 3
    assert memo.get(9) == 81


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_is_the_same_without_caches(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = converted(read(SCENARIOS / "bridge.toml"), ruleset).scenario
    digests = set()
    for forgets in (False, True):
        if forgets:
            monkeypatch.setattr(Memo, "keep", lambda memo, question, answer: answer)
        build._BOARDS.clear()
        with Battle(scenario, seed=5) as battle:
            digests.add(digest(Match(battle, brains_for(scenario, "random", "aggressive"), rounds=4).play()))
    assert len(digests) == 1

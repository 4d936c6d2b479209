"""The odds of a strike, compared with every result of its dice."""

from itertools import product

import pytest
from tests.fights import fight

import fivefoot
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.rulesets.draw_steel import plus_and_shift

DICE = {"draw-steel": list(product(range(1, 11), repeat=2))}
STRIKE = '[[turns]]\nactor = "ann"\nintents = [{ do = "attack", target = "bob" }]\n'
D20 = [(natural,) for natural in range(1, 21)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("defence", [4, 13, 19, 33])
def test_odds_equal_the_count_of_all_dice_results(ruleset: str, defence: int) -> None:
    shown = DICE.get(ruleset, D20)
    damages = []
    for results in shown:
        drawn = fight("ab", ruleset=ruleset, ann="attack = 5\ndamage = 8", bob=f"ac = {defence}")
        battle = fivefoot.loads(f"dice = {list(results)}\n{drawn}{STRIKE}")
        (struck,) = [event.to_dict() for event in battle.run() if event.to_dict()["event"] == "struck"]
        damages.append((struck["hit"], struck["damage"]))
    hit, times = RULESETS[ruleset].attacks.odds(5, defence)
    assert hit == pytest.approx(sum(landed for landed, _ in damages) / len(shown))
    assert hit * times * 8 == pytest.approx(sum(damage for _, damage in damages) / len(shown))


def test_no_more_than_two_edges_count_against_banes() -> None:
    edge, bane = ("high ground", "edge"), ("squeezing", "bane")
    assert plus_and_shift((edge, edge, edge)) == (0, 1)
    assert plus_and_shift((edge, edge, edge, bane)) == (2, 0)
    assert plus_and_shift((edge, bane, bane, bane)) == (-2, 0)
    assert plus_and_shift((("skill", 3), bane, bane, bane)) == (3, -1)

"""The places of one move or crawl."""

from fivefoot.play.battle import Battle


def test_a_crawl_that_may_enter_costly_ground_reaches_it_for_one_square() -> None:
    ann = {"name": "ann", "side": "red", "at": [0, 0], "conditions": ["prone"]}
    rules = {"crawl-into-difficult": "one-square"}
    with Battle.of({"ruleset": "epic-path", "rules": rules, "board": {"map": "..\n.:"}, "creatures": [ann]}) as battle:
        battle.begin_turn("ann")
        assert {cube: at.cost for cube, at in battle.reach("ann").items()} == {
            (0, 0, 0): 0, (1, 0, 0): 5, (0, 1, 0): 5, (1, 1, 0): 5,
        }  # fmt: skip
        assert battle.act("ann", {"do": "crawl", "to": [1, 1]})[-1].spent == 5


def test_a_last_square_that_costs_more_than_is_left_costs_it_whole() -> None:
    ann = {"name": "ann", "side": "red", "at": [0, 0], "speed": {"walk": 10}}
    rules = {"last-square": "allow"}
    with Battle.of({"ruleset": "epic-path", "rules": rules, "board": {"map": "..:"}, "creatures": [ann]}) as battle:
        battle.begin_turn("ann")
        assert battle.reach("ann")[2, 0, 0].cost == 15
        assert battle.act("ann", {"do": "move", "to": [2, 0]})[-1].spent == 15

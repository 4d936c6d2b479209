"""The fight of the day: the same for every player, with a score that cannot be forged."""

from datetime import date, timedelta

import msgspec
import pytest

from fivefoot import ScenarioError
from fivefoot.engine.brains import BRAINS, View
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.daily import BRAIN, FOE, SIDE, day_of, proved, scenario_of, score
from fivefoot.play.match import Match
from fivefoot.play.table.session import Session

DAY = date(2026, 11, 22)


def fought(day: date, players: dict[str, str]) -> Battle:
    """A battle of a day, played to its end by brains as the window has them play."""
    table = Session(Battle(scenario_of(day)), players)
    while not table.over:
        if table.active is None:
            table.go_on()
        else:
            for _ in table.think():
                pass
    return table.battle


def test_a_day_has_one_scenario_and_a_week_has_them_all() -> None:
    week = [scenario_of(DAY + timedelta(days)) for days in range(7)]
    assert scenario_of(DAY) == week[0]
    assert {one.ruleset for one in week} == set(RULESETS)
    assert len({tuple(one.board.rows) for one in week}) == 7
    assert [bool(one.objectives) for one in week[:2]] in ([True, False], [False, True])
    assert [day_of(one) for one in week] == [DAY + timedelta(days) for days in range(7)]
    assert day_of(msgspec.structs.replace(week[0], seed=1)) is None


@pytest.mark.parametrize("days", range(2))
def test_a_saved_battle_proves_its_score(days: int) -> None:
    day = DAY + timedelta(days)
    battle = fought(day, {SIDE: "aggressive", FOE: BRAIN})
    with battle, Battle.restore(battle.save()) as again:
        told = score(battle, day)
        assert proved(again, "file") == told
        assert 0 <= told.points <= 1000


def test_a_victory_against_somebody_else_is_no_score() -> None:
    with fought(DAY, {SIDE: "cunning", FOE: "random"}) as battle, pytest.raises(ScenarioError, match="cunning"):
        proved(battle, "file")


def test_a_battle_under_way_and_one_of_no_day_are_no_score() -> None:
    with Battle(scenario_of(DAY)) as battle, pytest.raises(ScenarioError, match="over"):
        proved(battle, "file")
    changed = msgspec.structs.replace(scenario_of(DAY), seed=7)
    with Battle(changed) as battle, pytest.raises(ScenarioError, match="day"):
        proved(battle, "file")


def test_only_a_victory_scores() -> None:
    with Battle(scenario_of(DAY)) as battle:
        Match(battle, {one.name: BRAINS["random" if one.side == SIDE else BRAIN] for one in battle.creatures}).play()
        told = score(battle, DAY)
        winner = battle.events[-1].to_dict()["winner"]
        assert (told.points > 0) is (winner == SIDE)
    with Battle(scenario_of(DAY)) as battle:
        assert score(battle, DAY).points == 0
        assert View(battle.world, battle.creatures[0]).enemies

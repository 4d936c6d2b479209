"""Earlier moments of a battle, and forecasts of past strikes."""

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.components.events import Struck
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match
from fivefoot.play.replay.looking_back import battle_after, promised


def fought(ruleset: str) -> Battle:
    """A duel of four rounds, turn by turn."""
    ann = {"hp": 30, "ac": 12, "attack": 6, "damage": "1d8+1"}
    bob = {"hp": 30, "ac": 13, "attack": 5, "damage": "2d4"}
    battle = fivefoot.loads(drawn(ruleset, "...... A....B ......", {"ann": ann, "bob": bob}, seed=4))
    match = Match(battle, dict.fromkeys(("ann", "bob"), BRAINS["aggressive"]))
    while battle.world.round < 5 and not battle.over:
        match.play_turn()
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_strike_is_told_by_the_odds_that_it_had(ruleset: str) -> None:
    with fought(ruleset) as battle:
        strikes = [event for event in battle.events if isinstance(event, Struck)]
        assert strikes
        for event in (*strikes[:2], strikes[-1]):
            told = promised(battle, event)
            assert told is not None
            assert told.against == event.against
            assert told.modifiers == event.modifiers
            assert event.outcome in dict(told.outcomes)
            assert 0 < told.hit <= 1


def test_a_battle_stands_as_it_stood_and_goes_on_by_itself() -> None:
    with fought("epic-path") as battle:
        log = list(battle.events)
        for events in (0, 1, 7, len(log) // 2, len(log)):
            with battle_after(battle, events) as then:
                assert list(then.events) == log[: len(then.events)]
                assert len(then.events) <= events
                before = then.commands
                assert not before or before[-1].what != "submit"
        assert list(battle.events) == log

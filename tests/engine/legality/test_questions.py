"""What planners and systems may ask of a battle agrees with what the battle itself answers."""

from typing import ClassVar

import pytest
from tests.fights import fight

import fivefoot
from fivefoot.components.intents import Attack, Move, Push
from fivefoot.engine.rulesets import RULESETS

DRAWN = "....#...\n.a..#.b.\n........\n........"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_questions_answer_as_the_battle_does(ruleset: str) -> None:
    with fivefoot.loads(fight(DRAWN, ruleset=ruleset, both='damage = "1d6"\nhp = 9')) as battle:
        ask, unit = battle.world.ask, battle.rules.unit
        assert ask.distance("ann", "bob") == battle.distance("ann", "bob") == 5 * unit
        assert ask.distance((0, 0), (3, 1)) == battle.distance((0, 0), (3, 1))
        assert ask.burst((2, 2), 2 * unit) == battle.burst((2, 2), 2 * unit)
        assert ask.cone((1, 1), (1, 0), 3 * unit) == battle.cone((1, 1), (1, 0), 3 * unit)
        assert ask.line((1, 1), (3, 2), 4 * unit) == battle.line((1, 1), (3, 2), 4 * unit)
        assert ask.cube((2, 2), 3) == battle.cube((2, 2), 3)
        assert ask.sightline("ann", "bob") == battle.sightline("ann", "bob")
        assert ask.sightline((0, 0), (7, 0)) == battle.sightline((0, 0), (7, 0))
        assert ask.visible("ann", 3 * unit) == battle.visible("ann", 3 * unit)
        assert ask.threat("bob") == battle.threat("bob")
        assert ask.flanked("bob", "ann") == battle.flanked("bob", "ann")
        assert dict(ask.reach("ann").costs()) == dict(battle.reach("ann", fresh=True).costs())
        assert ask.why("ann", Attack(target="bob")) == battle.why("ann", Attack(target="bob"))
        assert ask.why("ann", Move(to=(2, 1))) is None
        assert ask.odds("ann", Attack(target="bob", ranged=True)) == battle.odds(
            "ann", Attack(target="bob", ranged=True)
        )
        assert ask.forecast("ann", "bob") == battle.forecast("ann", "bob")
        assert [one.name for one in ask.enemies("ann")] == ["bob"]
        assert not ask.in_reach("ann", "bob")
        route = ask.route("ann", (2, 3))
        assert route is not None
        assert route.path == battle.reach("ann", fresh=True)[route.path[-1]].path
        with pytest.raises(ValueError, match="not a square"):
            ask.distance("ann", (9, 9))
        with pytest.raises(KeyError, match="no creature called"):
            ask.threat("zoe")


CROSSED = {
    "board": {"map": "..^.....\n........", "legend": {"^": {"damage": "1d4", "hazard": True}}},
    "abilities": {
        "dash": {
            "pays": "free",
            "target": {"kind": "square"},
            "does": [{"do": "move", "target": "self", "distance": 30}],
        }
    },
    "conditions": {"burning": {"acts": [{"do": "damage", "amount": "1d6", "when": "turn-start"}]}},
    "creatures": [
        {"name": "ann", "side": "red", "at": [0, 0], "hp": 9, "can": ["dash"], "conditions": ["burning"]},
        {"name": "bob", "side": "blue", "at": [1, 0], "hp": 9, "damage": "1d6"},
    ],
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_odds_of_what_happens_on_the_way_are_those_of_the_battle(ruleset: str) -> None:
    unit = 1 if ruleset == "draw-steel" else 5
    with fivefoot.loads({"ruleset": ruleset, "seed": 1, **CROSSED}) as battle:
        for wanted in (
            {"do": "push", "target": "bob", "distance": 2 * unit},
            {"do": "use", "ability": "dash", "at": [0, 1]},
            {"do": "use", "ability": "dash", "at": [3, 1]},
        ):
            found = battle.world.ask.odds("ann", wanted)
            assert found == battle.odds("ann", wanted)
            assert found["ann"].mean >= 3.5


class Wary(fivefoot.ecs.System):
    """Asks for odds whenever it runs, in copies that are played ahead as well."""

    asked: ClassVar[list[float]] = []

    def process(self) -> None:
        odds = self.world.ask.odds("ann", Push(target="bob", distance=5))
        self.asked.append(odds["bob"].mean if isinstance(odds, dict) and "bob" in odds else 0.0)


def test_a_system_may_ask_for_odds_that_play_copies() -> None:
    with fivefoot.loads({"ruleset": "d20-srd", "seed": 1, **CROSSED}, systems=[Wary]) as battle:
        battle.act("ann", {"do": "attack", "target": "bob"})
        assert 2.5 in Wary.asked

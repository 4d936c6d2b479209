"""The forecast of a strike, compared with ten thousand strikes."""

import pytest
from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.events import Struck
from fivefoot.components.plan import Strike
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.systems.strikes import roll_strike

MANY = 3000


def field(ruleset: str) -> Battle:
    """Ann beside bob."""
    bodies: dict[str, Table] = {"ann": {"attack": 4, "damage": "1d6+1"}, "bob": {"ac": 14, "hp": 6}}
    return fivefoot.loads(drawn(ruleset, "AB. ...", bodies, seed=4))


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_forecast_equals_the_mean_of_many_rolls(ruleset: str) -> None:
    with field(ruleset) as battle:
        told = battle.forecast("ann", "bob")
        bob, world = battle.creature("bob"), battle.world
        struck = []
        for _ in range(MANY):
            before = len(world.log)
            bob.health.hp, bob.health.downed = 6, False
            bob.condition.held.clear()
            roll_strike(world, Strike("ann", "bob"))
            struck += [event for event in world.log[before:] if isinstance(event, Struck)]
    hits = [event.damage for event in struck if event.hit]
    assert len(hits) / MANY == pytest.approx(told.hit, abs=0.03)
    assert told.fells == pytest.approx(sum(damage >= 6 for damage in hits) / MANY, abs=0.03)
    assert (min(hits), max(hits)) == (told.least, told.most)


def test_a_forecast_reads_as_a_sentence() -> None:
    with field("d20-srd") as battle:
        assert str(battle.forecast("ann", "bob")) == "55%, 2 to 7, 18% to fell"

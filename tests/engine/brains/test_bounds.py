"""No aim of an ability is worth more than the bound by which brains leave it out."""

import pytest

from fivefoot.engine.brains import BRAINS, View
from fivefoot.engine.brains.ability_profile import known_to
from fivefoot.engine.brains.use_aims import LEAST, aims_of
from fivefoot.engine.generator.generate import generate
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match

TURNS = 8


def check(view: View) -> int:
    """The aims of a creature's abilities, each within its bounds."""
    found, seen = aims_of(view), 0
    for ability in known_to(view.world, view.me):
        aims = [aim.worth for aim in found.aims(ability, LEAST)]
        close = ability.kind == "aimed"
        for bound in (found.bound(ability, LEAST), found.bound(ability, LEAST, close=close)):
            assert max(aims, default=0.0) <= max(bound, LEAST), (ability.name, view.me.name)
        seen += len(aims)
    return seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_aim_is_worth_more_than_its_bound(ruleset: str) -> None:
    made = generate(4, size=(12, 10), sides=(3, 3), ruleset=ruleset, classes=True)
    with Battle(made, seed=4) as battle:
        match = Match(battle, {one.name: BRAINS["aggressive"] for one in battle.creatures})
        battle.roll_initiative()
        seen = 0
        for _ in range(TURNS):
            seen += sum(check(View(battle.world, one)) for one in battle.world.creatures if not one.out)
            match.play_turn()
    assert seen

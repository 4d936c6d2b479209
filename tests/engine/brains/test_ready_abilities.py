"""The abilities that brains think of are those that the rules would let a creature begin."""

import pytest

from fivefoot.components.ability import Repertoire
from fivefoot.engine.brains import BRAINS, Play, View
from fivefoot.engine.brains.uses import able_to_use, ready_now
from fivefoot.engine.generator.generate import generate
from fivefoot.engine.legality.likely_uses import unready
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match

TURNS = 60
SPENT = (" is on cooldown", " already used ", " costs ", " cannot be used now")
"""What the refusal of an ability says that is used up or waits."""


class Checked:
    """The brain `random`, whose abilities are compared with the rules before each turn."""

    name = "checked"

    def __init__(self) -> None:
        self.left_out = 0

    def turn(self, view: View) -> Play:
        own = view.me.parts.get(Repertoire)
        if own is not None and able_to_use(view):
            thought_of = {ability.name for ability in ready_now(view)}
            for name in own.can:
                why = unready(view.world, view.me, name)
                if why is None:
                    assert name in thought_of
                elif any(text in why.reason for text in SPENT):
                    assert name not in thought_of, why
                    self.left_out += 1
        return BRAINS["random"].turn(view)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_spent_abilities_are_left_out_and_no_others(ruleset: str) -> None:
    made = generate(4, size=(12, 10), sides=(3, 3), ruleset=ruleset, classes=True)
    brain = Checked()
    with Battle(made, seed=4) as battle:
        match = Match(battle, {one.name: brain for one in battle.creatures})
        battle.roll_initiative()
        for _ in range(TURNS):
            if battle.over:
                break
            match.play_turn()
    assert brain.left_out

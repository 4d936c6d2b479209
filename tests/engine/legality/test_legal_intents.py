"""The intents that are listed for a creature."""

from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.intents import Attack


def test_a_swordsman_with_a_bow_strikes_who_is_near_and_shoots_at_who_is_far() -> None:
    bodies: dict[str, Table] = {"ann": {"damage": "1d6", "range": 60}, "bob": {"hp": 20}, "far": {"hp": 20}}
    with fivefoot.loads(drawn("d20-srd", "AB......F", bodies)) as battle:
        battle.begin_turn("ann")
        assert list(battle.legal_intents("ann", "attack")) == [
            Attack(target="bob", ranged=False),
            Attack(target="far", ranged=True),
        ]

"""The intents that are listed for a creature."""

import pytest
from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.intents import Attack, End, Intent, Move
from fivefoot.components.position import Cube
from fivefoot.engine.legality.legal_intents import IntentsTo


def test_near_enemies_are_struck_and_far_ones_shot() -> None:
    bodies: dict[str, Table] = {"ann": {"damage": "1d6", "range": 60}, "bob": {"hp": 20}, "far": {"hp": 20}}
    with fivefoot.loads(drawn("d20-srd", "AB......F", bodies)) as battle:
        battle.begin_turn("ann")
        assert list(battle.legal_intents("ann", "attack")) == [
            Attack(target="bob", ranged=False),
            Attack(target="far", ranged=True),
        ]


def test_candidates_are_made_on_demand() -> None:
    made: list[Cube] = []

    def make(to: Cube) -> Intent:
        made.append(to)
        return Move(to=to)

    found = IntentsTo(make, [(1, 0, 0), (2, 0, 0)], [End()])
    assert len(found) == 3
    assert made == []
    assert found[1] == Move(to=(2, 0, 0))
    assert found[2] == found[-1] == End()
    assert made == [(2, 0, 0)]
    assert found[1:] == [Move(to=(2, 0, 0)), End()]
    assert list(found) == [Move(to=(1, 0, 0)), Move(to=(2, 0, 0)), End()]
    with pytest.raises(IndexError):
        found[3]

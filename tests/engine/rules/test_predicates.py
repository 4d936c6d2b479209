"""Predicates: what each part of one asks of a creature, and the reason where it does not fit."""

import msgspec
import pytest

import fivefoot
from fivefoot.components.names import Predicate
from fivefoot.engine.rules.defined import fits, unmet

FIELD = """
format = 1
ruleset = "draw-steel"
board = { map = "......" }
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 20
[[creatures]]
name = "bob"
side = "blue"
at = [2, 0]
size = "medium"
hp = 20
kind = "undead"
tags = ["boss", "cold"]
conditions = ["prone"]
traits = ["incorporeal"]
"""


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, None),
        ({"has": ["prone", "incorporeal"]}, None),
        ({"has": ["prone", "grabbed"]}, "is not grabbed"),
        ({"lacks": ["grabbed"]}, None),
        ({"lacks": ["prone"]}, "is prone"),
        ({"side": "enemy"}, None),
        ({"side": "blue"}, None),
        ({"side": "ally"}, "is of the side blue, not ally"),
        ({"size": "1M"}, None),
        ({"size": ["large", "medium"]}, None),
        ({"size": 2}, "is medium, not 2"),
        ({"kind": "undead"}, None),
        ({"kind": ["beast", "plant"]}, "is not of the kind beast or plant"),
        ({"tag": ["boss", "minion"]}, None),
        ({"tag": "minion"}, "has not the tag minion"),
        ({"hp_below": 1.0}, "does not have less than 100% of its hit points"),
    ],
)
def test_each_part_of_a_predicate_is_asked(asked: dict[str, object], reason: str | None) -> None:
    battle = fivefoot.loads(FIELD)
    ann, bob = battle.world.named["ann"], battle.world.named["bob"]
    predicate = msgspec.convert(asked, Predicate)
    assert unmet(battle.world.rules, predicate, bob, ann) == reason
    assert fits(battle.world.rules, predicate, bob, ann) is (reason is None)


def test_hit_points_are_compared_with_the_full_number() -> None:
    battle = fivefoot.loads(FIELD)
    bob, half = battle.world.named["bob"], Predicate(hp_below=0.5)
    battle.effect([{"do": "damage", "target": "bob", "amount": 10}], by="test")
    assert not fits(battle.world.rules, half, battle.world.named["bob"])
    battle.effect([{"do": "damage", "target": "bob", "amount": 1}], by="test")
    assert fits(battle.world.rules, half, battle.world.named["bob"])
    assert bob.health.full == 20

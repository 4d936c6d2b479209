"""Uses that last by concentration."""

import pytest
from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.condition import LASTING, Duration
from fivefoot.engine.effects.verbs import gain
from fivefoot.engine.rules.ruleset import World
from fivefoot.play.battle import Battle
from fivefoot.systems.turns import LastingSystem, Ongoing


def concentrating(*, concentration: bool = True) -> tuple[World, int]:
    """A world in which ann keeps bob prone, and the entity that knows it."""
    world = on_turn("a.b", both="hp = 10")
    entity = world.create(Ongoing("ann", "hold", concentration=concentration))
    gain(world, world.named["bob"], "prone", lasts=Duration(LASTING, "", use=entity))
    return world, entity


@pytest.mark.parametrize("how", ["down", "stunned"])
def test_a_lasting_use_ends_with_its_user(how: str) -> None:
    world, entity = concentrating()
    assert one_pass(LastingSystem, world) == []
    if how == "down":
        world.named["ann"].health.downed = True
    else:
        world.named["ann"].condition.held.add(how)
    (lost,) = one_pass(LastingSystem, world)
    assert (lost["event"], lost["who"], lost["condition"]) == ("lost", "bob", "prone")
    assert entity not in world.things


def test_without_concentration_a_use_outlasts_its_user() -> None:
    world, entity = concentrating(concentration=False)
    world.named["ann"].health.downed = True
    assert one_pass(LastingSystem, world) == []
    assert entity in world.things


def test_what_comes_after_a_use_has_lost_its_concentration_does_not_stay() -> None:
    """The user stuns itself in the middle of the use: no burning ground comes, and no guest."""
    acts = [
        {"do": "condition", "target": "self", "condition": "stunned"},
        {"do": "tile", "at": "at", "tile": "%"},
        {"do": "join", "creature": {"name": "imp", "side": "red", "at": "at"}},
        {"do": "damage", "target": "self", "amount": 3},
    ]
    ability = {"pays": "standard", "concentration": True, "target": {"kind": "square", "range": 60}, "does": acts}
    ann = {"name": "ann", "side": "red", "at": [0, 0], "hp": 10, "can": ["it"]}
    scenario = {"ruleset": "d20-srd", "board": {"map": "...."}, "abilities": {"it": ability}, "creatures": [ann]}
    with Battle.of(scenario) as battle:
        battle.begin_turn("ann")
        battle.act("ann", {"do": "use", "ability": "it", "at": [2, 0]})
        assert battle.world.board.tile(2, 0).terrain == "normal"
        assert [(one.name, one.health.hp) for one in battle.creatures] == [("ann", 7)]
        assert not battle.creature("ann").condition.held

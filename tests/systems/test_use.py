"""Uses of abilities: what a single pass of the system does."""

from typing import Any

from tests.systems.one_pass import on_turn, one_pass, plan

from fivefoot.components.ability import Ability, Repertoire
from fivefoot.components.intents import StepAim
from fivefoot.components.plan import AbilityUse, Strike
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.scenario.validate import decode
from fivefoot.play.battle import Battle
from fivefoot.systems.use import UseSystem


def using(table: dict[str, Any], aim: StepAim, **fields: str) -> World:
    """A world in which ann uses an ability on bob, who stands two squares east of her."""
    world = on_turn("a.b", AbilityUse("it", (aim,), spends={"mana": 2}), **fields)
    world.abilities = {"it": decode(table, Ability, "test")}
    world.named["ann"].put(Repertoire(("it",), {"mana": 5}, {"mana": 5}))
    return world


def test_the_first_pass_logs_the_use_and_takes_its_cost() -> None:
    world = using({"uses": 2, "each": [{"do": "damage", "amount": 3}]}, StepAim(target="bob"), both="hp = 10")
    used, cost = one_pass(UseSystem, world)
    assert (used["event"], used["who"], used["ability"], used["targets"]) == ("used", "ann", "it", ["bob"])
    assert used["at"] == [2, 0, 0]
    assert (cost["event"], cost["name"], cost["amount"], cost["left"]) == ("resource", "mana", -2, 3)
    assert world.named["bob"].health.hp == 10
    assert world.named["ann"].own(Repertoire).used == {"it": 1}


def test_each_further_pass_carries_out_one_act() -> None:
    acts = [{"do": "damage", "amount": 3}, {"do": "damage", "amount": 4}]
    world = using({"each": acts}, StepAim(target="bob"), both="hp = 10")
    one_pass(UseSystem, world)
    left = []
    for _ in acts:
        one_pass(UseSystem, world)
        left.append(world.named["bob"].health.hp)
    assert left == [7, 3]
    assert plan(world) == [AbilityUse]
    one_pass(UseSystem, world)
    assert plan(world) == []


def test_a_strike_is_left_to_the_system_of_strikes() -> None:
    world = using({"does": [{"do": "strike", "attack": 7}]}, StepAim(target="bob"), both="hp = 10")
    one_pass(UseSystem, world)
    assert one_pass(UseSystem, world) == []
    assert plan(world) == [Strike, AbilityUse]
    (strike, _) = world.named["ann"].queue.acts
    assert isinstance(strike, Strike)
    assert (strike.target, strike.bonus, strike.harmless) == ("bob", 7, False)


def test_all_saves_of_a_step_are_rolled_before_its_acts() -> None:
    table = {
        "target": {"kind": "self"},
        "area": {"shape": "emanation", "size": 10},
        "roll": {"save": "reflex", "dc": 1},
        "each": [{"do": "damage", "amount": 1}],
    }
    world = using(table, StepAim(), both="hp = 10")
    lines = one_pass(UseSystem, world)
    assert [(line["who"], line["for"]) for line in lines if line["event"] == "rolled"] == [
        ("ann", "reflex"),
        ("bob", "reflex"),
    ]
    assert all(creature.health.hp == 10 for creature in world.creatures)


def test_a_user_that_is_down_does_nothing_more() -> None:
    world = using({"each": [{"do": "damage", "amount": 3}]}, StepAim(target="bob"), both="hp = 10")
    one_pass(UseSystem, world)
    world.named["ann"].health.downed = True
    one_pass(UseSystem, world)
    assert plan(world) == []
    assert world.named["ann"].queue.halted == "ann is down"
    assert world.named["bob"].health.hp == 10


def test_a_cube_whose_dice_leave_it_no_side_covers_nothing() -> None:
    """In feet a side of less than a square; its dice are rolled for this use."""
    area = {"shape": "cube", "size": "2d4"}
    ability = {"target": {"kind": "square", "range": 60}, "area": area, "each": [{"do": "damage", "amount": 3}]}
    ann = {"name": "ann", "side": "red", "at": [0, 0], "hp": 10, "can": ["it"]}
    bob = {"name": "bob", "side": "blue", "at": [2, 0], "hp": 10}
    scenario = {"ruleset": "d20-srd", "dice": [1, 1], "board": {"map": "...."}, "abilities": {"it": ability}}
    with Battle.of({**scenario, "creatures": [ann, bob]}) as battle:
        battle.begin_turn("ann")
        battle.act("ann", {"do": "use", "ability": "it", "at": [2, 0]})
        assert battle.creature("bob").health.hp == 10

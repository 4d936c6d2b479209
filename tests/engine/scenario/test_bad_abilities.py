"""Abilities that cannot be: one sentence each, with the place and what is allowed there."""

from typing import Any

import pytest

import fivefoot

BASE: dict[str, Any] = {"target": {"range": 5}, "each": [{"do": "damage", "amount": 1}]}

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"spends": {"mana": -1}}, "abilities.it.spends.mana", "from 0 to"),
    ({"uses": 0}, "abilities.it.uses", "from 1 to 1000"),
    ({"cooldown": -2}, "abilities.it.cooldown", "from 0 to 1000"),
    ({"pays": "mana"}, "abilities.it.pays", "what d20-srd pays with: free, attack"),
    ({"pays": ["swift", 2]}, "abilities.it.pays[1]", "what d20-srd pays with"),
    ({"pays": []}, "abilities.it.pays", "one payment or more"),
    ({"target": {"kind": "planet"}}, "abilities.it.target.kind", "creature"),
    ({"target": {"range": "far"}}, "abilities.it.target.range", '"reach" or "weapon"'),
    ({"area": {"shape": "burst", "size": 5000}}, "abilities.it.area.size", "at most 300 feet"),
    ({"area": {"shape": "burst", "size": "99d99"}}, "abilities.it.area.size", "at most 300 feet"),
    ({"area": {"shape": "cone", "size": 0}}, "abilities.it.area.size", "5 feet or more"),
    ({"area": {"shape": "blob", "size": 5}}, "abilities.it.area.shape", "emanation"),
    ({"roll": {}}, "abilities.it.roll", "one of save, check and strike"),
    ({"roll": {"save": "will", "strike": True}}, "abilities.it.roll", "one of save, check and strike"),
    ({"roll": {"save": "will"}}, "abilities.it.roll.dc", "a whole number"),
    ({"target": {"count": 101}}, "abilities.it.target.count", "at most 100"),
    ({"target": {"count": "26d4"}}, "abilities.it.target.count", "at most 100"),
    ({"on": {"hit": []}, "roll": None}, "abilities.it.on", "on beside the roll of the same step"),
    ({"on": {"crit": []}}, "abilities.it.on.crit", "critical-hit"),
    ({"lasts": {}}, "abilities.it.lasts", "rounds or turns"),
    ({"affects": {"choice": True}}, "abilities.it.affects.choice", "choice beside area"),
    ({"each": [{"do": "explode"}]}, "abilities.it.each[0].do", "damage"),
    ({"each": [{"do": "condition", "condition": "sad"}]}, "abilities.it.each[0].condition", "a condition"),
    ({"each": [{"do": "damage", "amount": 1, "target": "zoe"}]}, "abilities.it.each[0].target", "target, self"),
    ({"does": [{"do": "tile", "at": "area", "tile": "?"}]}, "abilities.it.does[0].tile", "a tile"),
    ({"does": [{"do": "join", "creature": {"hp": 1}}]}, "abilities.it.does[0].creature.name", "a name"),
    ({"steps": [{"after": "tuesday"}]}, "abilities.it.steps[0].after", "hit"),
    ({"colour": "red"}, "abilities.it.colour", "label"),
]


def table(ability: dict[str, Any], **creature: Any) -> dict[str, Any]:
    """A scenario with one ability."""
    ann = {"name": "ann", "side": "red", "at": [0, 0], "can": ["it"], **creature}
    return {"ruleset": "d20-srd", "board": {"map": "...."}, "abilities": {"it": ability}, "creatures": [ann]}


@pytest.mark.parametrize(("change", "place", "allowed"), WRONG, ids=lambda one: one if isinstance(one, str) else "")
def test_an_impossible_ability_is_refused_in_one_sentence(change: dict[str, Any], place: str, allowed: str) -> None:
    fivefoot.Battle.of(table(BASE)).close()
    with pytest.raises(fivefoot.ScenarioError) as raised:
        fivefoot.Battle.of(table({**BASE, **change}))
    assert raised.value.place == place
    assert allowed in raised.value.allowed
    assert len(str(raised.value)) <= 320


def test_an_unknown_ability_of_a_creature_is_named() -> None:
    with pytest.raises(fivefoot.ScenarioError, match=r'creatures\[0\].can\[0\]: found "ti"; allowed: an ability: it'):
        fivefoot.Battle.of(table(BASE, can=["ti"]))


def test_an_unknown_ability_in_a_script_is_named() -> None:
    whole = table(BASE)
    whole["turns"] = [{"actor": "ann", "intents": [{"do": "use", "ability": "zap", "target": "ann"}]}]
    with pytest.raises(fivefoot.ScenarioError, match=r"turns\[0\].intents\[0\].ability"):
        fivefoot.Battle.of(whole)


def test_ten_thousand_targets_are_too_many() -> None:
    with fivefoot.Battle.of(table(BASE)) as battle:
        many = {"do": "use", "ability": "it", "targets": ["ann"] * 10_000}
        with pytest.raises(fivefoot.ScenarioError, match="0 to 100 items"):
            battle.why("ann", many)

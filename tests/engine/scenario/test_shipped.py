"""Shipped creatures, abilities, items and conditions: every ruleset knows them, and a file's own win."""

import pytest

import fivefoot
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.shipped import shipped
from fivefoot.play.match import Match, brains_for

HEAD = 'format = 1\nruleset = "{ruleset}"\nseed = 5\n[board]\nmap = """\n' + ("." * 16 + "\n") * 16 + '"""\n'


def everybody(ruleset: str) -> str:
    text = HEAD.format(ruleset=ruleset)
    for number, base in enumerate(shipped("creatures")):
        side, x, y = ("red", 2, 1) if number % 2 else ("blue", 12, 1)
        text += f'[[creatures]]\nname = "{base}"\nbase = "{base}"\nside = "{side}"\nat = [{x}, {y + number}]\n'
    return text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shipped_creatures_fight_in_every_ruleset(ruleset: str) -> None:
    battle = fivefoot.loads(everybody(ruleset))
    Match(battle, brains_for(battle.scenario, "cunning", "aggressive"), rounds=3).play()
    assert any(event.event in ("struck", "used") for event in battle.events)
    assert battle.reach("ogre")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_ability_loads_in_every_ruleset(ruleset: str) -> None:
    can = ", ".join(f'"{name}"' for name in shipped("abilities"))
    items = ", ".join(f'"{name}"' for name in shipped("items"))
    text = HEAD.format(ruleset=ruleset)
    text += f'[[creatures]]\nname = "ann"\nside = "red"\nat = [1, 1]\ncan = [{can}]\nitems = [{items}]\n'
    battle = fivefoot.loads(text)
    assert len(shipped("abilities")) >= 30
    assert len(shipped("items")) == 12
    assert len(shipped("conditions")) == 10
    assert set(battle.abilities("ann")) == set(shipped("abilities"))


def test_a_files_own_fields_and_definitions_win() -> None:
    text = HEAD.format(ruleset="d20-srd") + '[items.shield]\nslot = "arm"\nadds = { ac = 7 }\n'
    text += '[[creatures]]\nname = "ann"\nbase = "fighter"\nside = "red"\nat = [1, 1]\nhp = 99\n'
    ann = fivefoot.loads(text).world.named["ann"]
    assert (ann.health.hp, ann.body.ac, ann.body.attack) == (99, 23, 6)


def test_distances_are_read_in_the_rulesets_unit() -> None:
    speeds = {
        ruleset: fivefoot.loads(everybody(ruleset)).world.named["ogre"].speed.listed["walk"] for ruleset in RULESETS
    }
    assert speeds == dict.fromkeys(RULESETS, 40) | {"draw-steel": 8}


def test_an_unknown_base_is_refused_with_the_known_ones() -> None:
    text = HEAD.format(ruleset="d20-srd") + '[[creatures]]\nname = "a"\nside = "b"\nat = [1, 1]\nbase = "ogr"\n'
    with pytest.raises(ScenarioError, match="ogre") as caught:
        fivefoot.loads(text)
    assert caught.value.place == "creatures[0].base"


def test_a_creature_that_joins_has_the_fields_of_its_base() -> None:
    battle = fivefoot.loads(HEAD.format(ruleset="draw-steel"))
    battle.effect([{"do": "join", "creature": {"name": "a", "base": "skeleton", "side": "red", "at": [1, 1]}}], by="x")
    risen = battle.world.named["a"]
    assert (risen.health.hp, risen.speed.listed["walk"]) == (13, 6)
    again = fivefoot.Battle.restore(battle.save())
    assert again.world.named["a"].health.hp == 13
    with pytest.raises(ScenarioError, match="skeleton"):
        battle.effect(
            [{"do": "join", "creature": {"name": "b", "base": "skeletn", "side": "red", "at": [1, 1]}}], by="x"
        )

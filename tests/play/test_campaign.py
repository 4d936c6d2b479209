"""A campaign's party: gifts, wounds, and things to carry."""

from pathlib import Path

import pytest

from fivefoot import ScenarioError
from fivefoot.engine.messages import use_language
from fivefoot.play.battle import Battle
from fivefoot.play.campaign import Campaign, CampaignProgress, read, title_in_words

FIELD = """
ruleset = "{ruleset}"
[board]
map = ".........."
[[creatures]]
name = "place"
side = "red"
at = [0, 0]
[[creatures]]
name = "foe"
side = "blue"
at = [9, 0]
hp = 5
"""
ROAD = """
title = "Road"
ruleset = "d20-srd"
rest = 2
wounds = 1
wound = 4
party = [{ name = "ann", base = "scout", hp = 20 }, { name = "bob", hp = 10, items = ["mace"], wields = "mace" }]
[[battles]]
id = "one"
scenario = "field"
next = ["two"]
gifts = [
    { label = "Rally", can = ["rally"] },
    { label = "Flask", items = ["fire-flask"] },
    { label = "Rest", heals = true, all = true },
]
[[battles]]
id = "two"
scenario = "field"
"""


@pytest.fixture
def road(tmp_path: Path) -> Campaign:
    (tmp_path / "field.toml").write_text(FIELD.format(ruleset="draw-steel"), encoding="utf-8")
    (tmp_path / "road.toml").write_text(ROAD, encoding="utf-8")
    return read(tmp_path / "road.toml", [])


def won(road: Campaign, progress: CampaignProgress, down: tuple[str, ...] = ()) -> CampaignProgress:
    with Battle(road.scenario(progress)) as battle:
        for name in down:
            battle.creature(name).health.downed = True
        return road.after(progress, battle)


def test_a_base_brings_its_abilities_in_the_unit_of_the_campaign(road: Campaign) -> None:
    scenario = road.scenario(road.begin())
    assert (scenario.creatures[0].speed, scenario.creatures[0].can) == (30, ("vanish", "backstab", "caltrops"))
    with Battle(scenario) as battle:
        assert [*battle.abilities("ann")] == ["vanish", "backstab", "caltrops", "drink-draught"]


def test_one_gift_is_due_and_teaches_its_member(road: Campaign) -> None:
    first = won(road, road.begin())
    assert [one.label for one in road.due(first)] == ["Rally", "Flask", "Rest"]
    then = road.give(first, 0, "bob")
    assert road.due(then) == ()
    with Battle(road.scenario(then)) as battle:
        assert [*battle.abilities("bob")] == ["rally"]


def test_a_fallen_member_returns_wounded_once(road: Campaign) -> None:
    first = won(road, road.begin(), ("bob",))
    assert (first.wounds, first.hit_points["bob"]) == ({"bob": 1}, 2)
    assert road.members(first)[1]["hp"] == 10 - 4
    assert road.give(first, 2).wounds == {}
    assert "bob" not in road.give(first, 2).hit_points
    assert won(road, first, ("bob",)).fallen == ["bob"]


def test_items_are_carried_given_and_used_up(road: Campaign) -> None:
    first = road.give(won(road, road.begin()), 1, "bob")
    assert first.carried["bob"] == ["mace", "fire-flask"]
    over = road.hand_over(first, "healing-draught", "ann", "bob")
    assert (over.carried["ann"], over.carried["bob"]) == (["dirk"], ["mace", "fire-flask", "healing-draught"])
    with Battle(road.scenario(over)) as battle:
        battle.act("bob", {"do": "use", "ability": "drink-draught"})
        assert road.after(over, battle).carried["bob"] == ["mace", "fire-flask"]


def test_a_gift_of_nothing_known_is_refused(tmp_path: Path) -> None:
    (tmp_path / "field.toml").write_text(FIELD.format(ruleset="d20-srd"), encoding="utf-8")
    (tmp_path / "road.toml").write_text(ROAD.replace('"rally"', '"ralli"'), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        read(tmp_path / "road.toml", [])
    assert caught.value.place == "battles[0].gifts[0].can"


@pytest.mark.parametrize(("language", "told"), [("en", "The road home: Ambush at the ford"), ("de", "Hinterhalt")])
def test_a_battle_of_the_campaign_is_titled_in_the_language(language: str, told: str) -> None:
    use_language(language)
    try:
        title = title_in_words("The road home: Ambush at the ford")
    finally:
        use_language("en")
    assert told in title
    assert ("road" in title) == (language == "en")

"""What labels and hints say of an ability's odds."""

from typing import Any

import pytest

from fivefoot.components.events import Renewed
from fivefoot.engine.legality.intent_odds import CreatureOdds
from fivefoot.engine.messages import speaking, use_language
from fivefoot.play.table.showing import note_of
from fivefoot.play.table.uses import odds_brief, odds_label, odds_told


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "critical success 25%, failure 75%"), ("de", "kritischer Erfolg 25%, Fehlschlag 75%")],
)
def test_outcomes_are_words_of_the_language(language: str, told: str) -> None:
    odds = CreatureOdds({"critical-success": 0.25, "success": 0.0, "failure": 0.75}, 0, 0.0, 0, 0.0)
    use_language(language)
    try:
        assert odds_told(odds) == told
        assert odds_brief(odds) == told.partition(",")[0]
    finally:
        use_language("en")


@pytest.mark.parametrize(
    ("whose", "told", "german"),
    [
        ({"saves": True}, "saves 60%, fails the save 40%", "Rettungswurf gelingt 60%, Rettungswurf misslingt 40%"),
        ({"checked_by": "Mia"}, "Mia succeeds 60%, Mia fails 40%", "Mia hat Erfolg 60%, Mia scheitert 40%"),
        ({}, "success 60%, failure 40%", "Erfolg 60%, Fehlschlag 40%"),
    ],
)
def test_outcomes_say_whose_they_are(whose: dict[str, Any], told: str, german: str) -> None:
    odds = CreatureOdds({"success": 0.6, "failure": 0.4}, 0, 0.0, 0, 0.0, **whose)
    assert odds_told(odds) == told
    with speaking("de"):
        assert odds_told(odds) == german


@pytest.mark.parametrize(
    ("whose", "told", "german"),
    [
        ({"saves": True}, "rolls tier 3 20%, rolls tier 1 80%", "würfelt Stufe 3 20%, würfelt Stufe 1 80%"),
        (
            {"checked_by": "Mia"},
            "Mia rolls tier 3 20%, Mia rolls tier 1 80%",
            "Mia würfelt Stufe 3 20%, Mia würfelt Stufe 1 80%",
        ),
        ({}, "tier 3 20%, tier 1 80%", "Stufe 3 20%, Stufe 1 80%"),
    ],
)
def test_tiers_say_who_rolls_them(whose: dict[str, Any], told: str, german: str) -> None:
    odds = CreatureOdds({"tier-3": 0.2, "tier-2": 0.0, "tier-1": 0.8}, 0, 0.0, 0, 0.0, **whose)
    assert odds_told(odds) == told
    with speaking("de"):
        assert odds_told(odds) == german


def test_conditions_are_told_by_their_labels() -> None:
    odds = CreatureOdds({}, 0, 0.0, 0, 0.0, conditions={"pinned-down": 0.7, "prone": 0.3})
    assert odds_told(odds) == "pinned down 70%, prone 30%"
    note = note_of(Renewed(who="Fang", condition="pinned-down"))
    assert note is not None
    assert note[1] == "pinned down again"


@pytest.mark.parametrize(
    ("most", "told", "label", "german"),
    [(8, "1 to 8 damage", "1 to 8", "1 bis 8 Schaden"), (1, "1 damage", "1", "1 Schaden")],
)
def test_hints_say_that_damage_is_damage_and_labels_are_short(most: int, told: str, label: str, german: str) -> None:
    odds = CreatureOdds({"hit": 0.6, "miss": 0.4}, 1, 2.0, most, 0.0)
    assert odds_told(odds) == f"hit 60%, miss 40%, {told}"
    assert odds_label(odds) == f"60%, {label}"
    with speaking("de"):
        assert odds_told(odds).endswith(german)


def test_a_chance_that_rounds_to_nothing_is_left_out() -> None:
    odds = CreatureOdds({"failure": 1.0}, 2, 13.0, 24, 0.004)
    assert odds_told(odds) == "failure 100%, 2 to 24 damage"
    assert odds_brief(odds) == "−13"

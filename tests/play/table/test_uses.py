"""What labels and hints say of an ability's odds."""

import pytest

from fivefoot.engine.legality.intent_odds import CreatureOdds
from fivefoot.engine.messages import use_language
from fivefoot.play.table.uses import odds_brief, odds_told


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


def test_a_chance_that_rounds_to_nothing_is_left_out() -> None:
    odds = CreatureOdds({"failure": 1.0}, 2, 13.0, 24, 0.004)
    assert odds_told(odds) == "failure 100%, 2 to 24"
    assert odds_brief(odds) == "−13"

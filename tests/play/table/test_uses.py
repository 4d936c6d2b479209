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

"""Switches, as rules read them."""

import pytest

from fivefoot.engine.rulesets import RULESETS

RULES = RULESETS["epic-path"]


def test_word_returns_the_switch_value() -> None:
    assert RULES.word("run-multiplier", "four", "five") == "four"
    assert RULES.vary(run_multiplier="five").word("run-multiplier", "four", "five") == "five"


def test_word_returns_the_default_of_a_missing_switch() -> None:
    assert RULES.word("no-such-switch", "usual", "other") == "usual"


def test_a_word_that_the_rule_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="switch 'run-multiplier' is at 'four'"):
        RULES.word("run-multiplier", "three", "five")


@pytest.mark.parametrize("house", [("corners", "corner_blocks_when"), ("corner_blocks_when", "corners")])
def test_the_order_of_switches_does_not_matter(house: tuple[str, str]) -> None:
    values = {"corners": "hard", "corner_blocks_when": "both_filled"}
    assert RULESETS["draw-steel"].vary(**{name: values[name] for name in house}).grid.corners == "any"

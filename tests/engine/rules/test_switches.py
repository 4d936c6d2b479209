"""Switches, as rules read them."""

import pytest

from fivefoot.engine.rulesets import RULESETS

RULES = RULESETS["epic-path"]


def test_a_word_is_what_the_switch_stands_at() -> None:
    assert RULES.word("run-multiplier", "four", "five") == "four"
    assert RULES.vary(run_multiplier="five").word("run-multiplier", "four", "five") == "five"


def test_a_switch_that_the_ruleset_does_not_have_stands_at_the_usual_word() -> None:
    assert RULES.word("no-such-switch", "usual", "other") == "usual"


def test_a_word_that_the_rule_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="switch 'run-multiplier' is at 'four'"):
        RULES.word("run-multiplier", "three", "five")


@pytest.mark.parametrize("house", [("corners", "corner_blocks_when"), ("corner_blocks_when", "corners")])
def test_the_order_in_which_switches_are_named_decides_nothing(house: tuple[str, str]) -> None:
    values = {"corners": "hard", "corner_blocks_when": "both_filled"}
    assert RULESETS["draw-steel"].vary(**{name: values[name] for name in house}).grid.corners == "any"

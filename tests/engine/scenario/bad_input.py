"""Pieces of scenario files, and the one error that a bad file may raise."""

import pytest
from tests.german import english_in_error

from fivefoot.engine.error_text import error_text
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.read import parse

BOARD = """
ruleset = "epic-path"
[board]
map = '''
...
...
'''
"""
ANN = '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\n'
BOB = '[[creatures]]\nname = "bob"\nside = "blue"\nat = [1, 1]\n'
TURN = '[[turns]]\nactor = "ann"\n'


def error(text: str) -> ScenarioError:
    """The error that a text is refused with."""
    with pytest.raises(ScenarioError) as caught:
        parse(text, "bad.toml")
    sentence = str(caught.value)
    assert sentence.startswith("bad.toml: ")
    assert sentence.isprintable()
    assert "found " in sentence
    assert "allowed: " in sentence
    assert english_in_error(error_text(caught.value, "de")) == []
    return caught.value

"""Questions that a battle cannot answer: one sentence says why, and the battle is none the worse for it."""

import pytest

import fivefoot
from fivefoot.systems.battle import Battle

DUEL = """
ruleset = "d20-srd"
[board]
map = '''
...
...
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
[[creatures]]
name = "bob"
side = "blue"
at = [2, 1]
"""


@pytest.fixture
def duel() -> Battle:
    return fivefoot.loads(DUEL)


def test_nobody_bears_the_name(duel: Battle) -> None:
    for asked in (duel.reach, duel.threat, duel.creature):
        with pytest.raises(KeyError, match='there is no creature called "zed"; there are ann, bob'):
            asked("zed")
    with pytest.raises(KeyError, match="zed"):
        duel.distance("ann", "zed")


def test_no_square_of_the_board(duel: Battle) -> None:
    for square in ([9, 9], [0], [0, -1]):
        with pytest.raises(ValueError, match="is not a square of the board"):
            duel.closest(square)
    assert duel.fork().events == duel.events == []
    assert duel.closest([2, 0]) == "bob"


@pytest.mark.parametrize("intent", [None, 3, "move", []])
def test_what_is_no_table_is_told_which_tables_there_are(duel: Battle, intent: object) -> None:
    with pytest.raises(fivefoot.ScenarioError, match="a table whose do is one of move, step, shift"):
        duel.submit("ann", intent)  # type: ignore[arg-type]
    assert duel.events == []

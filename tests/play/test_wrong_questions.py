"""Queries that a battle cannot answer, and some that must not take long.

One sentence says why, and the battle is none the worse for it.
"""

import json
import time

import pytest
from tests.fights import fight

import fivefoot
from fivefoot.engine.scenario.format import MOST_CREATURES
from fivefoot.play.battle import Battle

DUEL = fight(
    """
    a..
    ..b
    """,
)


@pytest.fixture
def duel() -> Battle:
    return fivefoot.loads(DUEL)


def test_an_unknown_creature_is_refused(duel: Battle) -> None:
    for asked in (duel.reach, duel.threat, duel.creature):
        with pytest.raises(KeyError, match='there is no creature called "zed"; there are ann, bob'):
            asked("zed")
    with pytest.raises(KeyError, match="zed"):
        duel.distance("ann", "zed")


def test_a_square_off_the_board_is_refused(duel: Battle) -> None:
    for square in ([9, 9], [0], [0, -1]):
        with pytest.raises(ValueError, match="is not a square of the board"):
            duel.closest(square)
    assert duel.fork().events == duel.events == []
    assert duel.closest([2, 0]) == "bob"


@pytest.mark.parametrize("intent", [None, 3, "move", []])
def test_malformed_intents_get_the_list_of_kinds(duel: Battle, intent: object) -> None:
    with pytest.raises(fivefoot.ScenarioError, match="a table whose do is one of move, step, shift"):
        duel.submit("ann", intent)  # type: ignore[arg-type]
    assert duel.events == []


@pytest.mark.parametrize("rules", ["ep.fall.damage", 5, None])
def test_rules_of_an_effect_are_a_list(duel: Battle, rules: object) -> None:
    with pytest.raises(fivefoot.ScenarioError, match=r"effect: rules: found .*; allowed: an array"):
        duel.effect([{"do": "damage", "target": "bob", "amount": 1}], by="a trap", rules=rules)  # type: ignore[arg-type]
    assert duel.events == []


@pytest.mark.parametrize("seq", ["x", 1.5, True])
def test_events_have_whole_numbers(duel: Battle, seq: object) -> None:
    with pytest.raises(ValueError, match="allowed: the number of an event"):
        duel.undo(seq)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="there has been no event -1"):
        duel.undo(-1)


def test_as_many_creatures_as_a_file_may_have_stand_in_seconds() -> None:
    rows = ["." * 100] * 20
    crowd = [
        {"name": f"c{i}", "side": "red" if i % 2 else "blue", "at": [i % 100, i // 100]} for i in range(MOST_CREATURES)
    ]
    text = json.dumps({"ruleset": "epic-path", "board": {"map": "\n".join(rows)}, "creatures": crowd})
    began = time.process_time()
    assert len(fivefoot.loads(text).creatures) == MOST_CREATURES
    assert time.process_time() - began < 20


def test_a_reach_across_the_whole_map_is_told_in_seconds() -> None:
    rows = ["." * 300] * 300
    ettin = {"name": "ettin", "side": "red", "at": [150, 150], "reach": 10_000}
    text = json.dumps({"ruleset": "d20-srd", "board": {"map": "\n".join(rows), "ceiling": 1}, "creatures": [ettin]})
    began = time.process_time()
    assert len(fivefoot.loads(text).threat("ettin")) == 300 * 300 * 2
    assert time.process_time() - began < 20


@pytest.mark.parametrize("ruleset", sorted(fivefoot.RULESETS))
def test_a_rider_is_where_its_mount_is(ruleset: str) -> None:
    with pytest.raises(fivefoot.ScenarioError, match=r"creatures\[0\].at: found \[0, 0\], which is not where bob is"):
        fivefoot.loads(fight("a.b", ruleset=ruleset, ann='mount = "bob"'))

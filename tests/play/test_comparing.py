"""The effect of a house rule: the first event that differs, and outcomes over many seeds."""

import json
from pathlib import Path

import pytest
from tests.fights import fight

from fivefoot.engine.scenario.read import parse
from fivefoot.play.comparison import Variant, compare
from fivefoot.scenes.commands.app import app

DIAGONAL = fight(
    """
    a.........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    .........b
    """,
    both='hp = 10\ndamage = "1d6"',
)


def test_equal_battles_do_not_differ() -> None:
    found = compare(parse(DIAGONAL), (Variant("a"), Variant("b")), seeds=range(4))
    assert found.identical == 4
    assert found.parting is None
    assert found.other_winner == 0


def test_the_first_event_that_differs_is_found() -> None:
    found = compare(parse(DIAGONAL), (Variant("a"), Variant("b", rules={"diagonals": "one"})), seeds=range(4))
    assert found.parting is not None
    assert found.parting.a is not None
    assert found.parting.b is not None
    assert found.parting.a["event"] == "moved"
    assert found.parting.a["cost"] == 10, "the second diagonal"
    assert found.parting.b["cost"] == 5
    assert sum(found.first_kinds.values()) + found.identical == 4


def test_units_are_no_difference() -> None:
    text = DIAGONAL.replace("at = [9, 7]", "at = [1, 0]").replace('damage = "1d6"', "threatens = false")
    found = compare(parse(text), (Variant("a"), Variant("b", "draw-steel")), seeds=[1], rounds=2)
    assert found.battles == 1


def test_the_command_prints_the_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "diagonal.toml"
    path.write_text(DIAGONAL, encoding="utf-8")
    for words in (["--rules", "diagonals=one"], ["--rulesets", "d20-srd", "pathfinder-2e"], ["--rulesets=ascension"]):
        with pytest.raises(SystemExit) as ended:
            app(["compare", str(path), "--games", "2", "--json", *words], prog_name="fivefoot")
        assert ended.value.code == 0
        told = json.loads(capsys.readouterr().out)
        assert told["battles"] == 2
        assert len(told["tallies"]) == 2
    with pytest.raises(SystemExit) as ended:
        app(["compare", str(path)], prog_name="fivefoot")
    assert ended.value.code == 2
    assert "two rulesets, or a house rule" in capsys.readouterr().err


def test_faults_of_a_brain_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_brains.py").write_text("def odd(view):\n    return 7\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = compare(
        parse(DIAGONAL), (Variant("a"), Variant("b", "ascension")), seeds=range(3), red="odd_brains:odd", rounds=2
    )
    assert found.missteps == ("odd_brains:odd (red), round 1, ann: garbage: no intent (7) (one of 12 such faults)",)
    assert [(tally.red, tally.blue, tally.draws, tally.rounds) for tally in found.tallies] == [(0, 0, 3, 2.0)] * 2

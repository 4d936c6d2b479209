"""Every case under `tests/cases` meets its expectations and proofs; every refusal in it cites a rule."""

import tomllib
from pathlib import Path

import pytest

from fivefoot.components.events import Refused
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.scenario.expectations import failures
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle

FOLDER = Path(__file__).parent / "cases"
IDS = {ruleset: {entry.id for entry in entries} for ruleset, entries in catalogue().items()}
CASES = [case for path in sorted(FOLDER.rglob("*.toml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.source).parent.name}/{case.title}")
def test_each_case_meets_its_expectations(case: Scenario) -> None:
    """The script plays and nothing of what the case expects fails."""
    with Battle(case) as battle:
        battle.run()
        assert failures(battle.scenario, battle) == []
        for event in battle.events:
            if isinstance(event, Refused):
                assert event.rules, f"refused by no rule: {event.reason}"
                assert set(event.rules) <= IDS[battle.rules.name], event.rules
                assert len(event.reason.split()) > 2, f"no sentence: {event.reason!r}"


def test_expected_refusals_say_by_which_rules() -> None:
    """Each case of our own that expects a refusal names, for at least one, the rules that it cites."""
    expecting, silent = 0, []
    for path in sorted(FOLDER.rglob("*.toml")):
        for case in tomllib.loads(path.read_text())["case"] if "shared" not in path.parts else ():
            said = [{"count": one.get("count"), **one["event"]} for one in case.get("expect", ()) if "event" in one]
            refused = [event for event in said if event["event"] == "refused" and event["count"] != 0]
            expecting += bool(refused)
            if refused and not any("rules" in event for event in refused):
                silent.append(f"{path.parent.name}/{case['title']}")
    assert expecting
    assert silent == []

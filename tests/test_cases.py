"""Every case under `tests/cases` holds what it expects, and what it says that it proves is cited in it."""

from pathlib import Path

import pytest

from fivefoot.engine.scenario.expectations import failures
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle

FOLDER = Path(__file__).parent / "cases"
CASES = [case for path in sorted(FOLDER.rglob("*.toml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.source).parent.name}/{case.title}")
def test_case(case: Scenario) -> None:
    """The script plays and nothing of what the case expects fails."""
    with Battle(case) as battle:
        battle.run()
        assert failures(battle.scenario, battle) == []

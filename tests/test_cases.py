"""Every case file under `tests/cases` holds what it expects."""

from pathlib import Path

import pytest

from fivefoot.engine.scenario.expectations import failures
from fivefoot.play.battle import load

CASES = sorted((Path(__file__).parent / "cases").rglob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    """The script plays and nothing of what the file expects fails."""
    with load(path) as battle:
        battle.run()
        assert failures(battle.scenario, battle) == []

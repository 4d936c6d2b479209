"""The schedule: every system is tried by itself."""

from pathlib import Path

import pytest

from fivefoot.systems import SCHEDULE

TRIALS = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("system", SCHEDULE)
def test_every_system_is_tried_by_itself(system: type) -> None:
    assert f"one_pass({system.__name__}" in TRIALS

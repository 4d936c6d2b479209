"""The schedule: every system has a file of its own tests, by its file's name."""

from pathlib import Path

import pytest

from fivefoot.systems import SCHEDULE


@pytest.mark.parametrize("system", SCHEDULE)
def test_every_system_is_tried_by_itself(system: type) -> None:
    own = Path(__file__).with_name(f"test_{system.__module__.rpartition('.')[2]}.py")
    assert own.is_file()
    assert f"one_pass({system.__name__}" in own.read_text(encoding="utf-8")

"""The schedule: every system is tried by itself, in the tests of its file."""

from pathlib import Path

import pytest

from fivefoot.systems import SCHEDULE


@pytest.mark.parametrize("system", SCHEDULE)
def test_every_system_is_tried_by_itself(system: type) -> None:
    *rooms, file = system.__module__.partition(".systems.")[2].split(".")
    own = Path(__file__).parent.joinpath(*rooms, f"test_{file}.py")
    assert own.is_file()
    assert f"one_pass({system.__name__}" in own.read_text(encoding="utf-8")

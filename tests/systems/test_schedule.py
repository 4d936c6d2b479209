"""The schedule: every system has a file of its own, named as it is, and tests of its own by that file's name."""

from pathlib import Path

import pytest

from fivefoot.systems import SCHEDULE


def test_no_two_systems_share_a_file() -> None:
    assert len({system.__module__ for system in SCHEDULE}) == len(SCHEDULE)


@pytest.mark.parametrize("system", SCHEDULE)
def test_a_file_is_named_as_its_system(system: type) -> None:
    file = system.__module__.rpartition(".")[2].replace("_", "")
    assert file.startswith(system.__name__.removesuffix("System").lower())


@pytest.mark.parametrize("system", SCHEDULE)
def test_every_system_is_tried_by_itself(system: type) -> None:
    *rooms, file = system.__module__.partition(".systems.")[2].split(".")
    own = Path(__file__).parent.joinpath(*rooms, f"test_{file}.py")
    assert own.is_file()
    assert f"one_pass({system.__name__}" in own.read_text(encoding="utf-8")

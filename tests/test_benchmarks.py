"""The history of benchmarks: appended lines can be read, and drawn by figure."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def history() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fivefoot_benchmark_history", ROOT / "benchmarks" / "history.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_runs_are_kept_in_order_by_figure(history: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    history.record("battles", {"first": 12.3456, "second": 1}, "battles/s", file)
    history.record("battles", {"first": 13.0}, "battles/s", file)
    first, second = history.runs(file)
    assert first["figures"] == {"first": 12.35, "second": 1.0}
    assert first["time"] <= second["time"]
    drawn = history.series([first, second])
    assert [value for _, value in drawn["battles", "first", "battles/s"]] == [12.35, 13.0]


def test_the_history_is_drawn(history: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file, picture = tmp_path / "history.jsonl", tmp_path / "chart.png"
    history.record("battles", {"first": 1.0}, "battles/s", file)
    history.record("reach", {"20x20": 80.0}, "µs", file)
    history.plot(picture, file)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_history_that_is_kept_can_be_read(history: ModuleType) -> None:
    for run in history.runs():
        assert {"time", "commit", "benchmark", "unit", "python", "machine", "figures"} == run.keys()

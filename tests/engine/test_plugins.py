"""Entry points of other programs: only the one asked for is loaded, and one that raises is named."""

import importlib
import importlib.metadata
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivefoot.engine import plugins
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import OWN, RULESETS

POINTS = """
[fivefoot.brains]
evil = ff_test_evil:brain
leaves = ff_test_leaves:brain
odd = ff_test_odd:brain
mute = ff_test_mute:brain
good = ff_test_good:brain
[fivefoot.rulesets]
evil-rules = ff_test_evil:rules
good-rules = ff_test_good:rules
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program with entry points, good and bad."""
    (tmp_path / "ff_test_evil.py").write_text("1 / 0")
    (tmp_path / "ff_test_leaves.py").write_text("raise SystemExit(3)")
    (tmp_path / "ff_test_odd.py").write_text("class Odd(BaseException): ...\nraise Odd('odd')")
    (tmp_path / "ff_test_mute.py").write_text(
        "class Mute(Exception):\n    def __str__(self): raise RuntimeError\nraise Mute"
    )
    (tmp_path / "ff_test_good.py").write_text(
        "import dataclasses, fivefoot\n"
        "def brain(view):\n    return None\n"
        "rules = dataclasses.replace(fivefoot.RULESETS['epic-path'], name='good-rules')\n"
    )
    info = tmp_path / "ff_test-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ff-test\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    plugins.points_of.cache_clear()
    monkeypatch.setattr("fivefoot.engine.rulesets.OWN", dict(OWN))
    yield
    plugins.points_of.cache_clear()
    dict.pop(BRAINS, "good", None)
    for name in ("evil", "leaves", "odd", "mute", "good"):
        sys.modules.pop(f"ff_test_{name}", None)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("evil", "ZeroDivisionError: division by zero"),
        ("leaves", "SystemExit: 3"),
        ("odd", "Odd: odd"),
        ("mute", "Mute"),
    ],
)
def test_a_brain_that_cannot_be_imported_is_named(name: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=f"entry point {name} of fivefoot.brains: .*{why}"):
        assert name in BRAINS


def test_other_plugins_work_beside_one_that_raises() -> None:
    assert "good" in BRAINS
    assert "ff_test_evil" not in sys.modules
    assert RULESETS["good-rules"].name == "good-rules"
    assert "no-such-rules" not in RULESETS
    with pytest.raises(ScenarioError, match=r"entry point evil-rules of fivefoot\.rulesets"):
        RULESETS["evil-rules"]


def test_unreadable_entry_points_are_skipped(tmp_path: Path) -> None:
    damaged = tmp_path / "ff_damaged-1.dist-info"
    damaged.mkdir()
    (damaged / "METADATA").write_text("Metadata-Version: 2.1\nName: ff-damaged\nVersion: 1\n")
    (damaged / "entry_points.txt").write_bytes(b"\xff\xfe")
    importlib.invalidate_caches()
    assert "good" in BRAINS
    plugins.load_parts.cache_clear()
    told = [str(fault) for fault in plugins.load_parts()]
    plugins.load_parts.cache_clear()
    assert [fault.partition(" (")[0] for fault in told] == [
        "entry points of ff-damaged: found a file that cannot be read"
    ]

"""The setting of scene tests: pygame drawing into memory, and settings in a temporary place."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, saves and pictures go into the test's own folder."""
    monkeypatch.setenv("FIVEFOOT_HOME", str(tmp_path / "home"))


@pytest.fixture
def drawing() -> Iterator[None]:
    """pygame, drawing into memory; shut down afterwards with all that was kept of it."""
    pytest.importorskip("pygame")
    from fivefoot.scenes.play.game_window import close
    from fivefoot.scenes.views.images import without_window

    without_window()
    yield
    close()

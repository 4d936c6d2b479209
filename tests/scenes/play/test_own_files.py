"""Files of fivefoot's own that cannot be read or written are said once, and nothing in them is lost."""

import os
from pathlib import Path

import pytest

pytest.importorskip("platformdirs")

from fivefoot.play.campaign import CampaignProgress
from fivefoot.scenes.play import journeys
from fivefoot.scenes.window import preferences


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FIVEFOOT_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("raw", [b"\xff", b'{"campaign":"\xff"}', b"[]", b"{", b"[" * 5000])
def test_progress_that_cannot_be_read_is_said_and_set_aside(
    raw: bytes, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = journeys.campaigns()[0]
    file = journeys._file(campaign.title)
    file.parent.mkdir(parents=True)
    file.write_bytes(raw)
    assert journeys.load(campaign) is None
    assert journeys.load(campaign) is None
    said = capsys.readouterr().err
    assert said.count("cannot be read") == 1
    assert str(file) in said
    assert file.read_bytes() == raw
    journeys.save(CampaignProgress(campaign=campaign.title, at=""))
    assert file.with_name(f"{file.name}.unreadable").read_bytes() == raw
    found = journeys.load(campaign)
    assert found is not None
    assert found.campaign == campaign.title


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_not_waited_for(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(preferences.config_file())
    assert preferences.load() == preferences.Preferences()
    assert "no ordinary file" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_said_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "saves").write_text("a file where the folder should be")
    for _ in range(3):
        preferences.write_own(home / "saves" / "autosave.fivefoot", b"the battle")
    assert capsys.readouterr().err.count("cannot be written") == 1

"""A file that people keep is written whole, or stays as it was."""

import os
import stat
from pathlib import Path

import pytest

from fivefoot.engine.files import replacing, write_file


def test_a_file_is_replaced_with_the_rights_it_had(tmp_path: Path) -> None:
    kept = tmp_path / "kept.toml"
    kept.write_text("old")
    kept.chmod(0o640)
    write_file(kept, "new\n")
    assert kept.read_bytes() == b"new\n"
    assert os.name != "posix" or stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["kept.toml"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.png"
    kept.write_text("old")

    def write_half() -> None:
        with replacing(kept) as beside:
            assert beside.suffix == ".png"
            beside.write_text("ne")
            raise OSError(28, "full")

    with pytest.raises(OSError, match=r"\[Errno 28\] full: '.*kept.png'"):
        write_half()
    assert kept.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept.png"]


def test_a_missing_folder_is_named_by_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as found:
        write_file(tmp_path / "no" / "kept.txt", "new")
    assert found.value.filename == str(tmp_path / "no" / "kept.txt")


@pytest.mark.skipif(os.name != "posix", reason="needs links and devices")
def test_links_stay_links_and_devices_are_written_to(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_text("old")
    link.symlink_to(kept)
    write_file(link, "new")
    assert link.is_symlink()
    assert kept.read_text() == "new"
    write_file("/dev/null", "new")
    assert not Path("/dev/null").is_file()

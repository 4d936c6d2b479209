"""Commands on a disk that is full, ends, cannot be written to or is no folder: one sentence, and the old file stays.

As root, small disks are mounted too. `python -m tests.assault.disks 50 --seed 1`
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot
from tests.under_test import HOME

OLD = b"the old file, which somebody wants to keep\n"
COMMANDS = {
    "picture.png": ("render", "bridge", "-o"),
    "picture.webp": ("render", "bridge", "-o"),
    "film.gif": ("render", "bridge", "--film", "-o"),
    "board.uvtt": ("export", "bridge.toml", "-o"),
    "board.tmj": ("export", "bridge.toml", "--no-picture", "-o"),
    "made.toml": ("generate", "--seed", "3", "-o"),
    "page.html": ("replay", "bridge", "--html"),
    "schema.json": ("schema", "-o"),
    "rows.csv": ("tournament", "bridge", "--games", "2", "-j", "1", "--db", "rows.db", "--csv"),
}
ENVIRON = {**ENVIRONMENT, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def attempt(dice: random.Random) -> None:
    """One command that writes a file, on a disk with one fault."""
    name = dice.choice(sorted(COMMANDS))
    fault = dice.choice((ends, full, missing, no_folder))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copy(scenario(), folder / "bridge.toml")
        with fault(dice, folder) as (target_folder, limit):
            target = target_folder / name
            if target_folder.is_dir():
                target.write_bytes(OLD)
            check(folder, [*COMMANDS[name], str(target)], target, limit)


def check(folder: Path, words: list[str], target: Path, limit: int | None) -> None:
    """Runs the command; it wrote a whole file, or said in one sentence why not and left the old one."""

    def limited() -> None:
        if limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    found = subprocess.run(
        fivefoot(*words),
        cwd=folder,
        env=ENVIRON,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=limited,
    )
    assert "Traceback" not in found.stderr, found.stderr[-400:]
    assert "fault of fivefoot's own" not in found.stderr, found.stderr[-400:]
    if found.returncode == 0:
        assert target.read_bytes() != OLD, "it says nothing of a file that it has not written"
        assert target.stat().st_size > 0, "the file is empty"
        return
    assert found.returncode == 2, f"status {found.returncode}: {found.stderr[-400:]}"
    assert found.stderr.strip(), "no word about it"
    if target.parent.is_dir():
        assert target.read_bytes() == OLD, "the old file is lost"
        left = [file.name for file in target.parent.iterdir() if file.name.endswith(".new" + target.suffix)]
        assert not left, f"left behind: {left}"


@contextmanager
def ends(dice: random.Random, folder: Path) -> Iterator[tuple[Path, int | None]]:
    """No file may have more than so many bytes."""
    yield folder, dice.choice((len(OLD), 100, 1000, 4096))


@contextmanager
def full(dice: random.Random, folder: Path) -> Iterator[tuple[Path, int | None]]:
    """A disk of some pages in memory, full but for one; without the right to mount it, a limit instead."""
    disk = folder / "disk"
    disk.mkdir()
    pages = dice.randrange(2, 7)
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={pages * 4}k", "none", disk], stderr=subprocess.DEVNULL, check=False
        ).returncode
    )
    try:
        if mounted:
            (disk / "other").write_bytes(bytes((pages - 1) * 4096))
        yield disk, None if mounted else len(OLD)
    finally:
        if mounted:
            subprocess.run(["umount", disk], check=True)


@contextmanager
def missing(dice: random.Random, folder: Path) -> Iterator[tuple[Path, int | None]]:
    """There is no such folder."""
    yield folder / "missing", None


@contextmanager
def no_folder(dice: random.Random, folder: Path) -> Iterator[tuple[Path, int | None]]:
    """A file stands where the folder should be."""
    (folder / "file").write_bytes(OLD)
    yield folder / "file", None


def scenario() -> Path:
    """A shipped scenario's file."""
    return Path(HOME) / "fivefoot" / "assets" / "scenarios" / "bridge.toml"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))

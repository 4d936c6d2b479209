"""Files on a disk that is full, ends, is read-only or no folder, or without a home: one sentence, the old file stays.

As root, small disks are mounted too. `python -m tests.assault.disks 100 --seed 1`
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot
from tests.under_test import HOME

from fivefoot import load, play_on
from fivefoot.scenes.views import replay_file

OLD = b"the old file, which somebody wants to keep\n"
MAP = Path(__file__).parents[1] / "maps" / "crypt.uvtt"
TOURNAMENT = ("tournament", "bridge", "--games", "2", "-j", "1", "--rounds", "2")
COMMANDS = {
    "picture.png": ("render", "bridge", "-o"),
    "picture.webp": ("render", "bridge", "-o"),
    "film.gif": ("render", "battle.fivefoot", "-o"),
    "board.uvtt": ("export", "bridge.toml", "-o"),
    "board.tmj": ("export", "bridge.toml", "--no-picture", "-o"),
    "made.toml": ("generate", "--seed", "3", "-o"),
    "read.toml": ("import", str(MAP), "-o"),
    "page.html": ("replay", "battle.fivefoot", "--html"),
    "schema.json": ("schema", "-o"),
    "rows.csv": (*TOURNAMENT, "--db", "rows.db", "--csv"),
    "plot.svg": (*TOURNAMENT, "--plot"),
    "kept.db": (*TOURNAMENT, "--db"),
    "site": ("web", "--pyodide", "https://cdn.invalid/pyodide/", "-o"),
    "preferences.json": (),
}
"""What is written, and by which command; settings are written by a program."""
FRESH = ("kept.db", "site")
"""A file that grows and a folder: nothing is there before."""
SETTINGS = """
from fivefoot.scenes.window import preferences
for _ in range(3):
    preferences.save(preferences.load())
"""
ENVIRON = {**ENVIRONMENT, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "MPLCONFIGDIR": tempfile.gettempdir()}


class Trouble(NamedTuple):
    """A fault of the disk, as it is for one command."""

    folder: Path
    """The folder in which the file is to be."""
    most: int | None = None
    """The bytes that a file may have at most."""
    environment: Mapping[str, str | None] = MappingProxyType({})
    """The variables that are other than usual; None: not set."""


def attempt(dice: random.Random) -> None:
    """One command that writes a file, on a disk with one fault."""
    name = dice.choice(sorted(COMMANDS))
    fault = dice.choice((ends, full, read_only, missing, no_folder, no_home))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        put_sources(folder)
        with fault(dice, folder, name) as trouble:
            check(folder, name, trouble)


def check(folder: Path, name: str, trouble: Trouble) -> None:
    """Runs the command; it wrote a whole file, or said in one sentence why not and left the old one."""
    target = trouble.folder / name
    environment = dict(ENVIRON)
    words = fivefoot(*COMMANDS[name], target)
    if name == "preferences.json":
        words = [sys.executable, "-c", SETTINGS]
        environment["FIVEFOOT_HOME"] = str(trouble.folder)
    for key, value in trouble.environment.items():
        environment.pop(key, None)
        if value is not None:
            environment[key] = value

    def limited() -> None:
        if trouble.most is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            import resource  # which Windows has not

            resource.setrlimit(resource.RLIMIT_FSIZE, (trouble.most, trouble.most))

    found = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=limited,
    )
    said = found.stderr
    assert "Traceback" not in said, said[-400:]
    assert "fault of fivefoot's own" not in said, said[-400:]
    old = target.is_file() and target.read_bytes() == OLD
    left = [file.name for file in target.parent.glob("**/.*.new*")] if target.parent.is_dir() else []
    assert not left, f"left behind: {left}"
    if name == "preferences.json":
        assert found.returncode == 0, f"status {found.returncode}: {said[-400:]}"
        assert said.count("cannot be written") <= 1, f"said more than once: {said}"
        assert "home" in fault_of(trouble) or not old or "cannot be written" in said, f"nothing is said: {said}"
        return
    if found.returncode == 0:
        assert not old, "it says nothing of a file that it has not written"
        assert target.is_dir() or target.stat().st_size > 0, "the file is empty"
        return
    assert found.returncode == 2, f"status {found.returncode}: {said[-400:]}"
    assert "home" not in fault_of(trouble), f"a home was asked for: {said[-400:]}"
    assert said.strip(), "no word about it"
    if target.parent.is_dir() and name not in FRESH:
        assert old, "the old file is lost"


def fault_of(trouble: Trouble) -> str:
    """Which kind of fault it is."""
    return "no home" if trouble.environment else "disk"


def old_file(folder: Path, name: str) -> None:
    """Put an old file where the new one is to be."""
    if name not in FRESH:
        (folder / name).write_bytes(OLD)


@contextmanager
def ends(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """No file may have more than so many bytes."""
    old_file(folder, name)
    yield Trouble(folder, dice.choice((len(OLD), 100, 1000, 4096)))


@contextmanager
def full(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """A disk of some pages in memory, full but for one; without the right to mount it, a limit instead."""
    pages = dice.randrange(3, 8)
    with mounted(folder, f"size={pages * 4}k") as disk:
        if disk is None:
            old_file(folder, name)
            yield Trouble(folder, len(OLD))
        else:
            old_file(disk, name)
            (disk / "other").write_bytes(bytes((pages - 1 - dice.randrange(2)) * 4096 - 4096))
            yield Trouble(disk)


@contextmanager
def read_only(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """A disk that may only be read, or, for those who cannot mount one, a folder."""
    with mounted(folder, "size=64k") as disk:
        if disk is None:
            shut = folder / "shut"
            shut.mkdir()
            old_file(shut, name)
            shut.chmod(0o555)
            yield Trouble(shut)
            shut.chmod(0o755)
        else:
            old_file(disk, name)
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            yield Trouble(disk)


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path | None]:
    """A disk in memory; None where that is not allowed."""
    disk = folder / "disk"
    disk.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", options, "none", str(disk)]
    if os.geteuid() != 0 or subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


@contextmanager
def missing(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """There is no such folder."""
    yield Trouble(folder / "missing")


@contextmanager
def no_folder(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """A file stands where the folder should be."""
    (folder / "file").write_bytes(OLD)
    yield Trouble(folder / "file")


@contextmanager
def no_home(dice: random.Random, folder: Path, name: str) -> Iterator[Trouble]:
    """The disk is in order, but there is no home: commands that write elsewhere do not need one."""
    old_file(folder, name)
    file = folder / "file"
    file.write_bytes(OLD)
    unset = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "FIVEFOOT_HOME"))
    yield Trouble(folder, None, {**unset, "HOME": dice.choice((None, "", str(file), "/proc/nowhere"))})


def put_sources(folder: Path) -> None:
    """Put what the commands read into a folder: a scenario and a record."""
    shutil.copy(Path(HOME) / "fivefoot" / "assets" / "scenarios" / "bridge.toml", folder)
    (folder / "battle.fivefoot").write_bytes(record())


@cache
def record() -> bytes:
    """The record of a short battle."""
    with load("bridge") as battle:
        play_on(battle, rounds=1)
        return replay_file.record_of(battle)


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
